import { getAccount } from '../../data/current.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** How many of the person's writes the service does not have yet. */
export function useUnsent(): number {
  const { outbox } = getAccount();
  useObservable(outbox.rows);
  return outbox.unsent();
}
