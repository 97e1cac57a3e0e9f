import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Terms of organizations and applications, people's answers to them, and the location permission that devices report.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('devices').addColumn('location_permission', 'text').execute();
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
    .createIndex('terms_by_subject')
    .on('terms')
    .columns(['org_id', 'application', 'version'])
    .execute();
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
    .createIndex('terms_responses_by_user')
    .on('terms_responses')
    .columns(['org_id', 'user', 'terms', 'id'])
    .execute();
  await db.schema
    .createIndex('terms_responses_by_moment')
    .on('terms_responses')
    .columns(['org_id', 'at', 'id'])
    .execute();
}
