import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The setting how long rows of the audit log are kept gets a keyed hash: otherwise somebody with access to the database
 * could make the service delete them. Earlier settings have no hash, and are used again only after they are chosen
 * again.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('audit_heads').addColumn('days_mac', 'text').execute();
}
