import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** Statements that are prepared; each is kept by the server once a connection. */
const mostNamed = 300;
/** How often a statement must run before it is: those whose text grows with their values rarely come twice. */
const runsBeforeNamed = 5;
/** Statements whose runs are counted. */
const counted = 2_000;

/**
 * A pool of which the server plans each statement that comes again once a connection, not with every run: a statement with a name
 * is prepared there and kept; PostgreSQL's documentation, Extended Query. A join of five tables costs ten times more to plan than to run.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new StatementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrapped = (client: pg.PoolClient): PostgresPoolClient => {
    const known = clients.get(client) ?? new PreparingClient(client, names);
    clients.set(client, known);
    return known;
  };
  return {
    options: pool.options,
    connect: async () => wrapped(await pool.connect()),
    end: () => pool.end(),
  };
}

/** Which statements have names. */
class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #runs = new LRUCache<string, number>({ max: counted });

  /** The name of a statement that is about to run; undefined while it has none. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostNamed) return known;
    const runs = 1 + (this.#runs.get(text) ?? 0);
    this.#runs.set(text, runs);
    if (runs < runsBeforeNamed || !isPlanned(text)) return undefined;
    const name = createHash('sha256').update(text).digest('base64url');
    this.#names.set(text, name);
    this.#runs.delete(text);
    return name;
  }
}

/** Not what has no plan, like `begin`; and not `*`, whose columns another instance may change by a migration while this one runs. */
const isPlanned = (text: string): boolean =>
  /^(select|insert|update|delete|with)\b/.test(text) && !/\*(?!\))/.test(text);

/** A connection as it is used here. */
interface Connection {
  query<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>>;
  release(destroy?: boolean): void;
}

/** A connection that runs statements by their names. */
class PreparingClient implements PostgresPoolClient {
  readonly #client: Connection;
  readonly #names: StatementNames;

  constructor(client: Connection, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('Rows are read in pages here, not by cursors.');
    const name = this.#names.of(text);
    const statement = { text, values: [...values], ...(name !== undefined && { name }) };
    return this.#client.query<R>(statement);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
