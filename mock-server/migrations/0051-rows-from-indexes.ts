import { type Kysely, SqliteAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * On SQLite, one index covers the columns of a person and of a device that rows of reports and feeds show: a tenth of
 * the pages, and one look-up instead of two. On PostgreSQL, an index entry can't hold as many bytes as names may have,
 * and frequent sign-ins would make it look up the rows in the table anyway.
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
