import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Which groups have an application, and which of its versions they name, is asked whenever it changes. */
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
