import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Versions remember what a public store said, so that a refresh leaves what people wrote. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('versions').addColumn('store_said', 'text').execute();
}
