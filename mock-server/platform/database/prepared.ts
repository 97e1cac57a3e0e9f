import { type Compilable, type CompiledQuery, type DialectAdapter, type RawBuilder, sql } from 'kysely';
import { pipelinedMark } from './changes/pipelined.ts';
import type { Db, Tx } from './handles.ts';
import { findDirectRead, type Read } from './postgres/direct.ts';
import { withoutGuard } from './unguarded.ts';

/** A value that is supplied when the query runs. */
export type Value<T extends string | null = string> = RawBuilder<T>;

/** A value as the number that its text says: values are supplied as texts. */
export const toNumber = (value: Value): RawBuilder<number> => sql<number>`cast(${value} as bigint)`;

/** What is supplied for it. */
type SuppliedValue<A extends readonly Value<string | null>[]> = {
  [K in keyof A]: A[K] extends RawBuilder<infer T> ? T : never;
};

interface Template<O> {
  query: CompiledQuery<O>;
  /** For each parameter of the statement, the position of its value. */
  slots: readonly number[];
  /** Null where the database is none. */
  direct: Read | null;
}

/**
 * A query that is built once for each database, its transactions included, and then runs with different values: for the few queries that
 * every request needs, building costs more than running. Constants must be literals. Returns the first row.
 */
export function prepareFirst<H extends Db, A extends Value<string | null>[], O>(
  build: (db: H, ...values: A) => Compilable<O>,
): (db: H, ...values: SuppliedValue<A>) => Promise<O | undefined> {
  const rowsOf = prepareRows(build);
  return async (db, ...values) => (await rowsOf(db, ...values))[0];
}

/** The same for a query of which all rows are wanted. */
export const prepareRows = <H extends Db, A extends Value<string | null>[], O>(
  build: (db: H, ...values: A) => Compilable<O>,
): ((db: H, ...values: SuppliedValue<A>) => Promise<O[]>) => createRunner(build, '');

/** The same for a statement whose answer nobody needs; `later` says how it is sent. */
export function preparePipelined<H extends Tx, A extends Value<string | null>[]>(
  build: (tx: H, ...values: A) => Compilable,
): (tx: H, ...values: SuppliedValue<A>) => Promise<void> {
  const run = createRunner(build, pipelinedMark);
  return async (tx, ...values) => void (await run(tx, ...values));
}

function createRunner<H extends Db, A extends Value<string | null>[], O>(
  build: (db: H, ...values: A) => Compilable<O>,
  mark: string,
): (db: H, ...values: SuppliedValue<A>) => Promise<O[]> {
  // By the adapter, the one object that a database and all its transactions have: a prepared query is a constant, which
  // tests use with many databases.
  const templates = new WeakMap<DialectAdapter, Template<O>>();
  return async (db, ...values) => {
    const kysely = withoutGuard(db);
    const { adapter } = kysely.getExecutor();
    const template = templates.get(adapter) ?? makeTemplate(db, build, values.length, mark);
    templates.set(adapter, template);
    const { query, slots, direct } = template;
    const parameters = slots.map((slot) => values[slot]);
    const read = kysely.isTransaction ? null : (direct?.(query.sql, parameters) ?? null);
    if (read !== null) return (await read) as O[];
    const { rows } = await kysely.executeQuery<O>({ ...query, parameters });
    return rows;
  };
}

function makeTemplate<H extends Db, A extends Value<string | null>[], O>(
  db: H,
  build: (db: H, ...values: A) => Compilable<O>,
  count: number,
  mark: string,
): Template<O> {
  const markers = Array.from({ length: count }, (_, position) => `\u0001value ${position}`);
  // SQLite plans a join again whenever a bare parameter in it is set, which takes ten times as long as the join. It does
  // not when the parameter is inside an expression.
  const values = markers.map((marker) => sql<string>`cast(${marker} as text)`);
  const query = build(db, ...(values as A)).compile();
  const slots = query.parameters.map((parameter) => markers.indexOf(String(parameter)));
  if (slots.includes(-1))
    throw new Error('A prepared query takes only its values as parameters: write constants with lit().');
  return {
    query: { ...query, sql: mark + query.sql },
    slots,
    direct: findDirectRead(db, query.sql),
  };
}
