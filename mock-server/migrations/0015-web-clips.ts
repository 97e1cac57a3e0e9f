import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Hybrid applications for iOS get the type of configuration profiles, which they become when they are built again. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('applications')
    .set({ type: 4 })
    .where('hybrid', 'is not', null)
    .where('type', '=', 0)
    .execute();
}
