import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Hybrid applications for iOS have the type of configuration profiles: built again, they become one. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('applications')
    .set({ type: 4 })
    .where('hybrid', 'is not', null)
    .where('type', '=', 0)
    .execute();
}
