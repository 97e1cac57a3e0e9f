import type { Tables } from '../../migrations/tables.ts';
import { later } from '../../platform/database/changes/later.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { dayOf } from './journal-store.ts';

/** What was downloaded or opened, at a moment. */
type Counted = Pick<Tables['download_counts'], 'org_id' | 'application' | 'type'> & {
  at: string;
  /** Default 1. */
  times?: number;
};

/** Counts a download, so that reports need not: by its day and by its month. Call it in the transaction that records it. */
export async function countDownload(tx: Tx, { at, times = 1, ...counted }: Counted): Promise<void> {
  const days = tx.insertInto('download_counts').values({ ...counted, day: dayOf(at), count: times });
  await later(
    tx,
    days.onConflict((conflict) =>
      conflict
        .columns(['org_id', 'day', 'application', 'type'])
        .doUpdateSet((set) => ({ count: set('download_counts.count', '+', times) })),
    ),
  );
  const months = tx.insertInto('download_months').values({ ...counted, month: monthOf(at), count: times });
  await later(
    tx,
    months.onConflict((conflict) =>
      conflict
        .columns(['org_id', 'month', 'application', 'type'])
        .doUpdateSet((set) => ({ count: set('download_months.count', '+', times) })),
    ),
  );
}

/** Forgets what was counted before a day. A month is the sum of its days that are kept. */
export async function forgetCounts(tx: Tx, orgId: string, day: string): Promise<void> {
  const month = monthOf(day);
  await tx.deleteFrom('download_months').where('org_id', '=', orgId).where('month', '<', month).execute();
  const days = tx.deleteFrom('download_counts').where('org_id', '=', orgId).where('day', '<', day);
  const forgotten = await days.returning(['day', 'application', 'type', 'count']).execute();
  const ofMonth = forgotten.filter((counted) => monthOf(counted.day) === month);
  for (const { application, type, count } of ofMonth) {
    await tx
      .updateTable('download_months')
      .set((set) => ({ count: set('count', '-', count) }))
      .where('org_id', '=', orgId)
      .where('month', '=', month)
      .where('application', '=', application)
      .where('type', '=', type)
      .execute();
  }
}

/** The month of a moment or day in UTC. */
const monthOf = (moment: string): string => moment.slice(0, 7);
