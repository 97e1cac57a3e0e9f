import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Persons all of whose devices are about to be, or are, past the deadline of something mandatory. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('noncompliance')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('found', 'text', (column) => column.notNull())
    .addColumn('told', 'text')
    .addPrimaryKeyConstraint('noncompliance_key', ['org_id', 'user'])
    .execute();
}
