import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The transaction that noted a change is identified by its session and the moment at which it began, which every server
 * that speaks PostgreSQL's protocol knows; only PostgreSQL knows its number (`tx`). Existing triggers go on writing
 * that number for instances of the version before.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const madeIn = isPostgres
    ? `(pg_backend_pid()::text || ' ' || extract(epoch from transaction_timestamp())::text)`
    : `''`;
  await sql.raw(`alter table audit_pending add column made_in text not null default ${madeIn}`).execute(db);
  await db.schema.dropIndex('audit_pending_tx').execute();
  await db.schema.createIndex('audit_pending_made_in').on('audit_pending').column('made_in').execute();
}
