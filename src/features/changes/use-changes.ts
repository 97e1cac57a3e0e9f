import { isUnsent } from '../../data/outbox/sender.ts';
import type { OutboxRow } from '../../data/records/outbox-row.ts';
import { useAccount, useEngine } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

interface Changes {
  refused: readonly OutboxRow[];
  /** Those that still have to be sent, including those that are being sent. */
  waiting: readonly OutboxRow[];
}

/** The person's changes that the service does not have yet. */
export function useChanges(): Changes {
  const rows = useObservable(useAccount().outbox.rows);
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
  const { outbox } = useAccount();
  const { refused, waiting } = useChanges();
  const network = useObservable(useEngine().connectivity.state);
  const late = useObservable(outbox.late);
  const unkept = useObservable(outbox.unpersistedIds);
  return {
    refused: refused.length,
    waiting: late || network !== 'online' ? waiting.length : 0,
    unpersisted: waiting.filter(({ id }) => unkept.has(id)).length,
  };
}
