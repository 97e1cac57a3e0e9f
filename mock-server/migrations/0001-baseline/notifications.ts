import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { belongsTo, index, isPostgres, required, uniqueIndex } from './builders.ts';

/** Notifications, mails and webhooks. */
export async function makeNotificationsTables(db: Kysely<Tables>): Promise<void> {
  await weeklyMails(db);
  await mailUnsubscriptions(db);
  await pushProviders(db);
  await notifications(db);
  await pushBatches(db);
  await pushRecipients(db);
  await messages(db);
  await pushSubscriptions(db);
  await webhooks(db);
  await webhookDeliveries(db);
}

async function weeklyMails(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('weekly_mails')
    .addColumn('org_id', 'text', required)
    .addColumn('week', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('state', 'text', required)
    .addPrimaryKeyConstraint('weekly_mails_key', ['org_id', 'week', 'kind', 'user'])
    .execute();
  await index(db, 'weekly_mails_week', 'weekly_mails', ['week']);
}

async function mailUnsubscriptions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('mail_unsubscriptions')
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('at', 'text', required)
    .addPrimaryKeyConstraint('mail_unsubscriptions_key', ['org_id', 'user', 'kind'])
    .execute();
}

async function pushProviders(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('push_providers')
    .addColumn('org_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('sealed', 'text', required)
    .addColumn('changed', 'text', required)
    .addPrimaryKeyConstraint('push_providers_key', ['org_id', 'kind'])
    .execute();
}

async function notifications(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('version', 'text')
    .addColumn('title', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('created_by', 'text', required)
    .addColumn('created', 'text', required)
    .addColumn('gathered', 'text')
    .addColumn('finished', 'text')
    .addColumn('people', 'integer', required)
    .addColumn('devices', 'integer', required)
    .addColumn('sent', 'integer', required)
    .addColumn('failed', 'integer', required)
    .addColumn('ended', 'integer', required)
    .addPrimaryKeyConstraint('notifications_key', ['org_id', 'id'])
    .execute();
}

async function pushBatches(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('push_batches')
    .addColumn('org_id', 'text', required)
    .addColumn('notification', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('devices', 'integer', required)
    .addColumn('taken', 'integer', required)
    .addColumn('recipients', 'text', required)
    .addPrimaryKeyConstraint('push_batches_key', ['org_id', 'notification', 'provider', 'id'])
    .$call(belongsTo('push_batches', 'notification', 'notifications'))
    .execute();
  // Tokens are random: compressing them takes time and saves nothing.
  if (isPostgres(db))
    await sql`alter table push_batches alter column recipients set storage external`.execute(db);
}

async function pushRecipients(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('push_recipients')
    .addColumn('org_id', 'text', required)
    .addColumn('notification', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('token', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('taken', 'integer', required)
    .addColumn('not_before', 'text', required)
    .addColumn('tries', 'integer', required)
    .addColumn('unanswered', 'integer', required)
    .addPrimaryKeyConstraint('push_recipients_key', ['org_id', 'notification', 'provider', 'token'])
    .$call(belongsTo('push_recipients', 'notification', 'notifications'))
    .execute();
  await index(db, 'push_recipients_taken', 'push_recipients', [
    'org_id',
    'notification',
    'provider',
    'taken',
  ]);
}

/**
 * Without foreign keys: a message to a hundred thousand people would look up the same notification and each person
 * again. Where SQLite keeps the rows in the primary key, each is written once and not twice.
 */
async function messages(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('notification', 'text', required)
    .addColumn('read', 'text')
    .addPrimaryKeyConstraint('messages_key', ['org_id', 'user', 'notification'])
    .$call((table) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)))
    .execute();
  await index(db, 'messages_notification', 'messages', ['org_id', 'notification', 'user']);
}

async function pushSubscriptions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('endpoint', 'text', required)
    .addColumn('p256dh', 'text', required)
    .addColumn('auth', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('messages', 'integer', required)
    .addColumn('updates', 'integer', required)
    .addColumn('replies', 'integer', required)
    .addColumn('changed', 'text', required)
    .addPrimaryKeyConstraint('push_subscriptions_key', ['org_id', 'user', 'device'])
    .$call(belongsTo('push_subscriptions', 'user', 'users'))
    .execute();
  // A browser has one subscription, whoever is signed in on it and in whichever organization.
  await uniqueIndex(db, 'push_subscriptions_endpoint', 'push_subscriptions', ['endpoint']);
}

async function webhooks(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('url', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('enabled', 'integer', required)
    .addColumn('sealed_secret', 'text', required)
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('webhooks_key', ['org_id', 'id'])
    .execute();
}

async function webhookDeliveries(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('webhook', 'text', required)
    .addColumn('event', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('created', 'text', required)
    .addColumn('tried', 'text')
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['org_id', 'id'])
    .$call(belongsTo('webhook_deliveries', 'webhook', 'webhooks'))
    .execute();
  await index(db, 'webhook_deliveries_webhook_id', 'webhook_deliveries', ['org_id', 'webhook', 'id']);
  await index(db, 'webhook_deliveries_created', 'webhook_deliveries', ['created']);
}
