import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { isLost, refused } from './lost-connection.ts';
import type { StatementNames } from './named-statements.ts';

/** How often a statement is sent again on another connection: each that the pool has may have ended. */
const mostRepeats = 3;

/**
 * A pool that outlives its connections: what is lost with one before anything was done is done on another, and anything else is refused
 * with `unavailable`. Statements have the names that `names` gives them.
 */
export function lastingPool(pool: pg.Pool, names: StatementNames | null): PostgresPool {
  // Of a connection that ends the driver tells by an event, too: without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const connect = async (): Promise<Connection> => {
    try {
      return await pool.connect();
    } catch (error) {
      throw refused(error);
    }
  };
  return {
    options: pool.options,
    connect: async () => new LastingClient(await connect(), connect, names),
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
    const repeats = this.#isFirst && isRepeatable(text) ? mostRepeats : 0;
    this.#isFirst = false;
    return this.#send<R>({ text, values: [...values], ...(name !== undefined && { name }) }, repeats);
  }

  async #send<R>(statement: pg.QueryConfig, repeats: number): Promise<PostgresQueryResult<R>> {
    this.#connection ??= await this.#connect();
    try {
      return await this.#connection.query<R>(statement);
    } catch (error) {
      if (repeats === 0 || !isLost(error)) throw refused(error);
    }
    this.release(true);
    return this.#send(statement, repeats - 1);
  }

  release(destroy?: boolean): void {
    this.#connection?.release(destroy);
    this.#connection = null;
  }
}

/** What can be done again without doing it twice. */
const isRepeatable = (text: string): boolean => /^(select|begin|start transaction)\b/i.test(text);
