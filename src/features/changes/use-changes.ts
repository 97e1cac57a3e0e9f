import { account, engine } from '../../data/current.ts';
import type { OutboxRow } from '../../data/outbox/row.ts';
import { isUnsent } from '../../data/outbox/sender.ts';
import { useObservable } from '../../ui/use-observable.ts';

interface Changes {
  refused: readonly OutboxRow[];
  /** Those that still have to be sent, including those that are being sent. */
  waiting: readonly OutboxRow[];
}

/** The person's changes that the service does not have yet. */
export function useChanges(): Changes {
  const rows = useObservable(account().outbox.rows);
  return { refused: rows.filter(({ state }) => state === 'refused'), waiting: rows.filter(isUnsent) };
}

interface Counts {
  refused: number;
  waiting: number;
  /** Those that exist only in this page. */
  unkept: number;
}

/** The numbers of changes that are shown everywhere. Changes that are sent within a few seconds are not counted. */
export function useCounts(): Counts {
  const { refused, waiting } = useChanges();
  const network = useObservable(engine().connectivity.state);
  const late = useObservable(account().outbox.late);
  const unkept = useObservable(account().outbox.unkept);
  return {
    refused: refused.length,
    waiting: late || network !== 'online' ? waiting.length : 0,
    unkept: waiting.filter(({ id }) => unkept.has(id)).length,
  };
}
