import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The table of pending changes has a sequence. In an unlogged table, the sequence is missing on a standby that takes
 * over: nothing could be recorded there, and so nothing changed.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table audit_pending set logged`.execute(db);
}
