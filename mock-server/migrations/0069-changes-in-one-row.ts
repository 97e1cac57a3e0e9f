import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * One row of the change log can name several applications: a row and two index entries for each application of a
 * device's list were half of what a report of the list wrote.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('catalog_changes').addColumn('applications', 'text').execute();
}
