import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** An index for old events by the moment of their arrival. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('policy_events_received').on('policy_events').column('received').execute();
}
