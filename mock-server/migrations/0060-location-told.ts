import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** When a device last reported its location permission. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('devices').addColumn('location_told', 'text').execute();
}
