import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Journals: what happened, in an order in which nothing is ever added before the place that a reader has reached.
 * Downloads and the usage of applications stay in their tables and get a position there.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await journalTables(db);
  await numberDownloads(db);
  await numberUsage(db);
  await db.schema.alterTable('preparations').addColumn('requested_by', 'text').execute();
}

async function journalTables(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('activity_heads')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('journal', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('activity_heads_key', ['org_id', 'journal'])
    .execute();
  await db.schema
    .createTable('activity_days')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('journal', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('first', 'bigint', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('activity_days_key', ['org_id', 'journal', 'day'])
    .execute();
  await db.schema
    .createTable('activity')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('user', 'text')
    .addColumn('device', 'text')
    .addColumn('application', 'text')
    .addColumn('version', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('activity_key', ['org_id', 'kind', 'position'])
    .execute();
  await db.schema
    .createTable('download_counts')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('application', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('download_counts_key', ['org_id', 'application', 'type', 'day'])
    .execute();
}

async function numberDownloads(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('downloads')
    .addColumn('position', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update downloads set position = numbered.place
    from (
      select org_id, id, row_number() over (partition by org_id order by id) as place from downloads
    ) as numbered
    where numbered.org_id = downloads.org_id and numbered.id = downloads.id`.execute(db);
  await journalOf(db, 'download', sql`select org_id, position, created as at from downloads`);
  await sql`
    insert into download_counts (org_id, day, application, type, count)
    select downloads.org_id, substr(downloads.created, 1, 10), downloads.application,
      case when downloads.kind = 'direct' then 'direct' else 'native' end, count(*)
    from downloads
    group by 1, 2, 3, 4`.execute(db);
  await db.schema
    .createIndex('downloads_position')
    .unique()
    .on('downloads')
    .columns(['org_id', 'position'])
    .execute();
  await db.schema
    .createIndex('downloads_direct')
    .on('downloads')
    .columns(['org_id', 'position'])
    .where(sql.ref('kind'), 'in', sql`('direct', 'direct_catalog')`)
    .execute();
  await db.schema
    .createIndex('downloads_created')
    .on('downloads')
    .columns(['org_id', 'created', 'id'])
    .execute();
}

async function numberUsage(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('policy_events').addColumn('position', 'bigint').execute();
  await sql`
    update policy_events set position = numbered.place
    from (
      select org_id, application, id,
        row_number() over (partition by org_id order by received, application, id) as place
      from policy_events where kind = 'usage'
    ) as numbered
    where numbered.org_id = policy_events.org_id and numbered.application = policy_events.application
      and numbered.id = policy_events.id`.execute(db);
  await journalOf(db, 'usage', sql`select org_id, position, at from policy_events where kind = 'usage'`);
  await db.schema
    .createIndex('policy_events_position')
    .unique()
    .on('policy_events')
    .columns(['org_id', 'position'])
    .execute();
}

/** The head and the days of a journal for the rows that already exist. */
async function journalOf(db: Kysely<Tables>, journal: string, rows: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into activity_heads (org_id, journal, position)
    select org_id, ${sql.lit(journal)}, max(position) from (${rows}) as kept group by org_id`.execute(db);
  await sql`
    insert into activity_days (org_id, journal, day, first, rows)
    select org_id, ${sql.lit(journal)}, substr(at, 1, 10), min(position), count(*)
    from (${rows}) as kept group by org_id, substr(at, 1, 10)`.execute(db);
}
