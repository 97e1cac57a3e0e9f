import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A link to choose a password can be that of a reset. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('invitations')
    .addColumn('reset', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
