import { getAccount, getEngine } from '../../data/current.ts';
import { isUnsent } from '../../data/outbox/sender.ts';
import type { OutboxRow } from '../../data/records/outbox-row.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';

interface Changes {
  refused: readonly OutboxRow[];
  /** Those that still have to be sent, including those that are being sent. */
  waiting: readonly OutboxRow[];
}

/** The person's changes that the service does not have yet. */
export function useChanges(): Changes {
  const rows = useObservable(getAccount().outbox.rows);
  return { refused: rows.filter(({ state }) => state === 'refused'), waiting: rows.filter(isUnsent) };
}

interface Counts {
  refused: number;
  waiting: number;
  /** Those that exist only in this page. */
  unpersisted: number;
}

/** The numbers of changes that are shown everywhere. Changes that are sent within a few seconds are not counted. */
export function useCounts(): Counts {
  const { refused, waiting } = useChanges();
  const network = useObservable(getEngine().connectivity.state);
  const late = useObservable(getAccount().outbox.late);
  const unkept = useObservable(getAccount().outbox.unpersistedIds);
  return {
    refused: refused.length,
    waiting: late || network !== 'online' ? waiting.length : 0,
    unpersisted: waiting.filter(({ id }) => unkept.has(id)).length,
  };
}
