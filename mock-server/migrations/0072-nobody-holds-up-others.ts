import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Organizations take turns with many more kinds of job, and each browser is tried again on its own. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('jobs_turns').on('jobs').columns(['kind', 'org_id', 'due']).execute();
  const recipients = db.schema.alterTable('push_recipients');
  await recipients.addColumn('not_before', 'text', (column) => column.notNull().defaultTo('')).execute();
  await recipients.addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await recipients.addColumn('unanswered', 'integer', (column) => column.notNull().defaultTo(0)).execute();
}
