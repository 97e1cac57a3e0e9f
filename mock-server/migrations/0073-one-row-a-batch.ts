import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * A message to a hundred thousand people is on record in a second. The devices that it goes to are a row for each batch, and who has it among
 * their messages is a row without foreign keys: to look for the one notification and for each person again was most of the time.
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
    // Tokens are random: to compress them costs time and saves nothing.
    await sql`alter table push_batches alter column recipients set storage external`.execute(db);
    await sql`alter table messages drop constraint messages_notification, drop constraint messages_user`.execute(
      db,
    );
  } else await makeMessagesAnew(db);
}

/** SQLite drops no foreign keys. Where a table is its own primary key, its rows are written once, not twice. */
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
