import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Notifications to people and their devices, and the providers that send them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('devices').addColumn('android_push_token', 'text').execute();
  await db.schema.alterTable('devices').addColumn('push_token_told', 'text').execute();
  await db.schema
    .createTable('push_providers')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('changed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('push_providers_key', ['org_id', 'kind'])
    .execute();
  await db.schema
    .createTable('notifications')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('version', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('gathered', 'text')
    .addColumn('finished', 'text')
    .addColumn('devices', 'integer', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('ended', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('notifications_key', ['org_id', 'id'])
    .execute();
  await db.schema
    .createTable('push_recipients')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('notification', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('taken', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('push_recipients_key', ['org_id', 'notification', 'provider', 'token'])
    .addForeignKeyConstraint(
      'push_recipients_notification',
      ['org_id', 'notification'],
      'notifications',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('push_recipients_taken')
    .on('push_recipients')
    .columns(['org_id', 'notification', 'provider', 'taken'])
    .execute();
}
