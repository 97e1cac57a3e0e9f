import { setImmediate, setTimeout } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { laterMark } from '../changes/later.ts';
import { isInVain, isLost, refused } from './lost-connection.ts';
import type { StatementNames } from './named-statements.ts';
import type { ServerLines } from './server-lines.ts';

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
    if (wait === undefined || !isLost(error) || isInVain(error)) throw refused(error);
    await (wait === 0 ? setImmediate() : setTimeout(wait));
    return again(attempt, rest);
  }
}

/**
 * A pool that outlives its connections: what is lost with one before anything was done is done on another, and anything else is refused
 * with `unavailable`, as is everything while its `lines` are given up. Statements have the names that `names` gives them.
 */
export function lastingPool(pool: pg.Pool, lines: ServerLines, names: StatementNames | null): PostgresPool {
  // Of a connection that ends the driver tells by an event, too: without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const connect = async (): Promise<Connection> => {
    lines.assertUsed();
    return pool.connect();
  };
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
  /** The driver's own, on whose stream it writes; its types show it at clients outside of a pool only. */
  readonly connection?: Pick<pg.Connection, 'stream'>;
}

/**
 * A connection for one transaction, or for one statement without. In a transaction it sends `begin`, and what nobody waits for (`later`),
 * together with the next statement, and with `commit`.
 */
class LastingClient implements PostgresPoolClient {
  /** Null once it was lost, and no other could be opened. */
  #connection: Connection | null;
  readonly #connect: () => Promise<Connection>;
  readonly #names: StatementNames | null;
  /** What goes with the next statement. */
  #held: pg.QueryConfig[] = [];
  /** Whether nothing has been sent, but perhaps in vain. */
  #isFirst = true;
  /** What a transaction did is undone with its connection: nothing of it may be done on another. */
  #isOver = false;

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
    if (this.#isOver) return this.#refuse(text);
    if (isBegin(text)) return this.#hold({ text });
    if (isLater(text)) return this.#hold(this.#named(text.slice(laterMark.length), values));
    if (text === 'rollback') this.#held = [];
    if (this.#isFirst && isUndone(text, this.#held)) return nothing();
    return this.#sendAll<R>(this.#named(text, values));
  }

  #named(text: string, values: readonly unknown[]): pg.QueryConfig {
    const name = this.#names?.of(text);
    return { text, values: [...values], ...(name !== undefined && { name }) };
  }

  #hold<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    this.#held.push(statement);
    return nothing();
  }

  #sendAll<R>(last: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    const statements = [...this.#held, last];
    const waits = this.#isFirst && isRepeatable(statements) ? pauses : [];
    this.#held = [];
    this.#isFirst = false;
    return again(() => this.#send<R>(statements), waits).catch((error: unknown) => {
      this.#isOver = this.#connection === null;
      throw error;
    });
  }

  async #refuse<R>(text: string): Promise<PostgresQueryResult<R>> {
    if (text === 'rollback') return nothing();
    throw refused(new Error('Connection terminated with the transaction.'));
  }

  /** Sends them at once, and answers with what the last one does. Error: that of the first one that fails. */
  async #send<R>(statements: readonly pg.QueryConfig[]): Promise<PostgresQueryResult<R>> {
    this.#connection ??= await this.#connect();
    const connection = this.#connection;
    const results = await Promise.allSettled(asked<R>(connection, statements));
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

/** Asks for them in one write: each write is a call of the system, and wakes the server, which takes longer than most statements do. */
function asked<R>(
  client: Connection,
  statements: readonly pg.QueryConfig[],
): Promise<PostgresQueryResult<R>>[] {
  client.connection?.stream.cork();
  try {
    return statements.map((statement) => client.query<R>(statement));
  } finally {
    client.connection?.stream.uncork();
  }
}

/** What is answered at once for a statement that is not sent yet, or need not be. */
const nothing = <R>(): Promise<PostgresQueryResult<R>> =>
  Promise.resolve({ command: 'SELECT', rowCount: 0, rows: [] });

const isBegin = (text: string): boolean => /^(begin|start transaction)\b/i.test(text);
const isLater = (text: string): boolean => text.startsWith(laterMark);

/** Whether a transaction ends before any of it was sent. */
const isUndone = (text: string, held: readonly pg.QueryConfig[]): boolean =>
  (text === 'rollback' || text === 'commit') && held.every((statement) => isBegin(statement.text ?? ''));

/** What can be done again without doing it twice: reading, and the beginning of a transaction, which leaves nothing when its connection is lost. */
function isRepeatable(statements: readonly pg.QueryConfig[]): boolean {
  const [first, last] = [statements[0]?.text ?? '', statements.at(-1)?.text ?? ''];
  return isBegin(first) ? last !== 'commit' : /^select\b/i.test(first);
}
