import { deviceSystem } from '../../data/device/device-system.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Steps } from '../../ui/steps.tsx';
import { downloadMessages } from './messages.ts';

/** The steps of an installation on this device's system where people tend to get stuck. */
export function InstallSteps() {
  const words = useMessages(downloadMessages);
  const steps = { ios: words.iosSteps, android: words.androidSteps, desk: words.otherSteps };
  return <Steps steps={steps[deviceSystem()]} />;
}
