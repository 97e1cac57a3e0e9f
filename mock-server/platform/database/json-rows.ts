import { type Expression, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './handles.ts';
import { withoutGuard } from './unguarded.ts';

/**
 * The values of a JSON list as a table with the column `value`, so that a statement is planned once for any number of
 * values.
 */
export const selectJsonRows = (db: Db, json: RawBuilder<string>): RawBuilder<unknown> =>
  isServer(db) ? sql`json_array_elements(cast(${json} as json))` : sql`json_each(${json})`;

/**
 * Whether `text` is in a JSON array. Each engine can then read an index in its order, as for a list that is written
 * out.
 */
export const isInJson = (db: Db, text: Expression<string>, json: RawBuilder<string>): RawBuilder<SqlBool> =>
  isServer(db)
    ? sql`${text} = any(array(select json_array_elements_text(cast(${json} as json))))`
    : sql`${text} in (select value from json_each(${json}))`;

/** Values of a row as the text of one JSON array: drivers take longer for many columns than for one text. */
export const buildJsonArray = (db: Db, values: readonly Expression<unknown>[]): RawBuilder<string> =>
  isServer(db)
    ? sql`cast(json_build_array(${sql.join(values)}) as text)`
    : sql`json_array(${sql.join(values)})`;

/** The texts of a column, of all rows of a query, as the text of one JSON array. */
export const jsonList = (db: Db, column: Expression<string>): RawBuilder<string> =>
  isServer(db) ? sql`cast(json_agg(${column}) as text)` : sql`json_group_array(${column})`;

/**
 * A text to sort and group by without an index: SQLite would otherwise read all that an organization has in the order of
 * one. It has no other collation than the text, so that rows are still found by it.
 */
export const withoutIndex = (text: Expression<string>): RawBuilder<string> => sql`${text} || ''`;

const isServer = (db: Db): boolean => withoutGuard(db).getExecutor().adapter instanceof PostgresAdapter;
