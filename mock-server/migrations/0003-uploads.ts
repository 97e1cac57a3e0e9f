import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Resumable uploads that are not published yet, and indexes that find the rows that refer to an image. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('holder', 'text')
    .addColumn('held_until', 'text')
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('expires', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('uploads_key', ['org_id', 'id'])
    .execute();
  for (const [table, column] of [
    ['uploads', 'id'],
    ['uploads', 'expires'],
    ['uploads', 'sha256'],
    ['versions', 'icon'],
    ['applications', 'banner'],
    ['screenshots', 'image'],
    ['categories', 'icon'],
  ] as const) {
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
  }
}
