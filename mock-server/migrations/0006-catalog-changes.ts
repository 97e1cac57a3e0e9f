import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Which applications each raised revision stands for, and the order in which numbers changed. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('catalog_changes')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('application', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('catalog_changes_pk', ['org_id', 'scope', 'revision', 'application'])
    .execute();
  await db.schema.createIndex('catalog_changes_created').on('catalog_changes').column('created').execute();
  await db.schema
    .createIndex('applications_counted')
    .on('applications')
    .columns(['org_id', 'counts_revision'])
    .execute();
}
