import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What people send to support, and mandatory applications that they continued without. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('support_reports')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('application', 'text')
    .addColumn('version', 'text')
    .addColumn('symptom', 'text')
    .addColumn('text', 'text')
    .addColumn('system', 'text')
    .addColumn('browser', 'text')
    .addColumn('catalog_version', 'text')
    .addColumn('created', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('support_reports_key', ['org_id', 'id'])
    .addForeignKeyConstraint(
      'support_reports_user',
      ['org_id', 'user'],
      'users',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('support_reports_of_user')
    .on('support_reports')
    .columns(['org_id', 'user', 'created'])
    .execute();
  await db.schema
    .createTable('deferrals')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('application', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deferrals_key', ['org_id', 'id'])
    .addUniqueConstraint('deferrals_once', ['org_id', 'user', 'device', 'version'])
    .addForeignKeyConstraint('deferrals_user', ['org_id', 'user'], 'users', ['org_id', 'id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
}
