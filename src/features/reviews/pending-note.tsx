import { account } from '../../data/current.ts';
import type { OutboxRow } from '../../data/outbox/row.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Note } from '../../ui/note.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { reviewMessages } from './messages.ts';

/** The state of the person's own review: waiting to be sent, sent, or why it was refused. */
export function PendingNote({ row }: { row: OutboxRow | null }) {
  const words = useMessages(reviewMessages);
  const textOf = useErrorText();
  if (row === null) return null;
  if (row.state === 'sent') {
    return (
      <StatusLine icon="check" live>
        {words.sent}
      </StatusLine>
    );
  }
  if (row.state !== 'refused') {
    return (
      <StatusLine icon="clock" live>
        {words.willBeSent}
      </StatusLine>
    );
  }
  return (
    <Note
      tone="error"
      live
      action={
        <Cluster>
          <Button size="pill" onClick={() => void account().outbox.retry(row.id)}>
            {words.again}
          </Button>
          <Button size="pill" variant="quiet" onClick={() => void account().outbox.discard(row.id)}>
            {words.discard}
          </Button>
        </Cluster>
      }
    >
      {words.refused(row.lastError === null ? '' : textOf(row.lastError))}
    </Note>
  );
}
