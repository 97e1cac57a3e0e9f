import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Up to which row of its audit log an organization's webhooks were told. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('audit_heads')
    .addColumn('told', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
