import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const day = 24 * 3_600_000;

/** What the clock said last, and since when it has not leapt, so that a wrong clock deletes nothing. It counts as steady until now. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('clock_marks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seen', 'text', (column) => column.notNull())
    .addColumn('steady_since', 'text', (column) => column.notNull())
    .execute();
  const now = Date.now();
  const mark = { seen: new Date(now).toISOString(), steady_since: new Date(now - day).toISOString() };
  await db
    .insertInto('clock_marks')
    .values({ id: 'service', ...mark })
    .execute();
}
