import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Rows of the audit log outlive the key that sealed them: a row that was sealed again has a keyed hash of its place.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('resealed', 'text').execute();
}
