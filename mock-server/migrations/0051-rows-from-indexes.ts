import { type Kysely, SqliteAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * On SQLite, what rows of reports and feeds show of a person and a device is in one index: a tenth of the pages, and one look in place of
 * two. On PostgreSQL an entry may not have as many bytes as names may, and a sign-in would have each looked up in the table all the same.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  await db.schema
    .createIndex('users_shown')
    .on('users')
    .columns(['org_id', 'id', 'deleted', 'email', 'first_name', 'last_name', 'user_id'])
    .execute();
  await db.schema
    .createIndex('devices_shown')
    .on('devices')
    .columns(['org_id', 'id', 'name', 'model', 'form_factor'])
    .execute();
}
