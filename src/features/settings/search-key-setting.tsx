import { Switch } from '../../ui/controls/checkbox.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { useMedia } from '../../ui/layout/media.ts';
import { settingsMessages } from './messages.ts';
import { usePreferences } from './preferences-state.ts';

/** Devices with a mouse or the like, which nearly always have a keyboard too. */
const keyboardDevices = '(any-pointer: fine)';

/**
 * Turns the key `/` off, which opens the search: software that types what people say can press it by mistake (WCAG
 * 2.1.4). Nothing on devices where it does nothing.
 */
export function SearchKeySetting() {
  const words = useMessages(settingsMessages);
  const { slash, setSlash } = usePreferences();
  const hasKeyboard = useMedia(keyboardDevices);
  return (
    hasKeyboard && <Switch label={words.slash} hint={words.slashHint} checked={slash} onChange={setSlash} />
  );
}

/** Whether the key `/` opens the search on this device. */
export function useSlash(): boolean {
  const { slash } = usePreferences();
  return useMedia(keyboardDevices) && slash;
}
