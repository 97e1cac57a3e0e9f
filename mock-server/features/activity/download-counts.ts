import type { Tables } from '../../migrations/tables.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { later } from '../../platform/database/later.ts';
import { dayOf } from './journal-store.ts';

/** What was downloaded or opened, at a moment. */
type Counted = Pick<Tables['download_counts'], 'org_id' | 'application' | 'type'> & {
  at: string;
  /** Default 1. */
  times?: number;
};

/** Counts a download, so that reports need not; call it in the transaction that records it. */
export async function countDownload(tx: Tx, { at, times = 1, ...counted }: Counted): Promise<void> {
  const counts = tx.insertInto('download_counts').values({ ...counted, day: dayOf(at), count: times });
  await later(
    tx,
    counts.onConflict((conflict) =>
      conflict
        .columns(['org_id', 'day', 'application', 'type'])
        .doUpdateSet((set) => ({ count: set('download_counts.count', '+', times) })),
    ),
  );
}
