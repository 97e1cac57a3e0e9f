import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Indexes for reading and erasing the rows about a person, even where an organization's applications report very much.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('directory_by_user').on('directory').columns(['org_id', 'user']).execute();
  await sql`create index activity_by_user on activity (org_id, "user", kind, position) where "user" is not null`.execute(
    db,
  );
  await sql`create index policy_events_by_user on policy_events (org_id, "user", application, id) where "user" is not null`.execute(
    db,
  );
}
