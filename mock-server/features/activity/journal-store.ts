import { type Expression, sql } from 'kysely';
import { later } from '../../platform/database/changes/later.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import type { Kind } from './happened.ts';

/**
 * A journal is a table, or a part of one, whose rows have positions: 1, 2, 3 … for each organization. Rows appear in this
 * order, so who reads on from a position misses none and sees none twice; docs/decisions/0035.
 */
export type Journal = Kind | 'download' | 'usage';

/**
 * Takes the next positions of a journal; returns the first. The journal is locked until the transaction ends, so call it
 * late: nothing but the journal's own rows should be locked after it.
 */
export async function takePositions(tx: Tx, orgId: string, journal: Journal, count: number): Promise<number> {
  const { position } = await moved(tx, orgId, journal, count).returning('position').executeTakeFirstOrThrow();
  return position - count + 1;
}

const moved = (tx: Tx, orgId: string, journal: Journal, count: number) =>
  tx
    .insertInto('activity_heads')
    .values({ org_id: orgId, journal, position: count })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'journal'])
        .doUpdateSet((set) => ({ position: set('activity_heads.position', '+', count) })),
    );

/** A position that the database knows, or a query that finds it there. */
type Position = number | Expression<number>;

/** The same without waiting: the positions are queries for the statements that write the rows. */
export async function takePlaces(
  tx: Tx,
  orgId: string,
  journal: Journal,
  count: number,
): Promise<Expression<number>[]> {
  await later(tx, moved(tx, orgId, journal, count));
  const head = tx
    .selectFrom('activity_heads')
    .select('position')
    .where('org_id', '=', orgId)
    .where('journal', '=', journal);
  return Array.from({ length: count }, (_, place) => sql<number>`${head} - ${sql.lit(count - 1 - place)}`);
}

/** Says on which days rows happened that were added, in the order of their positions. Call it after these were taken, in that transaction. */
export async function noteDays(
  tx: Tx,
  orgId: string,
  journal: Journal,
  rows: readonly { at: string; position: Position }[],
): Promise<void> {
  const days = new Map<string, { first: Position; rows: number }>();
  for (const { at, position } of rows) {
    const day = dayOf(at);
    const noted = days.get(day) ?? { first: position, rows: 0 };
    days.set(day, { ...noted, rows: noted.rows + 1 });
  }
  for (const [day, noted] of days) {
    await later(
      tx,
      tx
        .insertInto('activity_days')
        .values({ org_id: orgId, journal, day, ...noted })
        .onConflict((conflict) =>
          conflict
            .columns(['org_id', 'journal', 'day'])
            .doUpdateSet((set) => ({ rows: set('activity_days.rows', '+', noted.rows) })),
        ),
    );
  }
}

/** The day of a moment in UTC. */
export const dayOf = (moment: string): string => moment.slice(0, 10);

/** The position before the first row of a journal that happened on a day or later. */
export async function positionBefore(db: Db, orgId: string, journal: Journal, day: string): Promise<number> {
  const { first } = await db
    .selectFrom('activity_days')
    .select(sql<number | null>`min(first)`.as('first'))
    .where('org_id', '=', orgId)
    .where('journal', '=', journal)
    .where('day', '>=', day)
    .executeTakeFirstOrThrow();
  return first === null ? headOf(db, orgId, journal) : first - 1;
}

/** The last position of a journal; 0 before its first row. */
export async function headOf(db: Db, orgId: string, journal: Journal): Promise<number> {
  const head = await db
    .selectFrom('activity_heads')
    .select('position')
    .where('org_id', '=', orgId)
    .where('journal', '=', journal)
    .executeTakeFirst();
  return head?.position ?? 0;
}
