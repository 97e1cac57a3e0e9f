import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** How far the webhooks of an organization were told of its audit log. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('audit_heads')
    .addColumn('told', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
