import type { Writable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { pipelinedMark } from '../changes/pipelined.ts';
import type { Read } from './direct.ts';
import { isInVain, isLost, toRefusal } from './lost-connection.ts';
import type { StatementNames } from './named-statements.ts';
import type { ServerConnections } from './server-connections.ts';

/**
 * Milliseconds before each further attempt on another connection. What ends one connection ends all, but the pool notices
 * it only one by one: a server on a busy machine ends them one after the other, and a firewall that has forgotten them
 * resets each when it is used. So there are as many attempts as a pool has connections, and then some on new ones. The first
 * pauses only let the process read what has happened meanwhile.
 */
const getPauses = (connections: number): readonly number[] => [
  ...Array.from({ length: connections }, () => 0),
  50,
  200,
  1_000,
];

/** Repeats work that a lost connection left undone, until it succeeds or there is no server. */
async function retryLost<R>(attempt: () => Promise<R>, waits: readonly number[]): Promise<R> {
  try {
    return await attempt();
  } catch (error) {
    const [wait, ...rest] = waits;
    if (wait === undefined || !isLost(error) || isInVain(error)) throw toRefusal(error);
    await (wait === 0 ? setImmediate() : setTimeout(wait));
    return retryLost(attempt, rest);
  }
}

/**
 * A pool that outlives its connections: work that is lost with a connection before anything was done is done on another
 * one. Anything else is refused with `unavailable`, as is everything while its `lines` are given up. Statements have
 * the names that `names` gives them.
 */
export function createLastingPool(
  pool: pg.Pool,
  lines: ServerConnections,
  names: StatementNames | null,
): PostgresPool & { read: Read } {
  // The driver also reports the end of a connection by an event: without a listener that event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const connect = async (): Promise<Connection> => {
    lines.assertUsed();
    return pool.connect();
  };
  const pauses = getPauses(pool.options.max ?? 0);
  const client = async () =>
    new ReconnectingClient(await retryLost(connect, pauses), { connect, pauses, names });
  return {
    options: pool.options,
    connect: client,
    end: () => pool.end(),
    read: async (text, values) => {
      const own = await client();
      try {
        return (await own.query(text, values)).rows;
      } finally {
        own.release();
      }
    },
  };
}

/** The part of a connection that is used here. */
interface Connection {
  /** The driver's own connection, with the stream that it writes to. */
  readonly connection: { readonly stream: Pick<Writable, 'cork' | 'uncork'> };
  query<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>>;
  release(destroy?: boolean): void;
}

/** Where a client's connections come from. */
interface Source {
  connect(): Promise<Connection>;
  /** Milliseconds before each further attempt. */
  pauses: readonly number[];
  /** The names of its statements; null: none is prepared. */
  names: StatementNames | null;
}

/**
 * A connection for one transaction, or for one statement outside of a transaction. In a transaction, `begin` and
 * statements whose answer is not awaited (`later`) are sent together with the next statement, or with `commit`.
 */
class ReconnectingClient implements PostgresPoolClient {
  /** Null after it was lost, when no other could be opened. */
  #connection: Connection | null;
  readonly #pool: Source;
  /** Statements that are sent together with the next one. */
  #pipelined: pg.QueryConfig[] = [];
  /** Whether nothing has been sent yet that may have had an effect. */
  #isFirst = true;
  /** What a transaction did is rolled back with its connection: nothing more of it may be done on another one. */
  #isOver = false;

  constructor(connection: Connection, pool: Source) {
    this.#connection = connection;
    this.#pool = pool;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('Rows are read in pages here, not by cursors.');
    if (this.#isOver) return this.#refuse(text);
    if (isBegin(text)) return this.#pipeline({ text });
    if (isPipelined(text))
      return this.#pipeline(this.#toNamedQuery(text.slice(pipelinedMark.length), values));
    if (text === 'rollback') this.#pipelined = [];
    if (this.#isFirst && isNothingSent(text, this.#pipelined)) return emptyResult();
    return this.#sendAll<R>(this.#toNamedQuery(text, values));
  }

  #toNamedQuery(text: string, values: readonly unknown[]): pg.QueryConfig {
    const name = this.#pool.names?.getName(text);
    return { text, values: [...values], ...(name !== undefined && { name }) };
  }

  #pipeline<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    this.#pipelined.push(statement);
    return emptyResult();
  }

  #sendAll<R>(last: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    const statements = [...this.#pipelined, last];
    const waits = this.#isFirst && isRepeatable(statements) ? this.#pool.pauses : [];
    this.#pipelined = [];
    this.#isFirst = false;
    return retryLost(() => this.#send<R>(statements), waits).catch((error: unknown) => {
      this.#isOver = this.#connection === null;
      throw error;
    });
  }

  async #refuse<R>(text: string): Promise<PostgresQueryResult<R>> {
    if (text === 'rollback') return emptyResult();
    throw toRefusal(new Error('Connection terminated with the transaction.'));
  }

  /** Sends statements at once, and answers with the result of the last one. Error: that of the first one that fails. */
  async #send<R>(statements: readonly pg.QueryConfig[]): Promise<PostgresQueryResult<R>> {
    this.#connection ??= await this.#pool.connect();
    const connection = this.#connection;
    const results = await Promise.allSettled(writeAll<R>(connection, statements));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) {
      if (results.some((result) => result.status === 'rejected' && isLost(result.reason))) this.release(true);
      throw failed.reason;
    }
    const last = results.at(-1);
    if (last?.status !== 'fulfilled') throw new Error('Nothing was sent.');
    return last.value;
  }

  release(destroy?: boolean): void {
    this.#connection?.release(destroy);
    this.#connection = null;
  }
}

/**
 * Writes statements to the connection with one system call. One call for each statement would cost more than the rest
 * of the work here.
 */
function writeAll<R>(
  connection: Connection,
  statements: readonly pg.QueryConfig[],
): Promise<PostgresQueryResult<R>>[] {
  const { stream } = connection.connection;
  stream.cork();
  try {
    return statements.map((statement) => connection.query<R>(statement));
  } finally {
    stream.uncork();
  }
}

/** The immediate answer for a statement that is not sent yet, or need not be sent. */
const emptyResult = <R>(): Promise<PostgresQueryResult<R>> =>
  Promise.resolve({ command: 'SELECT', rowCount: 0, rows: [] });

const isBegin = (text: string): boolean => /^(begin|start transaction)\b/i.test(text);
const isPipelined = (text: string): boolean => text.startsWith(pipelinedMark);

/** Whether a transaction ends before any of it was sent. */
const isNothingSent = (text: string, locked: readonly pg.QueryConfig[]): boolean =>
  (text === 'rollback' || text === 'commit') && locked.every((statement) => isBegin(statement.text ?? ''));

/**
 * Whether statements can be repeated without doing anything twice: reading, and the beginning of a transaction, which
 * leaves nothing when its connection is lost.
 */
function isRepeatable(statements: readonly pg.QueryConfig[]): boolean {
  const [first, last] = [statements[0]?.text ?? '', statements.at(-1)?.text ?? ''];
  return isBegin(first) ? last !== 'commit' : /^select\b/i.test(first);
}
