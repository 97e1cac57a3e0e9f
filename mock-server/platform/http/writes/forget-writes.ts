import type { Db } from '../../database/handles.ts';
import type { JobKind } from '../../jobs/kind.ts';

const hour = 3_600_000;

/** Milliseconds after which nobody sends a write again. */
const remembered = 30 * 24 * hour;

/** Rows that go at once: others who write wait for no more than these. */
const step = 500;

/** Removes what is remembered of writes, once nobody asks for it any more. */
export const writeJobs = (db: Db): JobKind[] => [
  { name: 'forget-writes', every: hour, run: () => forgetWrites(db, Date.now() - remembered) },
];

/** Forgets writes made before a moment, in milliseconds since 1970. */
export async function forgetWrites(db: Db, before: number): Promise<void> {
  const moment = new Date(before).toISOString();
  while ((await forgetAnswers(db, moment)) > 0);
  while ((await forgetSequences(db, moment)) > 0);
}

async function forgetAnswers(db: Db, before: string): Promise<bigint> {
  const old = db.selectFrom('idempotency').where('created', '<', before).select('key').limit(step);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency')
    .where('created', '<', before)
    .where('key', 'in', old)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}

async function forgetSequences(db: Db, before: string): Promise<bigint> {
  const old = db.selectFrom('write_sequences').where('changed', '<', before).select('writer').limit(step);
  const { numDeletedRows } = await db
    .deleteFrom('write_sequences')
    .where('changed', '<', before)
    .where('writer', 'in', old)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}
