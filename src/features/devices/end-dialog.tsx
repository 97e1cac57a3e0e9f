import { useState } from 'react';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { deviceMessages } from './messages.ts';
import { type Ending, endSession } from './use-sign-ins.ts';

type EndDialogProps = {
  ending: Ending;
  /** Called when something has ended. */
  onEnded: () => void;
  onClose: () => void;
};

/** Asks before a device is removed, or a session ended. */
export function EndDialog({ ending, onEnded, onClose }: EndDialogProps) {
  const words = useMessages(deviceMessages);
  const common = useMessages(commonMessages);
  const say = useToast();
  const account = useAccount();
  const [busy, setBusy] = useState(false);
  const { title, help, action } = useQuestion(ending);
  const confirmEnd = async () => {
    setBusy(true);
    try {
      const ended = await endSession(account, ending);
      say({ text: ended === null ? words.removed : words.ended({ count: ended }), tone: 'success' });
      onEnded();
    } catch {
      say({ text: words.notDone, tone: 'error' });
    }
    onClose();
  };
  const actions = (
    <>
      <Button variant="danger" busy={busy} onClick={() => void confirmEnd()}>
        {action}
      </Button>
      <Button variant="plain" onClick={onClose}>
        {words.cancel}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} closeLabel={common.close} actions={actions}>
      <p>{help}</p>
    </Dialog>
  );
}

function useQuestion(ending: Ending): { title: string; help: string; action: string } {
  const words = useMessages(deviceMessages);
  if (ending.kind === 'others')
    return { title: words.everywhereTitle, help: words.everywhereHelp, action: words.everywhere };
  const { name } = ending;
  if (ending.kind === 'device')
    return { title: words.removeTitle({ name }), help: words.removeHelp, action: words.remove };
  return ending.isToken
    ? { title: words.removeTitle({ name }), help: words.tokenHelp, action: words.deleteToken }
    : { title: words.signOutTitle({ name }), help: words.signOutHelp, action: words.signOut };
}
