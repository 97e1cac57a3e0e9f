import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import type { Tx } from '../../platform/database/handles.ts';

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
