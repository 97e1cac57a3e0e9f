import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Users all of whose devices are, or soon will be, past the deadline of a mandatory application. */
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
