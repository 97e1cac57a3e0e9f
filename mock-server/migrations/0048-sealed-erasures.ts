import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Details of the audit log that the service erased can be told apart from details that somebody removed by hand. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('erasure', 'text').execute();
}
