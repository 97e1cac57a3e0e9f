import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { reviewMessages } from './messages.ts';
import { deleteReview } from './send-review.ts';

/** Asks before the person's own review is deleted with its rating. */
export function DeleteDialog({ application, onClose }: { application: string; onClose: () => void }) {
  const words = useMessages(reviewMessages);
  const common = useMessages(commonMessages);
  const say = useToast();
  const account = useAccount();
  const remove = async () => {
    await deleteReview(account, application).catch(() => say({ text: words.notTaken, tone: 'error' }));
    onClose();
  };
  const actions = (
    <>
      <Button variant="danger" onClick={() => void remove()}>
        {words.delete.confirm}
      </Button>
      <Button variant="plain" onClick={onClose}>
        {words.delete.keep}
      </Button>
    </>
  );
  return (
    <Dialog open title={words.delete.question} onClose={onClose} closeLabel={common.close} actions={actions}>
      <p>{words.delete.lost}</p>
    </Dialog>
  );
}
