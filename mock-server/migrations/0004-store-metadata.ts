import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Versions remember what was read from a public store, so that reading it again keeps what people wrote. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('versions').addColumn('store_said', 'text').execute();
}
