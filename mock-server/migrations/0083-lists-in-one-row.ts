import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The versions that a device has are one row: an update of fifty applications rewrote fifty rows, and on PostgreSQL their
 * index entries too. Nothing is copied into the new table, however large `installed` is: a device that has no row in it
 * yet is read from `installed`. Instances of the version before go on writing there; what was reported last is true.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('inventories')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('versions', 'text', (column) => column.notNull())
    .addColumn('reported', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('inventories_key', ['org_id', 'device'])
    .addForeignKeyConstraint(
      'inventories_device',
      ['org_id', 'device'],
      'devices',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
}
