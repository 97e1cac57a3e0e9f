import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Messages: notifications are kept in the catalog too. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('notifications')
    .addColumn('people', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('messages')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('notification', 'text', (column) => column.notNull())
    .addColumn('read', 'text')
    .addPrimaryKeyConstraint('messages_key', ['org_id', 'user', 'notification'])
    .addForeignKeyConstraint(
      'messages_notification',
      ['org_id', 'notification'],
      'notifications',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('messages_user', ['org_id', 'user'], 'users', ['org_id', 'id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('messages_notification')
    .on('messages')
    .columns(['org_id', 'notification'])
    .execute();
}
