import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { asNumber, preparedLater, type Value } from '../../platform/database/prepared.ts';
import { dayOf } from './journal-store.ts';

/** A download or an opened address, at a moment. */
type Counted = Pick<Tables['download_counts'], 'org_id' | 'application' | 'type'> & {
  at: string;
  /** Default 1. */
  times?: number;
};

const addToDay = preparedLater(
  (tx: Tx, org_id: Value, day: Value, application: Value, type: Value, times: Value) =>
    tx
      .insertInto('download_counts')
      .values({ org_id, day, application, type: sql<Counted['type']>`${type}`, count: asNumber(times) })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'day', 'application', 'type'])
          .doUpdateSet({ count: sql<number>`download_counts.count + ${asNumber(times)}` }),
      ),
);

const addToMonth = preparedLater(
  (tx: Tx, org_id: Value, month: Value, application: Value, type: Value, times: Value) =>
    tx
      .insertInto('download_months')
      .values({ org_id, month, application, type: sql<Counted['type']>`${type}`, count: asNumber(times) })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'month', 'application', 'type'])
          .doUpdateSet({ count: sql<number>`download_months.count + ${asNumber(times)}` }),
      ),
);

/**
 * Counts a download by its day and its month, so that reports need not count rows. Call it in the transaction that
 * records the download.
 */
export async function countDownload(
  tx: Tx,
  { org_id, application, type, at, times = 1 }: Counted,
): Promise<void> {
  const counted = [application, type, String(times)] as const;
  await addToDay(tx, org_id, dayOf(at), ...counted);
  await addToMonth(tx, org_id, monthOf(at), ...counted);
}

/** Deletes the counts of days before a given day. The count of a month becomes the sum of its remaining days. */
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
export const monthOf = (moment: string): string => moment.slice(0, 7);
