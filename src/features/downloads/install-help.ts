import { applicationTypes } from '../../../contract/common/codes.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { downloadMessages } from './messages.ts';
import { profileMessages } from './profile-messages.ts';

interface InstallHelp {
  /** What happens after the tap. */
  sent: string;
  /** What the person does themselves; empty where the system asks for everything. */
  steps: readonly string[];
}

/** The help for an install: a configuration profile people install themselves, in iOS's settings. */
export function useInstallHelp(type: number): InstallHelp {
  const words = useMessages(downloadMessages);
  const { sent, steps } = useMessages(profileMessages);
  return type === applicationTypes.iosConfiguration ? { sent, steps } : { sent: words.sentHelp, steps: [] };
}
