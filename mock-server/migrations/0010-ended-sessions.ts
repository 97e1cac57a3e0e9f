import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Why sessions ended before their time, for the device that still holds the token. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('ended_sessions')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('ended_sessions_key', ['org_id', 'hash'])
    .execute();
  await db.schema.createIndex('ended_sessions_until').on('ended_sessions').column('until').execute();
}
