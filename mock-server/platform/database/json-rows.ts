import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Db } from './handles.ts';
import { unguarded } from './unguarded.ts';

/** A table of JSON values, one a row, whose column is `value`: of a text of JSON, so that a statement is planned once for any number of rows. */
export const jsonRows = (db: Db, json: RawBuilder<string>): RawBuilder<unknown> =>
  unguarded(db).getExecutor().adapter instanceof PostgresAdapter
    ? sql`json_array_elements(cast(${json} as json))`
    : sql`json_each(${json})`;
