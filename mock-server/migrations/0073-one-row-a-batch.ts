import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * A message to a hundred thousand people is recorded in a second. Its devices are stored as a row for each batch, and
 * the rows of messages have no foreign keys: looking up the same notification and each person again took most of the
 * time.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable('push_batches')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('notification', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('devices', 'integer', (column) => column.notNull())
    .addColumn('taken', 'integer', (column) => column.notNull())
    .addColumn('recipients', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('push_batches_key', ['org_id', 'notification', 'provider', 'id'])
    .addForeignKeyConstraint(
      'push_batches_notification',
      ['org_id', 'notification'],
      'notifications',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  if (isPostgres) {
    // Tokens are random: compressing them takes time and saves nothing.
    await sql`alter table push_batches alter column recipients set storage external`.execute(db);
    await sql`alter table messages drop constraint messages_notification, drop constraint messages_user`.execute(
      db,
    );
  } else await makeMessagesAnew(db);
}

/**
 * SQLite can't drop foreign keys, so the table is made again. Where a table is its own primary key, each row is written
 * once and not twice.
 */
async function makeMessagesAnew(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('messages_notification').execute();
  await db.schema.alterTable('messages').renameTo('messages_before').execute();
  await db.schema
    .createTable('messages')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('notification', 'text', (column) => column.notNull())
    .addColumn('read', 'text')
    .addPrimaryKeyConstraint('messages_key', ['org_id', 'user', 'notification'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into messages (org_id, "user", notification, read)
    select org_id, "user", notification, read from messages_before order by org_id, "user", notification`.execute(
    db,
  );
  await db.schema.dropTable('messages_before').execute();
  await db.schema
    .createIndex('messages_notification')
    .on('messages')
    .columns(['org_id', 'notification', 'user'])
    .execute();
}
