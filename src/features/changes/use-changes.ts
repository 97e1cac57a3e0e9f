import { account, engine } from '../../data/current.ts';
import type { OutboxRow } from '../../data/outbox/row.ts';
import { isUnsent } from '../../data/outbox/sender.ts';
import { useObservable } from '../../ui/use-observable.ts';

interface Changes {
  refused: readonly OutboxRow[];
  /** Those that are on their way too. */
  waiting: readonly OutboxRow[];
}

/** What of the person's changes the service does not have. */
export function useChanges(): Changes {
  const rows = useObservable(account().outbox.rows);
  return { refused: rows.filter(({ state }) => state === 'refused'), waiting: rows.filter(isUnsent) };
}

interface Counts {
  refused: number;
  waiting: number;
  /** Those that are nowhere but in this page. */
  unkept: number;
}

/** How many changes a person is told of everywhere. What is sent within a few seconds is not worth a word. */
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
