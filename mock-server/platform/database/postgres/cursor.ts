import { setTimeout as wait } from 'node:timers';
import type { ControlledTransaction, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../../migrations/tables.ts';
import type { Db } from '../handles.ts';
import { withoutGuard } from '../unguarded.ts';
import { isAway } from './lost-connection.ts';

/** Most cursors of one database that are open at a time: each holds a connection, which others need. */
const maxCursors = 2;
/**
 * Milliseconds within which the next rows must be requested: a slower reader would hold a connection, and old rows, for
 * nothing.
 */
const maxFetchMs = 1_000;

const open = new WeakMap<Db, number>();

const countOpen = (db: Db, more: 1 | -1): void => void open.set(db, (open.get(db) ?? 0) + more);

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
  readonly #db: Db;
  readonly #transaction: ControlledTransaction<Tables>;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  private constructor(db: Db, transaction: ControlledTransaction<Tables>) {
    this.#db = db;
    this.#transaction = transaction;
  }

  /** Opens a cursor; null where enough are open. Errors: those of the statement. */
  static async open<R>(db: Db, query: RawBuilder<R>): Promise<Cursor<R> | null> {
    if ((open.get(db) ?? 0) >= maxCursors) return null;
    // Counted before anything is awaited: of many callers at the same moment only two are let in.
    countOpen(db, 1);
    const started = withoutGuard(db).startTransaction().execute();
    started.catch(() => countOpen(db, -1));
    const cursor = new Cursor<R>(db, await started);
    try {
      for (const setting of settings) await setting.execute(cursor.#transaction);
      await sql`declare rows no scroll cursor for ${query}`.execute(cursor.#transaction);
      return cursor;
    } catch (error) {
      await cursor.close();
      throw error;
    }
  }

  /** The next rows, none at the end; null when the cursor was given up. Errors: those of the statement. */
  async fetch(count: number): Promise<R[] | null> {
    if (this.#isOver) return null;
    this.#rest();
    try {
      const { rows } = await sql<R>`fetch ${sql.lit(count)} from rows`.execute(this.#transaction);
      this.#timer = wait(() => void this.close(), maxFetchMs).unref();
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
    countOpen(this.#db, -1);
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
