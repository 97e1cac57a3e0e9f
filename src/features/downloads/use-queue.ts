import { useMemo } from 'react';
import { getAccount } from '../../data/current.ts';
import { findNext, getProgress, type QueueProgress } from '../../data/installs/queued-installs.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';

interface QueueView extends QueueProgress {
  working: boolean;
  /** The application whose link is being passed on now; null when there is none. */
  starting: string | null;
}

/** The queue of installations as it is now. */
export function useQueue(): QueueView {
  const records = useObservable(getAccount().installs.records);
  const working = useObservable(getAccount().queue.isWorking);
  return useMemo(() => {
    const starting = working ? (findNext(records.values())?.application ?? null) : null;
    return { ...getProgress(records.values()), working, starting };
  }, [records, working]);
}
