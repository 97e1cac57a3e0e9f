import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * How long rows of the audit log are kept gets a keyed hash of its own: whoever sets it in the database would have the service delete
 * them. What was chosen before has none, and counts again once it is chosen again.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('audit_heads').addColumn('days_mac', 'text').execute();
}
