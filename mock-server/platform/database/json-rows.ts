import { type Expression, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './handles.ts';
import { unguarded } from './unguarded.ts';

/**
 * The values of a JSON list as a table with the column `value`, so that a statement is planned once for any number of
 * values.
 */
export const jsonRows = (db: Db, json: RawBuilder<string>): RawBuilder<unknown> =>
  isServer(db) ? sql`json_array_elements(cast(${json} as json))` : sql`json_each(${json})`;

/**
 * Whether `text` is in a JSON array. Each engine can then read an index in its order, as for a list that is written
 * out.
 */
export const isAmong = (db: Db, text: Expression<string>, json: RawBuilder<string>): RawBuilder<SqlBool> =>
  isServer(db)
    ? sql`${text} = any(array(select json_array_elements_text(cast(${json} as json))))`
    : sql`${text} in (select value from json_each(${json}))`;

const isServer = (db: Db): boolean => unguarded(db).getExecutor().adapter instanceof PostgresAdapter;
