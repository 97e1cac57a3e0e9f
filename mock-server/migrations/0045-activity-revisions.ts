import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The revision of the counts that catalogs show gets a row of its own: it is raised at the end of a transaction, and a
 * simultaneous change of the organization waits for nobody.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('activity_revisions')
    .addColumn('org_id', 'text', (column) =>
      column.primaryKey().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into activity_revisions (org_id, revision) select id, activity_revision from organizations`.execute(
    db,
  );
  await db.schema.alterTable('organizations').dropColumn('activity_revision').execute();
}
