import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** How many of the person's writes the service does not have yet. */
export function useUnsent(): number {
  const { outbox } = useAccount();
  useObservable(outbox.rows);
  return outbox.unsent();
}
