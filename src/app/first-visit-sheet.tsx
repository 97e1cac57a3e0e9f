import { getDeviceSystem } from '../data/device/device-system.ts';
import { PushChoice } from '../features/messages/push-section.tsx';
import { AddToHomeScreen } from '../features/settings/home-screen-help.tsx';
import { Sheet } from '../ui/feedback/dialog.tsx';
import { useMessages } from '../ui/i18n/context.tsx';
import { commonMessages } from '../ui/i18n/messages.ts';
import { Stack } from '../ui/layout/stack.tsx';
import { appMessages } from './messages.ts';

export type FirstStep = 'home-screen' | 'notifications';

/** How to do one of the first steps, over the home page. */
export function FirstVisitSheet({ step, onClose }: { step: FirstStep; onClose: () => void }) {
  const words = useMessages(appMessages).firstVisit;
  const common = useMessages(commonMessages);
  const titles = {
    'home-screen': getDeviceSystem() === 'desk' ? words.install : words.add,
    notifications: words.notify,
  };
  return (
    <Sheet open title={titles[step]} onClose={onClose} closeLabel={common.close}>
      <Stack>{step === 'home-screen' ? <AddToHomeScreen /> : <PushChoice />}</Stack>
    </Sheet>
  );
}
