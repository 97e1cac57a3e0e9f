import { account } from '../../data/current.ts';
import type { Wished } from '../../data/installs/wishes.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Note } from '../../ui/note.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
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
  const words = useMessages(downloadMessages);
  const { handed, all, due, failed, working, starting } = useQueue();
  const now = due.find(({ application }) => application === starting);
  const isOver = due.length === 0 && failed.length === 0;
  const parts = [
    words.progress(handed, all),
    now !== undefined && words.startingNow(now.wish.name),
    due.length > 0 && !working && (account().courier.onePerTap ? words.nextHelp : words.goOnHelp),
    isOver && words.answerEach,
  ];
  return (
    <StatusLine icon={isOver ? 'success' : 'download'}>
      {parts.filter((part) => part !== false).join(' ')}
    </StatusLine>
  );
}

/** Applications that wait for their turn, or for a tap. */
function Due({ next, working }: { next: Wished; working: boolean }) {
  const words = useMessages(downloadMessages);
  const { queue } = account();
  return (
    <Cluster even>
      {!working && (
        <Button variant="strong" onClick={() => void queue.next()}>
          {words.next(next.wish.name)}
        </Button>
      )}
      <Button variant="plain" onClick={() => void queue.giveUp()}>
        {words.cancel}
      </Button>
    </Cluster>
  );
}

/**
 * Applications that did not start, by name, each with its reason; they are retried or removed together here, or one by
 * one in the list.
 */
function Failed({ failed }: { failed: readonly Wished[] }) {
  const words = useMessages(downloadMessages);
  const textOf = useErrorText();
  const { queue } = account();
  const reasonOf = ({ wish }: Wished) => (wish.reason === null ? '' : textOf(wish.reason));
  const giveUp = async () => {
    for (const { application } of failed) await queue.giveUp(application);
  };
  return (
    <>
      {[...new Set(failed.map(reasonOf))].map((reason) => (
        <Note key={reason} tone="error" live title={words.notStarted(namesOf(failed, reason, reasonOf))}>
          {reason}
        </Note>
      ))}
      <Cluster even>
        <Button variant="strong" onClick={() => void queue.again()}>
          {words.again}
        </Button>
        <Button variant="plain" onClick={() => void giveUp()}>
          {words.giveUp}
        </Button>
      </Cluster>
    </>
  );
}

const namesOf = (failed: readonly Wished[], reason: string, reasonOf: (wished: Wished) => string) =>
  failed.filter((wished) => reasonOf(wished) === reason).map(({ wish }) => wish.name);
