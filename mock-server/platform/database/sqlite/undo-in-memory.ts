import { sql } from 'kysely';
import type { Db } from '../handles.ts';
import { unguarded } from '../unguarded.ts';

/**
 * Lets the embedded database keep in memory what it needs to undo a part of a transaction, which is at most the pages
 * that the part changes. By default it writes each of these pages to a temporary file first, and every transaction that
 * shares a commit is such a part. Not to be called before migrations, which sort whole tables in temporary files; nor
 * once there are temporary tables and triggers, which it would drop.
 */
export async function undoInMemory(db: Db): Promise<void> {
  await sql`pragma temp_store = memory`.execute(unguarded(db));
}
