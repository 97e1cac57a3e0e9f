import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';

export type EventRow = Tables['policy_events'];

/**
 * Keeps the events that are not there yet; returns those. They are written in the order of their ids: two
 * requests with the same events in different orders would wait for each other for ever.
 */
export async function insertEvents(tx: Tx, rows: readonly EventRow[]): Promise<EventRow[]> {
  const inserted = new Set<string>();
  const inOrder = rows.toSorted((left, right) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0));
  for (const part of chunks(inOrder)) {
    const fresh = await tx
      .insertInto('policy_events')
      .values(part)
      .onConflict((conflict) => conflict.columns(['org_id', 'application', 'id']).doNothing())
      .returning('id')
      .execute();
    for (const { id } of fresh) inserted.add(id);
  }
  return inOrder.filter(({ id }) => inserted.delete(id));
}

/**
 * Deletes the oldest of the events that arrived before a moment: about `most`, because those of one moment go together. False
 * when none is left.
 */
export async function deleteOldest(db: Db, before: string, most: number): Promise<boolean> {
  const last = await db
    .selectFrom('policy_events')
    .select('received')
    .where('received', '<', before)
    .orderBy('received')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  const old = db.deleteFrom('policy_events').where('received', '<', before);
  await (last === undefined ? old : old.where('received', '<=', last.received)).execute();
  return last !== undefined;
}
