import { type Compilable, type Expression, sql } from 'kysely';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import { getKnownRows, onCommit } from '../../platform/database/changes/transaction-state.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { preparePipelined, toNumber, type Value } from '../../platform/database/prepared.ts';
import type { Kind } from './activity-event.ts';

/**
 * A journal is a table, or a part of one, whose rows have positions: 1, 2, 3 … for each organization. Rows become
 * visible in this order, so a reader who continues after a position misses none and sees none twice;
 * docs/decisions/0035.
 */
export type Journal = Kind | 'download' | 'usage';

/**
 * Takes the next positions of a journal; returns the first. The journal is locked until the transaction ends, so call it
 * late: nothing but the journal's own rows should be locked after it.
 */
export async function reservePositions(
  tx: Tx,
  orgId: string,
  journal: Journal,
  count: number,
): Promise<number> {
  await moveHead(tx, orgId, journal, count);
  const { position } = await buildHeadQuery(
    tx,
    sql<string>`${orgId}`,
    sql<string>`${journal}`,
  ).executeTakeFirstOrThrow();
  return position - count + 1;
}

/** Takes the next positions of a journal, without waiting. */
export const moveHead = (tx: Tx, orgId: string, journal: Journal, count: number): Promise<void> =>
  moved(tx, orgId, journal, String(count));

const moved = preparePipelined((tx: Tx, orgId: Value, journal: Value, count: Value) =>
  tx
    .insertInto('activity_heads')
    .values({ org_id: orgId, journal, position: toNumber(count) })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'journal'])
        .doUpdateSet({ position: sql<number>`activity_heads.position + ${toNumber(count)}` }),
    ),
);

/** A position: a number, or a query by which the statement that needs it finds it. */
type Position = number | Expression<number> | (() => Expression<number>);

/** Reserves positions without reading them: returns subqueries to put into the inserts. */
export async function reservePositionQueries(
  tx: Tx,
  orgId: string,
  journal: Journal,
  count: number,
): Promise<Expression<number>[]> {
  await moveHead(tx, orgId, journal, count);
  return Array.from({ length: count }, (_, place) =>
    buildPositionQuery(tx, orgId, journal, count - 1 - place),
  );
}

/** The position of a row that `others` more rows follow among those whose positions were taken last. */
export const buildPositionQuery = (
  tx: Tx,
  orgId: string,
  journal: Journal,
  others: number,
): Expression<number> =>
  sql<number>`${buildHeadQuery(tx, sql<string>`${orgId}`, sql<string>`${journal}`)} - ${sql.lit(others)}`;

/** The last position of a journal, as a part of a statement. */
export const buildHeadQuery = (tx: Tx, orgId: Expression<string>, journal: Expression<string>) =>
  tx
    .selectFrom('activity_heads')
    .select('position')
    .where('org_id', '=', orgId)
    .where('journal', '=', journal);

/**
 * Notes on which position each day of the added rows begins; rows are in the order of their positions. Call it after
 * these were taken, in the same transaction. Each process writes the day of a journal at most once.
 */
export async function recordJournalDays(
  tx: Tx,
  orgId: string,
  journal: Journal,
  rows: readonly { at: string; position: Position }[],
): Promise<void> {
  const known = getKnownRows(tx);
  const name = `journal day ${orgId} ${journal}`;
  const today = getJournalDay(getNow());
  const days = Map.groupBy(rows, ({ at }) => getJournalDay(at));
  for (const [day, [first]] of days) {
    if (first === undefined || known.get(name) === day) continue;
    const position = typeof first.position === 'function' ? first.position() : first.position;
    await runPipelined(tx, insertDay(tx, { org_id: orgId, journal, day, first: position }));
    // Days before today are deleted one day, perhaps while this process runs.
    if (day === today) onCommit(tx, () => known.set(name, day));
  }
}

const insertDay = (
  tx: Tx,
  day: { org_id: string; journal: string; day: string; first: number | Expression<number> },
): Compilable =>
  tx
    .insertInto('activity_days')
    .values(day)
    .onConflict((conflict) => conflict.columns(['org_id', 'journal', 'day']).doNothing());

/** The day of a moment in UTC. */
export const getJournalDay = (moment: string): string => moment.slice(0, 10);

/** The position before the first row of a journal that happened on or after a day. */
export async function findPositionBefore(
  db: Db,
  orgId: string,
  journal: Journal,
  day: string,
): Promise<number> {
  const { first } = await db
    .selectFrom('activity_days')
    .select(sql<number | null>`min(first)`.as('first'))
    .where('org_id', '=', orgId)
    .where('journal', '=', journal)
    .where('day', '>=', day)
    .executeTakeFirstOrThrow();
  return first === null ? readJournalHead(db, orgId, journal) : first - 1;
}

/** The last position of a journal; 0 before its first row. */
export async function readJournalHead(db: Db, orgId: string, journal: Journal): Promise<number> {
  const head = await db
    .selectFrom('activity_heads')
    .select('position')
    .where('org_id', '=', orgId)
    .where('journal', '=', journal)
    .executeTakeFirst();
  return head?.position ?? 0;
}
