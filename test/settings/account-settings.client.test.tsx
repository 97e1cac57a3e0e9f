import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HomeScreenHelp } from '../../src/features/settings/home-screen-help.tsx';
import { useInstallPrompt } from '../../src/features/settings/install-prompt-state.ts';
import { startSettings } from '../../src/features/settings/start-settings.ts';
import { StorageSection } from '../../src/features/settings/storage-section.tsx';
import { VersionSection } from '../../src/features/settings/version-section.tsx';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';

let page: SimulatedPage;

const service = await openService();
startSettings();

beforeEach(async () => {
  page = await openPage(service.url, await service.makeUser());
});

afterEach(async () => {
  useInstallPrompt.setState({ event: null, done: false });
  await page.close();
});

/** What Chromium sends when the catalog can be installed, with the person's answer to its question. */
class InstallOffer extends Event {
  asked = 0;

  constructor() {
    super('beforeinstallprompt', { cancelable: true });
  }

  prompt(): Promise<{ outcome: 'accepted' }> {
    this.asked += 1;
    window.dispatchEvent(new Event('appinstalled'));
    return Promise.resolve({ outcome: 'accepted' });
  }
}

describe('the way to the home screen', () => {
  it('is told in steps where the browser offers none', () => {
    page.draw(<HomeScreenHelp />);
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is one button where the browser lets us ask, and is done afterwards', async () => {
    const offer = new InstallOffer();
    act(() => void window.dispatchEvent(offer));
    expect(offer.defaultPrevented).toBe(true);
    const person = page.draw(<HomeScreenHelp />);
    await person.click(screen.getByRole('button', { name: 'Add to the home screen' }));
    expect(offer.asked).toBe(1);
    expect(screen.getByText('The catalog is on the home screen.')).toBeVisible();
  });
});

describe('the offline storage', () => {
  it('says so where the browser does not tell what is used, and can be freed all the same', async () => {
    const person = page.draw(<StorageSection />);
    expect(await screen.findByText('This browser doesn’t tell how much is used.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Free up space' }));
    expect(await screen.findByText(/^(Freed|Done)/)).toBeVisible();
  });
});

describe('the catalog’s version', () => {
  it('is shown, with the word that it is the latest', () => {
    page.draw(<VersionSection />);
    expect(screen.getByText('Version').nextElementSibling).not.toBeEmptyDOMElement();
    expect(screen.getByText('You have the latest version.')).toBeVisible();
  });
});
