import { sql } from 'kysely';
import type { Db } from '../../platform/database/handles.ts';
import { buildRowJson, type Sql } from '../journals/facade.ts';
import type { Feed, FeedFilter, Filters, QueryOptions } from './feed.ts';

/** The wanted rows: those between two positions, not older than a moment, at most `count`. */
export interface RowRange extends QueryOptions {
  orgId: string;
  after: number;
  upTo: number;
  since: string;
  limit: number;
  filters: Filters;
}

/** Rows by position, as the UTF-8 text of JSON objects separated by commas. */
export interface FoundRows {
  count: number;
  /** The position of the last one; null when there is none. */
  last: number | null;
  bytes: Buffer | null;
}

/**
 * Reads rows of a feed. The database writes their JSON: it then hands over one value for each row instead of a dozen,
 * and this process, which also has to serve others, only passes the text on.
 */
export async function readRows(db: Db, feed: Feed, wanted: RowRange): Promise<FoundRows> {
  const { table, at } = feed.main;
  const { orgId, after, upTo, since, limit, filters, dialect, namesDeleted } = wanted;
  const options = { dialect, namesDeleted };
  const position = sql.ref(`${table}.position`);
  const conditions = [
    sql`${sql.ref(`${table}.org_id`)} = ${orgId}`,
    sql`${position} > ${after}`,
    sql`${position} <= ${upTo}`,
    sql`${sql.ref(`${table}.${at}`)} >= ${since}`,
    ...(feed.where === undefined ? [] : [feed.where]),
    ...Object.entries(filters).flatMap(([name, value]) => filterOf(feed, name as FeedFilter, value)),
  ];
  const rows = sql<{ position: number; text: string }>`(
    select ${position} as position, ${buildRowJson(dialect, feed.columns(options))} as text from ${feed.tables(options)}
    where ${sql.join(conditions, sql` and `)} order by ${position} limit ${sql.lit(limit)})`;
  const texts = sql`string_agg(found.text, ',')`;
  const row = await db
    .selectFrom(rows.as('found'))
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.max<number | null>('found.position').as('last'),
      // SQLite hands over bytes with a single copy.
      sql<string | Buffer | null>`${dialect === 'sqlite' ? sql`cast(${texts} as blob)` : texts}`.as('texts'),
    ])
    .executeTakeFirstOrThrow();
  const { count, last, texts: written } = row;
  // PostgreSQL's driver keeps the row until a later one arrives.
  row.texts = null;
  return { count, last, bytes: typeof written === 'string' ? Buffer.from(written) : written };
}

function filterOf(feed: Feed, name: FeedFilter, value: number): Sql[] {
  const where = feed.filters[name];
  return where === undefined ? [] : [where(value)];
}
