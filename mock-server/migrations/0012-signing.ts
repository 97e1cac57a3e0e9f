import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Signing credentials, what delivered files are made of, and which versions wait for their first signature. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('credentials')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('platform', 'integer', (column) => column.notNull())
    .addColumn('expires', 'text', (column) => column.notNull())
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('sealed_password', 'text')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('told', 'text')
    .addPrimaryKeyConstraint('credentials_key', ['org_id', 'id'])
    .execute();
  await db.schema
    .createTable('preparations')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('application', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('credentials', 'text')
    .addColumn('additions', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('uploaded_status', 'integer', (column) => column.notNull())
    .addColumn('uploaded_details', 'text')
    .addColumn('requested', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('preparations_key', ['org_id', 'version'])
    .addForeignKeyConstraint(
      'preparations_version',
      ['org_id', 'version'],
      'versions',
      ['org_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('preparations_credentials')
    .on('preparations')
    .columns(['org_id', 'credentials'])
    .execute();
  await db.schema.alterTable('install_files').addColumn('replaced', 'text').execute();
  await db.schema.createIndex('install_files_replaced').on('install_files').column('replaced').execute();
  await db.schema
    .alterTable('versions')
    .addColumn('withheld', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
