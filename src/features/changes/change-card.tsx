import { getApplicationPath } from '../../../contract/common/catalog-pages.ts';
import type { Outbox } from '../../data/outbox/outbox.ts';
import type { WriteDescription } from '../../data/outbox/pending-write.ts';
import type { OutboxRow } from '../../data/records/outbox-row.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/stack.tsx';
import { changesMessages } from './messages.ts';
import { useReason } from './use-reason.ts';

type ChangeCardProps = {
  row: OutboxRow;
  /** Opens the sheet of the review of an application. */
  onChange: (application: string) => void;
  onDiscard: () => void;
};

/** One change: what it says, since when and why it waits, and what the person can do. */
export function ChangeCard({ row, onChange, onDiscard }: ChangeCardProps) {
  const words = useMessages(changesMessages);
  const format = useFormat();
  const now = useNow();
  const { outbox } = useAccount();
  const about = outbox.describe(row);
  const text = getText(about);
  return (
    <Card>
      <h3>{useTitle(row, about)}</h3>
      <Written about={about} />
      <Reason row={row} />
      <p className="quiet small">{words.made({ when: format.ago(row.created, now) })}</p>
      <Cluster>
        <Button size="pill" icon="refresh" onClick={() => void retryWrite(outbox, row)}>
          {words.again}
        </Button>
        <ChangeButton about={about} onChange={onChange} />
        {text !== '' && <CopyButton text={text} labels={words.copy} />}
        <Button size="pill" variant="quiet" icon="trash" onClick={onDiscard}>
          {words.giveUp}
        </Button>
      </Cluster>
    </Card>
  );
}

/** What was changed, in words; for a kind that only a newer release knows, only the application's name. */
function useTitle({ name }: OutboxRow, about: WriteDescription | null): string {
  const { what, someApp } = useMessages(changesMessages);
  const { byId } = useObservable(useAccount().catalog.state);
  const known = about?.application && byId.get(about.application)?.version.app_name;
  const app = known || name || someApp;
  if (about === null) return what.unknown({ app });
  const title = what[about.topic];
  return typeof title === 'string' ? title : title({ app });
}

/** The person's own words, if it has any. */
function Written({ about }: { about: WriteDescription | null }) {
  const { title, comment } = about?.text ?? {};
  return (
    <>
      {title && (
        <p>
          <b>{title}</b>
        </p>
      )}
      {comment && <p>{comment}</p>}
    </>
  );
}

function Reason({ row }: { row: OutboxRow }) {
  const words = useMessages(changesMessages);
  const unkept = useObservable(useAccount().outbox.unpersistedIds).has(row.id);
  const reason = useReason(row);
  if (row.state === 'refused') return <Note tone="error">{reason}</Note>;
  return (
    <>
      <StatusLine icon="clock" live>
        {reason}
      </StatusLine>
      {unkept && <Note tone="warn">{words.unkept}</Note>}
    </>
  );
}

type ChangeButtonProps = { about: WriteDescription | null; onChange: (application: string) => void };

/**
 * Leads to where the change can be edited: the sheet of a review, or the page of an application that is in the catalog.
 */
function ChangeButton({ about, onChange }: ChangeButtonProps) {
  const words = useMessages(changesMessages);
  const { byId } = useObservable(useAccount().catalog.state);
  const application = about?.application ?? null;
  if (about === null || application === null) return null;
  if (about.topic === 'review' || about.topic === 'opinion')
    return (
      <Button size="pill" variant="quiet" icon="edit" onClick={() => onChange(application)}>
        {words.change}
      </Button>
    );
  if (!byId.has(application)) return null;
  return (
    <ButtonLink size="pill" variant="quiet" href={getApplicationPath(application)}>
      {words.toApp}
    </ButtonLink>
  );
}

const getText = (about: WriteDescription | null): string =>
  [about?.text?.title ?? '', about?.text?.comment ?? ''].filter((line) => line !== '').join('\n');

function retryWrite(outbox: Outbox, { id, state }: OutboxRow): Promise<void> {
  return state === 'refused' ? outbox.retry(id) : outbox.send({ eager: true });
}
