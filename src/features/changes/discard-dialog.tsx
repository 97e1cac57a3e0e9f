import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { changesMessages } from './messages.ts';

/** Asks before a change is discarded, because nothing brings it back. */
export function DiscardDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { outbox } = useAccount();
  const words = useMessages(changesMessages);
  const common = useMessages(commonMessages);
  const say = useToast();
  const discard = async () => {
    const gone = await outbox.discard(id);
    if (!gone) say({ text: words.tooLate });
    onClose();
  };
  const actions = (
    <>
      <Button variant="danger" onClick={() => void discard()}>
        {words.giveUp}
      </Button>
      <Button variant="plain" onClick={onClose}>
        {words.keep}
      </Button>
    </>
  );
  return (
    <Dialog open title={words.question} onClose={onClose} closeLabel={common.close} actions={actions}>
      <p>{words.lost}</p>
    </Dialog>
  );
}
