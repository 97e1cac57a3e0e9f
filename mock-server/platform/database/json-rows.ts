import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Db } from './handles.ts';
import { unguarded } from './unguarded.ts';

/**
 * The values of a JSON list as a table with the column `value`, so that a statement is planned once for any number of
 * values.
 */
export const jsonRows = (db: Db, json: RawBuilder<string>): RawBuilder<unknown> =>
  unguarded(db).getExecutor().adapter instanceof PostgresAdapter
    ? sql`json_array_elements(cast(${json} as json))`
    : sql`json_each(${json})`;
