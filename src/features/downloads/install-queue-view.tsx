import type { QueuedRecord } from '../../data/installs/queued-installs.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Cluster, Stack } from '../../ui/layout/stack.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { downloadMessages } from './messages.ts';
import { useQueue } from './use-queue.ts';

/** The progress of applications that are installed together, and what the person can do about them. */
export function InstallQueueView() {
  const { due, failed, open, working } = useQueue();
  const isOver = due.length === 0 && failed.length === 0;
  return (
    <Stack>
      {/* Always present, because only changes within an existing region are read aloud. */}
      <div role="status">{!(isOver && open.length === 0) && <Progress />}</div>
      {!working && failed.length > 0 && <Failed failed={failed} />}
      {due[0] !== undefined && <Due next={due[0]} working={working} />}
    </Stack>
  );
}

function Progress() {
  const { installer } = useAccount();
  const words = useMessages(downloadMessages);
  const { startedCount, all, due, failed, working, starting } = useQueue();
  const now = due.find(({ application }) => application === starting);
  const isOver = due.length === 0 && failed.length === 0;
  const parts = [
    words.progress({ done: startedCount, total: all }),
    now !== undefined && words.startingNow({ app: now.wish.name }),
    due.length > 0 && !working && (installer.needsTapPerInstall ? words.nextHelp : words.goOnHelp),
    isOver && words.answerEach,
  ];
  return (
    <StatusLine icon={isOver ? 'success' : 'download'}>
      {parts.filter((part) => part !== false).join(' ')}
    </StatusLine>
  );
}

/** Applications that wait for their turn, or for a tap. */
function Due({ next, working }: { next: QueuedRecord; working: boolean }) {
  const words = useMessages(downloadMessages);
  const { queue } = useAccount();
  return (
    <Cluster even>
      {!working && (
        <Button variant="strong" onClick={() => void queue.resume()}>
          {words.next({ app: next.wish.name })}
        </Button>
      )}
      <Button variant="plain" onClick={() => void queue.cancel()}>
        {words.cancel}
      </Button>
    </Cluster>
  );
}

/**
 * Applications that did not start, by name, each with its reason; they are retried or removed together here, or one by
 * one in the list.
 */
function Failed({ failed }: { failed: readonly QueuedRecord[] }) {
  const words = useMessages(downloadMessages);
  const textOf = useErrorText();
  const { queue } = useAccount();
  const getReason = ({ wish }: QueuedRecord) => (wish.reason === null ? '' : textOf(wish.reason));
  const cancelAll = async () => {
    for (const { application } of failed) await queue.cancel(application);
  };
  return (
    <>
      {[...new Set(failed.map(getReason))].map((reason) => (
        <Note
          key={reason}
          tone="error"
          live
          title={words.notStarted({ apps: joinNames(failed, reason, getReason) })}
        >
          {reason}
        </Note>
      ))}
      <Cluster even>
        <Button variant="strong" onClick={() => void queue.retry()}>
          {words.again}
        </Button>
        <Button variant="plain" onClick={() => void cancelAll()}>
          {words.giveUp}
        </Button>
      </Cluster>
    </>
  );
}

const joinNames = (
  failed: readonly QueuedRecord[],
  reason: string,
  getReason: (queued: QueuedRecord) => string,
) =>
  failed
    .filter((queued) => getReason(queued) === reason)
    .map(({ wish }) => wish.name)
    .join(', ');
