import { setImmediate, setTimeout } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { isLost, isUnreachable, refused } from './lost-connection.ts';
import type { StatementNames } from './named-statements.ts';

/**
 * Milliseconds before each further try on another connection. Before the first the process only hears of what has happened meanwhile:
 * when a server ends every connection, the pool still holds others whose end it has not read.
 */
const pauses = [0, 50, 200];

/** Tries something that a lost connection leaves undone, until it is done or there is no server. */
async function again<R>(attempt: () => Promise<R>, waits: readonly number[] = pauses): Promise<R> {
  try {
    return await attempt();
  } catch (error) {
    const [wait, ...rest] = waits;
    if (wait === undefined || !isLost(error) || isUnreachable(error)) throw refused(error);
    await (wait === 0 ? setImmediate() : setTimeout(wait));
    return again(attempt, rest);
  }
}

/**
 * A pool that outlives its connections: what is lost with one before anything was done is done on another, and anything else is refused
 * with `unavailable`. Statements have the names that `names` gives them.
 */
export function lastingPool(pool: pg.Pool, names: StatementNames | null): PostgresPool {
  // Of a connection that ends the driver tells by an event, too: without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const connect = (): Promise<Connection> => pool.connect();
  return {
    options: pool.options,
    connect: async () => new LastingClient(await again(connect), connect, names),
    end: () => pool.end(),
  };
}

/** A connection as it is used here. */
interface Connection {
  query<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>>;
  release(destroy?: boolean): void;
}

/** A connection for one transaction, or for one statement without. */
class LastingClient implements PostgresPoolClient {
  /** Null once it was lost, and no other could be opened. */
  #connection: Connection | null;
  readonly #connect: () => Promise<Connection>;
  readonly #names: StatementNames | null;
  #isFirst = true;

  constructor(connection: Connection, connect: () => Promise<Connection>, names: StatementNames | null) {
    this.#connection = connection;
    this.#connect = connect;
    this.#names = names;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('Rows are read in pages here, not by cursors.');
    const name = this.#names?.of(text);
    const waits = this.#isFirst && isRepeatable(text) ? pauses : [];
    this.#isFirst = false;
    const statement = { text, values: [...values], ...(name !== undefined && { name }) };
    return again(() => this.#send<R>(statement), waits);
  }

  async #send<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    this.#connection ??= await this.#connect();
    try {
      return await this.#connection.query<R>(statement);
    } catch (error) {
      if (isLost(error)) this.release(true);
      throw error;
    }
  }

  release(destroy?: boolean): void {
    this.#connection?.release(destroy);
    this.#connection = null;
  }
}

/** What can be done again without doing it twice. */
const isRepeatable = (text: string): boolean => /^(select|begin|start transaction)\b/i.test(text);
