import { useMemo } from 'react';
import { account } from '../../data/current.ts';
import { nextOf, progressOf, type QueueProgress } from '../../data/installs/wishes.ts';
import { useObservable } from '../../ui/use-observable.ts';

interface QueueView extends QueueProgress {
  working: boolean;
  /** The application whose link is being passed on now; null when there is none. */
  starting: string | null;
}

/** The queue of installations as it is now. */
export function useQueue(): QueueView {
  const records = useObservable(account().installs.records);
  const working = useObservable(account().queue.working);
  return useMemo(() => {
    const starting = working ? (nextOf(records.values())?.application ?? null) : null;
    return { ...progressOf(records.values()), working, starting };
  }, [records, working]);
}
