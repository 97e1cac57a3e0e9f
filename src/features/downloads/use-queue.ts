import { useMemo } from 'react';
import { findNext, getProgress, type QueueProgress } from '../../data/installs/queued-installs.ts';
import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

interface QueueView extends QueueProgress {
  working: boolean;
  /** The application whose link is being passed on now; null when there is none. */
  starting: string | null;
}

/** The queue of installations as it is now. */
export function useQueue(): QueueView {
  const account = useAccount();
  const records = useObservable(account.installs.records);
  const working = useObservable(account.queue.isWorking);
  return useMemo(() => {
    const starting = working ? (findNext(records.values())?.application ?? null) : null;
    return { ...getProgress(records.values()), working, starting };
  }, [records, working]);
}
