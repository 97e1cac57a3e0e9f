import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AppearanceSetting } from '../../src/features/settings/appearance-setting.tsx';
import { LanguageSetting } from '../../src/features/settings/language-setting.tsx';
import { settingsMessages } from '../../src/features/settings/messages.ts';
import { usePreferences } from '../../src/features/settings/preferences-state.ts';
import { startSettings } from '../../src/features/settings/start-settings.ts';
import { useAppLocale } from '../../src/features/settings/use-app-locale.ts';
import { LocaleProvider } from '../../src/ui/i18n/context.tsx';
import { draw } from '../setup/simulated-page/page.tsx';

afterEach(() => {
  usePreferences.getState().setAppearance('system');
  usePreferences.getState().setLanguage(null);
  localStorage.clear();
});

function Settings() {
  return (
    <LocaleProvider locale={useAppLocale()}>
      <AppearanceSetting />
      <LanguageSetting />
    </LocaleProvider>
  );
}

/** What another tab of this browser does. */
function chooseElsewhere(key: string, value: string): void {
  localStorage.setItem(key, value);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: value })));
}

const root = document.documentElement;

describe('the appearance', () => {
  it('follows the device until the person chooses, then their choice, here and after a reload', async () => {
    startSettings();
    const person = draw(<Settings />);
    expect(root).not.toHaveAttribute('data-appearance');
    expect(screen.getByRole('radio', { name: 'Same as device' })).toBeChecked();
    await person.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(root).toHaveAttribute('data-appearance', 'dark');
    expect(localStorage.getItem('appshelf.appearance')).toBe('dark');
    await person.click(screen.getByRole('radio', { name: 'Same as device' }));
    expect(root).not.toHaveAttribute('data-appearance');
    expect(localStorage.getItem('appshelf.appearance')).toBeNull();
  });

  it('changes in every tab', () => {
    startSettings();
    draw(<Settings />);
    chooseElsewhere('appshelf.appearance', 'light');
    expect(root).toHaveAttribute('data-appearance', 'light');
    expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
  });

  it('ignores what is no appearance', () => {
    startSettings();
    draw(<Settings />);
    chooseElsewhere('appshelf.appearance', 'upside-down');
    expect(root).not.toHaveAttribute('data-appearance');
  });
});

describe('the language', () => {
  it('is the device’s until the person chooses one, by its own name', async () => {
    await settingsMessages.load('de');
    const person = draw(<Settings />);
    const choice = screen.getByRole('combobox', { name: 'Language' });
    expect(choice).toHaveDisplayValue('Same as device');
    await person.selectOptions(choice, 'Deutsch');
    expect(await screen.findByRole('combobox', { name: 'Sprache' })).toHaveDisplayValue('Deutsch');
    expect(root).toHaveAttribute('lang', 'de');
    expect(localStorage.getItem('appshelf.language')).toBe('de');
  });
});
