import { type Compilable, type CompiledQuery, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Tx } from '../handles.ts';
import { writesAtOnce } from '../sqlite/read-at-once.ts';
import { unguarded } from '../unguarded.ts';
import { databaseOf } from './after-commit.ts';

/** At the beginning of a statement's text: nobody waits for its answer. */
export const laterMark = '/* later */ ';

/**
 * Runs a statement whose answer nobody needs. On PostgreSQL it is sent together with the next one of the transaction, or with its
 * `commit`: it costs no round trip, and what it locks is locked later. When it fails, that one does.
 */
export async function later(tx: Tx, statement: Compilable): Promise<void> {
  const query = statement.compile();
  await unguarded(tx).executeQuery({ ...query, sql: laterMark + query.sql });
}

/** Values that are supplied when a statement runs. */
type Values<A extends readonly (string | number)[]> = { [K in keyof A]: RawBuilder<A[K]> };

interface Template {
  query: CompiledQuery;
  /** For each parameter of the statement, the position of its value. */
  slots: readonly number[];
}

/**
 * The same for what is written with much that is done: the statement is built once for each engine, since building takes longer than
 * SQLite needs to run it. Constants must be literals.
 */
export function laterPrepared<A extends readonly (string | number)[]>(
  build: (tx: Tx, ...values: Values<A>) => Compilable,
): (tx: Tx, ...values: A) => Promise<void> {
  const templates = new Map<boolean, Template>();
  return async (tx, ...values) => {
    const isServer = unguarded(tx).getExecutor().adapter instanceof PostgresAdapter;
    const { query, slots } = templates.get(isServer) ?? templateOf(build, tx, values.length);
    templates.set(isServer, { query, slots });
    const parameters = slots.map((slot) => values[slot]);
    const db = databaseOf(tx);
    const write = db === null ? null : writesAtOnce(db);
    if (write === null) await unguarded(tx).executeQuery({ ...query, parameters });
    else write(query.sql, parameters);
  };
}

function templateOf<A extends readonly (string | number)[]>(
  build: (tx: Tx, ...values: Values<A>) => Compilable,
  tx: Tx,
  count: number,
): Template {
  const markers = Array.from({ length: count }, (_, position) => `\u0001value ${position}`);
  const values = markers.map((marker) => sql`${marker}`);
  const query = build(tx, ...(values as Values<A>)).compile();
  const slots = query.parameters.map((parameter) => markers.indexOf(String(parameter)));
  if (slots.includes(-1))
    throw new Error('A prepared statement takes only its values as parameters: write constants with lit().');
  return { query: { ...query, sql: laterMark + query.sql }, slots };
}
