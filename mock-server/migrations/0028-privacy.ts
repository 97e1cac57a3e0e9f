import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** When the personal data of a deleted user was erased, and how long an organization keeps it. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('erased', 'text').execute();
  await sql`create index users_to_erase on users (deleted) where deleted is not null and erased is null`.execute(
    db,
  );
  await db.schema
    .createTable('privacy_settings')
    .addColumn('org_id', 'text', (column) => column.primaryKey())
    .addColumn('deleted_users_kept_in_days', 'integer', (column) => column.notNull())
    .execute();
}
