import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Old events are found by when they arrived, whoever reported them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('policy_events_received').on('policy_events').column('received').execute();
}
