import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Jobs, and the links by which invited people choose their first password. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due', 'text', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('last_error', 'text')
    .addColumn('last_error_guid', 'text')
    .addColumn('created', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('jobs_pk', ['org_id', 'id'])
    .execute();
  await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'due']).execute();
  await db.schema
    .createTable('invitations')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('expires', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('invitations_pk', ['org_id', 'user'])
    .addForeignKeyConstraint('invitations_user', ['org_id', 'user'], 'users', ['org_id', 'id'])
    .execute();
}
