import { useMemo } from 'react';
import { account } from '../../data/current.ts';
import { nextOf, progressOf, type QueueProgress } from '../../data/installs/wishes.ts';
import { useObservable } from '../../ui/use-observable.ts';

interface QueueView extends QueueProgress {
  working: boolean;
  /** The application that is handed over right now; null when none is. */
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
