import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Details of the audit log that the service erased are told from those that a hand took away. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('erasure', 'text').execute();
}
