import type { ControlledTransaction, Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../../migrations/tables.ts';
import { isAway } from './lost-connection.ts';

/** Most cursors that are open at a time: each holds a connection, which others need. */
const maxCursors = 2;
/**
 * Milliseconds within which the next rows must be requested: a slower reader would hold a connection, and old rows, for
 * nothing.
 */
const maxFetchMs = 1_000;

/**
 * How much of the server's memory a cursor may use, and that all of its rows are wanted: by default PostgreSQL plans a
 * cursor for reading a tenth of them.
 */
const settings = [sql`set local work_mem = '64MB'`, sql`set local cursor_tuple_fraction = 1`];

/**
 * The rows of one statement, some at a time, in one snapshot: for rows that are all wanted, and sent on as they come.
 * It is given up when nobody has requested more for a while, or when the connection is lost; the reader then continues
 * with statements of their own.
 */
export class Cursor<R> {
  readonly #onClose: () => void;
  readonly #transaction: ControlledTransaction<Tables>;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(transaction: ControlledTransaction<Tables>, onClose: () => void) {
    this.#transaction = transaction;
    this.#onClose = onClose;
  }

  /** Begins to read. Errors: those of the statement. */
  async declare(query: RawBuilder<R>): Promise<void> {
    for (const setting of settings) await setting.execute(this.#transaction);
    await sql`declare rows no scroll cursor for ${query}`.execute(this.#transaction);
  }

  /** The next rows, none at the end; null when the cursor was given up. Errors: those of the statement. */
  async fetch(count: number): Promise<R[] | null> {
    if (this.#isOver) return null;
    this.#rest();
    try {
      const { rows } = await sql<R>`fetch ${sql.lit(count)} from rows`.execute(this.#transaction);
      this.#timer = setTimeout(() => void this.close(), maxFetchMs).unref();
      return rows;
    } catch (error) {
      await this.close();
      if (isAway(error)) return null;
      throw error;
    }
  }

  /** Ends the transaction; further calls do nothing. */
  async close(): Promise<void> {
    this.#rest();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onClose();
    // The transaction ended with its connection, if that was lost.
    await this.#transaction
      .rollback()
      .execute()
      .catch(() => undefined);
  }

  #rest(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** The cursors of a database. */
export class Cursors {
  readonly #db: Kysely<Tables>;
  #open = 0;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Opens a cursor; null where enough are open. Errors: those of the statement. */
  async open<R>(query: RawBuilder<R>): Promise<Cursor<R> | null> {
    if (this.#open >= maxCursors) return null;
    // Counted before anything is awaited: of many callers at the same moment only two are let in.
    this.#open += 1;
    const onClose = () => void (this.#open -= 1);
    const started = this.#db.startTransaction().execute();
    started.catch(onClose);
    const cursor = new Cursor<R>(await started, onClose);
    try {
      await cursor.declare(query);
      return cursor;
    } catch (error) {
      await cursor.close();
      throw error;
    }
  }
}
