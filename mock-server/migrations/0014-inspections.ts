import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What inspections of packages found, one row for each version that one was asked for. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('inspections')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('psk', 'bigint', (column) => column.notNull())
    .addColumn('run', 'text')
    .addColumn('engine', 'integer')
    .addColumn('sha256', 'text')
    .addColumn('finished', 'text')
    .addColumn('report', 'text')
    .addColumn('privacy', 'text')
    .addColumn('problem', 'text')
    .addPrimaryKeyConstraint('inspections_key', ['org_id', 'version'])
    .addForeignKeyConstraint(
      'inspections_version',
      ['org_id', 'version'],
      'versions',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
}
