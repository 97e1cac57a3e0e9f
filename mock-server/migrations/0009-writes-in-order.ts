import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Recorded answers belong to a device, and for each writer the last number of each subject is kept. Answers from before
 * this change named no device; they are not needed once the catalogs that asked have received them.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('idempotency').execute();
  await db.schema
    .createTable('idempotency')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('response', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key', ['org_id', 'user', 'device', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_created').on('idempotency').column('created').execute();
  await db.schema
    .createTable('write_sequences')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('writer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('changed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('write_sequences_key', ['org_id', 'user', 'device', 'writer', 'subject'])
    .execute();
  await db.schema.createIndex('write_sequences_changed').on('write_sequences').column('changed').execute();
}
