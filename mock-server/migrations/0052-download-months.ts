import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Downloads of whole months are kept as sums; the remaining days of a range are found by day. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('download_months')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('application', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('download_months_key', ['org_id', 'month', 'application', 'type'])
    .execute();
  await sql`
    insert into download_months (org_id, month, application, type, count)
    select org_id, substr(day, 1, 7), application, type, sum(count) from download_counts
    group by org_id, substr(day, 1, 7), application, type`.execute(db);
  await db.schema.dropIndex('download_counts_summed').execute();
  await db.schema
    .createIndex('download_counts_by_day')
    .on('download_counts')
    .columns(['org_id', 'day', 'application', 'type', 'count'])
    .execute();
}
