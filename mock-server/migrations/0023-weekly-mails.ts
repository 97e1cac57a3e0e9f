import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Mails that come once a week, and who does not want them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('weekly_mails')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('week', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('weekly_mails_key', ['org_id', 'week', 'kind', 'user'])
    .execute();
  await db.schema.createIndex('weekly_mails_week').on('weekly_mails').column('week').execute();
  await db.schema
    .createTable('mail_unsubscriptions')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mail_unsubscriptions_key', ['org_id', 'user', 'kind'])
    .execute();
}
