import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Of what changed together one row tells: a row and two entries of indexes for each application of a device's list were half of what it wrote. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('catalog_changes').addColumn('applications', 'text').execute();
}
