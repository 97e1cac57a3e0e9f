import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { preparePipelined, toNumber, type Value } from '../../platform/database/prepared.ts';
import { getJournalDay } from './journal-store.ts';

/** A download or an opened address, at a moment. */
type CountedDownload = Pick<Tables['download_counts'], 'org_id' | 'application' | 'type'> & {
  at: string;
  /** Default 1. */
  times?: number;
};

const addToDay = preparePipelined(
  (tx: Tx, org_id: Value, day: Value, application: Value, type: Value, times: Value) =>
    tx
      .insertInto('download_counts')
      .values({
        org_id,
        day,
        application,
        type: sql<CountedDownload['type']>`${type}`,
        count: toNumber(times),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'day', 'application', 'type'])
          .doUpdateSet({ count: sql<number>`download_counts.count + ${toNumber(times)}` }),
      ),
);

const addToMonth = preparePipelined(
  (tx: Tx, org_id: Value, month: Value, application: Value, type: Value, times: Value) =>
    tx
      .insertInto('download_months')
      .values({
        org_id,
        month,
        application,
        type: sql<CountedDownload['type']>`${type}`,
        count: toNumber(times),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'month', 'application', 'type'])
          .doUpdateSet({ count: sql<number>`download_months.count + ${toNumber(times)}` }),
      ),
);

/**
 * Counts a download by its day and its month, so that reports need not count rows. Call it in the transaction that
 * records the download.
 */
export async function countDownload(
  tx: Tx,
  { org_id, application, type, at, times = 1 }: CountedDownload,
): Promise<void> {
  const counted = [application, type, String(times)] as const;
  await addToDay(tx, org_id, getJournalDay(at), ...counted);
  await addToMonth(tx, org_id, getMonth(at), ...counted);
}

/** Deletes the counts of days before a given day. The count of a month becomes the sum of its remaining days. */
export async function deleteDownloadCounts(tx: Tx, orgId: string, day: string): Promise<void> {
  const month = getMonth(day);
  await tx.deleteFrom('download_months').where('org_id', '=', orgId).where('month', '<', month).execute();
  const days = tx.deleteFrom('download_counts').where('org_id', '=', orgId).where('day', '<', day);
  const forgotten = await days.returning(['day', 'application', 'type', 'count']).execute();
  const ofMonth = forgotten.filter((counted) => getMonth(counted.day) === month);
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
export const getMonth = (moment: string): string => moment.slice(0, 7);
