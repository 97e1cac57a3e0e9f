import { ChipChoice } from '../../ui/controls/chips.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { settingsMessages } from './messages.ts';
import { usePreferences } from './preferences-state.ts';
import { Setting } from './setting.tsx';

/** The choice of light, dark, or same as the device. */
export function AppearanceSetting() {
  const words = useMessages(settingsMessages);
  const { appearance, setAppearance } = usePreferences();
  const options = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    label: words.appearances[value],
  }));
  return (
    <Setting label={words.appearance}>
      <ChipChoice label={words.appearance} options={options} value={appearance} onChange={setAppearance} />
    </Setting>
  );
}
