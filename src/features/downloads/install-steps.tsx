import { deviceSystem } from '../../data/device/device-system.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Steps } from '../../ui/steps.tsx';
import { downloadMessages } from './messages.ts';

/** The steps that people get stuck on when installing on this very system. */
export function InstallSteps() {
  const words = useMessages(downloadMessages);
  const steps = { ios: words.iosSteps, android: words.androidSteps, desk: words.otherSteps };
  return <Steps steps={steps[deviceSystem()]} />;
}
