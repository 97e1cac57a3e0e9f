import { sql } from 'kysely';
import type { Db, Tx } from '../database/handles.ts';
import { getNow } from '../database/identifiers.ts';
import { prepareFirst, preparePipelined, toNumber, type Value } from '../database/prepared.ts';

/** Milliseconds after which an attempt that has not ended belongs to a process that died. */
const maxAttemptMs = 60_000;

/** By how many ms the clocks of instances may differ. */
const maxClockSkewMs = 5 * 60_000;

/**
 * The latest end that is believed of failures that count for `time` ms. A later one was written while the clock was wrong, and would
 * lock an account for good.
 */
const getLatestEnd = (time: number): string => new Date(Date.now() + time + maxClockSkewMs).toISOString();

const isOver = (moment: Value, latest: Value) =>
  sql<boolean>`(attempts.ends <= ${moment} or attempts.ends > ${latest})`;

/** The failures that count now: none after their end. */
const countFailures = (moment: Value, latest: Value) =>
  sql<number>`case when ${isOver(moment, latest)} then 0 else attempts.failures end`;
const countRunning = (dead: Value, latest: Value) =>
  sql<number>`case when attempts.last < ${dead} or attempts.last > ${latest} then 0 else attempts.running end`;

/**
 * Begins an attempt, unless as many failed or run as may; false then. Failures count for at most `time` ms. Atomic over all
 * processes.
 */
export async function reserveAttempt(
  db: Db,
  key: string,
  { max, time }: { max: number; time: number },
): Promise<boolean> {
  const dead = new Date(Date.now() - maxAttemptMs).toISOString();
  return (await insertAttempt(db, key, String(max), getNow(), dead, getLatestEnd(time))) !== undefined;
}

const insertAttempt = prepareFirst(
  (db: Db, key: Value, max: Value, moment: Value, dead: Value, latest: Value) =>
    db
      .insertInto('attempts')
      .values({ key, running: sql.lit(1), failures: sql.lit(0), ends: sql<null>`null`, last: moment })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            running: sql<number>`${countRunning(dead, latest)} + 1`,
            failures: countFailures(moment, latest),
            ends: sql<string | null>`case when ${isOver(moment, latest)} then null else attempts.ends end`,
            last: moment,
          })
          .where(
            sql<boolean>`${countFailures(moment, latest)} + ${countRunning(dead, latest)} < ${toNumber(max)}`,
          ),
      )
      .returning('key'),
);

/** What counts under a key now. */
export async function readFailures(
  db: Db,
  key: string,
  time: number,
): Promise<{ failures: number; ends: string | null }> {
  const row = await db.selectFrom('attempts').selectAll().where('key', '=', key).executeTakeFirst();
  if (row === undefined || (row.ends !== null && (row.ends <= getNow() || row.ends > getLatestEnd(time))))
    return { failures: 0, ends: null };
  return { failures: row.failures, ends: row.ends };
}

/** Ends an attempt that neither failed nor succeeded. */
export const dropAttempt = prepareFirst((db: Db, key: Value) => buildEnd(db, key));

/** Ends an attempt that succeeded, and deletes the failures before it. */
export const passAttempt = prepareFirst((db: Db, key: Value) => buildPass(db, key));

/** The same two statements in a transaction; they are sent together with its `commit`. */
export const dropAttemptPipelined = preparePipelined((tx: Tx, key: Value) => buildEnd(tx, key));
export const passAttemptPipelined = preparePipelined((tx: Tx, key: Value) => buildPass(tx, key));

/** An attempt less that runs, without a parameter beside the key. */
const buildEnd = (db: Db, key: Value) =>
  db
    .updateTable('attempts')
    .set({ running: sql<number>`running - 1` })
    .where('key', '=', key)
    .where('running', '>', sql.lit(0));

const buildPass = (db: Db, key: Value) =>
  buildEnd(db, key).set({ failures: sql.lit(0), ends: sql<null>`null` });

/** Ends an attempt that failed. After `after` failures they count until `ends`; a later failure does not move that. */
export async function failAttempt(
  db: Db,
  key: string,
  { after, ends }: { after: number; ends: string },
): Promise<{ failures: number; ends: string | null }> {
  const row = await db
    .updateTable('attempts')
    .set((row) => ({
      running: row
        .case()
        .when('running', '>', 0)
        .then(row('running', '-', 1))
        .else(0)
        .end(),
      failures: row('failures', '+', 1),
      ends: row
        .case()
        .when(row.and([row('failures', '>=', after - 1), row('ends', 'is', null)]))
        .then(ends)
        .else(row.ref('ends'))
        .end(),
    }))
    .where('key', '=', key)
    .returning(['failures', 'ends'])
    .executeTakeFirst();
  return row ?? { failures: 1, ends: null };
}

/** Forgets what was last tried before a moment. */
export async function deleteAttempts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('attempts').where('last', '<', before).execute();
}
