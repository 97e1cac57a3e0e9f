import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Columns that reports show, and indexes that they sort by. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('disabled_on', 'text').execute();
  await db.schema
    .createIndex('users_by_name')
    .on('users')
    .columns(['org_id', 'last_name_folded', 'first_name_folded', 'id'])
    .execute();
  await db.schema
    .createIndex('device_users_created')
    .on('device_users')
    .columns(['org_id', 'created', 'id'])
    .execute();
}
