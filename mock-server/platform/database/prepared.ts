import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './handles.ts';
import { type ReadAtOnce, readsAtOnce } from './sqlite/read-at-once.ts';
import { unguarded } from './unguarded.ts';

/** A value that is supplied when the query runs. */
export type Value = RawBuilder<string>;

interface Template<O> {
  query: CompiledQuery<O>;
  /** For each parameter of the statement, the position of its value. */
  slots: readonly number[];
  /** Null where the database is a server. */
  atOnce: ReadAtOnce | null;
}

/**
 * A query that is built once for each database and then runs with different values: for the few queries that every request
 * needs, building costs more than running. Constants must be literals. Returns the first row.
 */
export function prepared<A extends Value[], O>(
  build: (db: Db, ...values: A) => Compilable<O>,
): (db: Db, ...values: { [K in keyof A]: string }) => Promise<O | undefined> {
  const rowsOf = preparedRows(build);
  return async (db, ...values) => (await rowsOf(db, ...values))[0];
}

/** The same for a query of which all rows are wanted. */
export function preparedRows<A extends Value[], O>(
  build: (db: Db, ...values: A) => Compilable<O>,
): (db: Db, ...values: { [K in keyof A]: string }) => Promise<O[]> {
  const templates = new WeakMap<Db, Template<O>>();
  return async (db, ...values) => {
    const template = templates.get(db) ?? makeTemplate(db, build, values.length);
    templates.set(db, template);
    const { query, slots, atOnce } = template;
    const parameters = slots.map((slot) => values[slot]);
    const ready = atOnce?.(parameters) ?? null;
    if (ready !== null) return ready as O[];
    const { rows } = await unguarded(db).executeQuery<O>({ ...query, parameters });
    return rows;
  };
}

function makeTemplate<A extends Value[], O>(
  db: Db,
  build: (db: Db, ...values: A) => Compilable<O>,
  count: number,
): Template<O> {
  const markers = Array.from({ length: count }, (_, position) => `\u0001value ${position}`);
  // SQLite plans a join again whenever a bare parameter in it is set, which takes ten times as long as the join. It does
  // not when the parameter is inside an expression.
  const values = markers.map((marker) => sql<string>`cast(${marker} as text)`);
  const query = build(db, ...(values as A)).compile();
  const slots = query.parameters.map((parameter) => markers.indexOf(String(parameter)));
  if (slots.includes(-1))
    throw new Error('A prepared query takes only its values as parameters: write constants with lit().');
  return { query, slots, atOnce: readsAtOnce(db, query.sql) };
}
