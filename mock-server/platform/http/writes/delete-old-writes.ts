import type { Db } from '../../database/handles.ts';
import type { JobKind } from '../../jobs/kind.ts';

const hour = 3_600_000;

/** Milliseconds after which no device sends a write again. */
const retentionMs = 30 * 24 * hour;

/** Rows that are deleted at once, so that other writers wait no longer than that. */
const step = 500;

/** Deletes the records of writes that can no longer be sent again. */
export const createWriteJobs = (db: Db): JobKind[] => [
  {
    name: 'old_writes',
    every: hour,
    byAge: true,
    run: () => deleteOldWrites(db, Date.now() - retentionMs),
  },
];

/** Deletes records of writes made before a moment (ms since 1970). */
export async function deleteOldWrites(db: Db, before: number): Promise<void> {
  const moment = new Date(before).toISOString();
  while ((await deleteAnswers(db, moment)) > 0);
  while ((await deleteSequences(db, moment)) > 0);
}

async function deleteAnswers(db: Db, before: string): Promise<bigint> {
  const old = db.selectFrom('idempotency').where('created', '<', before).select('key').limit(step);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency')
    .where('created', '<', before)
    .where('key', 'in', old)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}

async function deleteSequences(db: Db, before: string): Promise<bigint> {
  const old = db.selectFrom('write_sequences').where('changed', '<', before).select('writer').limit(step);
  const { numDeletedRows } = await db
    .deleteFrom('write_sequences')
    .where('changed', '<', before)
    .where('writer', 'in', old)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}
