import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The ids of the secret keys that this database was used with, so that a start with other keys is refused. They reveal nothing of the
 * keys. The table is filled by the next start.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('secret_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('added', 'text', (column) => column.notNull())
    .execute();
}
