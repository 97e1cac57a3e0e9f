import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What people must accept, and what they said to it. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('terms')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('application', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('texts', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('terms_key', ['org_id', 'id'])
    .execute();
  await db.schema
    .createIndex('terms_application_version')
    .on('terms')
    .columns(['org_id', 'application', 'version'])
    .execute();
  // Responses outlive who gave them, as downloads do.
  await db.schema
    .createTable('terms_responses')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('terms', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('device', 'text')
    .addColumn('accepted', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('terms_responses_key', ['org_id', 'id'])
    .execute();
  await db.schema
    .createIndex('terms_responses_user')
    .on('terms_responses')
    .columns(['org_id', 'user', 'terms', 'id'])
    .execute();
  await db.schema
    .createIndex('terms_responses_at')
    .on('terms_responses')
    .columns(['org_id', 'at', 'id'])
    .execute();
}
