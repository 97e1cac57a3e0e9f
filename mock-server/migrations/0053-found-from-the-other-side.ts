import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Tables whose rows connect two objects, with the index by which rows are found from the second one. It contains the
 * whole key.
 */
const indexes = [
  { table: 'group_users', name: 'group_users_user', columns: ['user', 'group'] },
  {
    table: 'application_categories',
    name: 'application_categories_category',
    columns: ['category', 'application'],
  },
  {
    table: 'group_versions',
    name: 'group_versions_by_application',
    columns: ['application', 'group', 'version'],
  },
  { table: 'installed', name: 'installed_application', columns: ['application', 'device'] },
  { table: 'messages', name: 'messages_notification', columns: ['notification', 'user'] },
] as const;

/**
 * Without the whole key in the index, SQLite prefers to read an organization's whole primary key: finding a person's
 * groups took time in proportion to the members of the organization.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const { table, name, columns } of indexes) {
    await db.schema.dropIndex(name).execute();
    await db.schema
      .createIndex(name)
      .on(table)
      .columns(['org_id', ...columns])
      .execute();
  }
}
