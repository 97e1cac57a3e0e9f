import { type ReactNode, useState } from 'react';
import type { Reachability } from '../../data/http/connectivity.ts';
import type { OutboxRow } from '../../data/records/outbox-row.ts';
import { useAccount, useEngine } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Cluster } from '../../ui/layout/stack.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { reviewMessages } from './messages.ts';
import { joinText, type OwnReview } from './own-review.ts';

/** Draws the question before the write with this id is discarded. */
export type DrawDiscardDialog = (id: string, onClose: () => void) => ReactNode;

/** The state of the person's own review: waiting to be sent, sent, or why it was refused. */
export function PendingNote({
  own,
  drawDiscardDialog,
}: {
  own: OwnReview;
  drawDiscardDialog: DrawDiscardDialog;
}) {
  const words = useMessages(reviewMessages);
  const { row } = own;
  if (row === null) return null;
  if (row.state === 'sent') {
    return (
      <StatusLine icon="check" live>
        {words.sent}
      </StatusLine>
    );
  }
  if (row.state === 'refused')
    return <Refused row={row} text={joinText(own)} drawDiscardDialog={drawDiscardDialog} />;
  return <Waiting row={row} text={joinText(own)} />;
}

/** When a review is sent, by the state of the connection. */
const whenSent: Partial<Record<Reachability, 'willBeSent' | 'sending'>> = {
  offline: 'willBeSent',
  online: 'sending',
};

/** Promises only what is stored on the device. */
function Waiting({ row, text }: { row: OutboxRow; text: string }) {
  const words = useMessages(reviewMessages);
  const unkept = useObservable(useAccount().outbox.unpersistedIds);
  const network = useObservable(useEngine().connectivity.state);
  if (!unkept.has(row.id)) {
    return (
      <StatusLine icon="clock" live>
        {words[whenSent[network] ?? 'byItself']}
      </StatusLine>
    );
  }
  return (
    <Note tone="warn" live action={text !== '' && <CopyButton text={text} labels={words.copy} />}>
      {words.notKept}
    </Note>
  );
}

/** The text can be copied before it is discarded. */
function Refused({
  row,
  text,
  drawDiscardDialog,
}: {
  row: OutboxRow;
  text: string;
  drawDiscardDialog: DrawDiscardDialog;
}) {
  const { outbox } = useAccount();
  const words = useMessages(reviewMessages);
  const reasonOf = useErrorText();
  const [leaving, setLeaving] = useState(false);
  const actions = (
    <Cluster>
      <Button size="pill" onClick={() => void outbox.retry(row.id)}>
        {words.again}
      </Button>
      {text !== '' && <CopyButton text={text} labels={words.copy} />}
      <Button size="pill" variant="quiet" onClick={() => setLeaving(true)}>
        {words.discard}
      </Button>
    </Cluster>
  );
  return (
    <>
      <Note tone="error" live action={actions}>
        {words.refused({ reason: row.lastError === null ? '' : reasonOf(row.lastError) })}
      </Note>
      {leaving && drawDiscardDialog(row.id, () => setLeaving(false))}
    </>
  );
}
