import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Attempts to sign in are counted in one table, for accounts, for names that nobody has and for addresses, and reserved
 * before a password is checked. Also, from which places each person signed in.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('running', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('ends', 'text')
    .addColumn('last', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('attempts_key', ['key'])
    .execute();
  await db.schema.createIndex('attempts_last').on('attempts').column('last').execute();
  await db.schema
    .createTable('sign_in_places')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('last', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_in_places_key', ['org_id', 'user', 'place'])
    .execute();
  await db.schema.createIndex('sign_in_places_last').on('sign_in_places').column('last').execute();
  await db.schema.dropTable('strangers').execute();
  await db.schema.alterTable('users').dropColumn('failed_logins').execute();
}
