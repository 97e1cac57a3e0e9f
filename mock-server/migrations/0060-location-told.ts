import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** When a device last said how the permission to know where it is stands. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('devices').addColumn('location_told', 'text').execute();
}
