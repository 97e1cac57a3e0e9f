import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The browsers in which people want to be told, and the webhooks of organizations. */
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
  await db.schema
    .createTable('webhooks')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhooks_key', ['org_id', 'id'])
    .execute();
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('webhook', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('tried', 'text')
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['org_id', 'id'])
    .addForeignKeyConstraint(
      'webhook_deliveries_webhook',
      ['org_id', 'webhook'],
      'webhooks',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_webhook_id')
    .on('webhook_deliveries')
    .columns(['org_id', 'webhook', 'id'])
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_created')
    .on('webhook_deliveries')
    .column('created')
    .execute();
}
