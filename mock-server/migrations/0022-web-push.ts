import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The browsers that people want to be told in. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('messages', 'integer', (column) => column.notNull())
    .addColumn('updates', 'integer', (column) => column.notNull())
    .addColumn('replies', 'integer', (column) => column.notNull())
    .addColumn('changed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('push_subscriptions_key', ['org_id', 'user', 'device'])
    .addForeignKeyConstraint(
      'push_subscriptions_user',
      ['org_id', 'user'],
      'users',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  // A browser has one subscription, whoever is signed in on it and in whichever organization.
  await db.schema
    .createIndex('push_subscriptions_endpoint')
    .unique()
    .on('push_subscriptions')
    .column('endpoint')
    .execute();
}
