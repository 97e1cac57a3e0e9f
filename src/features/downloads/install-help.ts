import { applicationTypes } from '../../../contract/common/codes.ts';
import { deviceSystem } from '../../data/device/device-system.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { downloadMessages } from './messages.ts';
import { profileMessages } from './profile-messages.ts';

interface InstallHelp {
  /** The text for what happens after the tap. */
  sent: string;
  stepsTitle: string;
  steps: readonly string[];
}

/**
 * The help for an install on this device: for steps at which people tend to get stuck, and for a configuration profile,
 * which iOS makes people install themselves. `type`: that of the application, where it is known.
 */
export function useInstallHelp(type?: number): InstallHelp {
  const words = useMessages(downloadMessages);
  const profile = useMessages(profileMessages);
  if (type === applicationTypes.iosConfiguration) {
    return { sent: profile.sent, stepsTitle: profile.stepsTitle, steps: profile.steps };
  }
  const steps = { ios: words.iosSteps, android: words.androidSteps, desk: words.otherSteps };
  return { sent: words.sentHelp, stepsTitle: words.stepsTitle, steps: steps[deviceSystem()] };
}
