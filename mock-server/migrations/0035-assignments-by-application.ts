import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * An index for the groups that have an application, and for the versions that they name, which are looked up whenever
 * it changes.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('group_applications_application').execute();
  await db.schema
    .createIndex('group_applications_by_application')
    .on('group_applications')
    .columns(['org_id', 'application', 'group'])
    .execute();
  await db.schema
    .createIndex('group_versions_by_application')
    .on('group_versions')
    .columns(['org_id', 'application', 'group'])
    .execute();
}
