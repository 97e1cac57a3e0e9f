import type SqliteDatabase from 'better-sqlite3';
import type { SqliteStatement as KyselyStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { refused } from '../postgres/lost-connection.ts';
import type { HastyDatabase } from './durable-dialect.ts';

/** Prepared statements that are kept: the service runs the same few hundred, and preparing one costs more than running it. */
const statementsKept = 500;

/**
 * The embedded database as Kysely uses it: statements are prepared once, and what goes wrong with the file (no room, no rights, a lock)
 * is an error that a request can be answered with. `committed` is called after each commit that changed anything, and resolves when the disk
 * has it.
 */
export function withPreparedStatements(
  sqlite: SqliteDatabase.Database,
  committed: () => Promise<void>,
): HastyDatabase {
  const kept = new LRUCache<string, Statement>({ max: statementsKept });
  const changes: Changes = { areThere: false, areOnTheirWay: false };
  return {
    close: () => sqlite.close(),
    prepare: (text) => {
      const statement = kept.get(text) ?? new Statement(sqlite, text, changes);
      // A statement whose rows are still being read can't be used again until it is done.
      if (statement.busy) return new Statement(sqlite, text, changes);
      kept.set(text, statement);
      return statement;
    },
    durable: () => {
      if (!changes.areThere || sqlite.inTransaction) return null;
      changes.areThere = false;
      changes.areOnTheirWay = true;
      return committed().finally(() => {
        changes.areOnTheirWay = false;
      });
    },
    isAtRest: () => !(changes.areThere || changes.areOnTheirWay || sqlite.inTransaction),
  };
}

/** What was written that the disk may not have. */
interface Changes {
  /** Nobody has begun to wait for the disk. */
  areThere: boolean;
  /** Somebody waits for the disk. */
  areOnTheirWay: boolean;
}

class Statement implements KyselyStatement {
  readonly reader: boolean;
  readonly #sqlite: SqliteDatabase.Database;
  readonly #statement: SqliteDatabase.Statement<unknown[]>;
  readonly #changes: Changes;
  readonly #writes: boolean;
  readonly #undoes: boolean;

  constructor(sqlite: SqliteDatabase.Database, text: string, changes: Changes) {
    this.#sqlite = sqlite;
    this.#statement = attempted(() => sqlite.prepare<unknown[]>(text));
    this.reader = this.#statement.reader;
    this.#changes = changes;
    this.#writes = !this.#statement.readonly;
    this.#undoes = text === 'rollback';
  }

  get busy(): boolean {
    return this.#statement.busy;
  }

  all(parameters: readonly unknown[]): unknown[] {
    if (this.#writes) this.#changes.areThere = true;
    return attempted(() => this.#statement.all(parameters));
  }

  run(parameters: readonly unknown[]): ReturnType<KyselyStatement['run']> {
    // SQLite has undone the transaction itself when there was no room for it.
    if (this.#undoes && !this.#sqlite.inTransaction) return { changes: 0, lastInsertRowid: 0 };
    if (this.#writes) this.#changes.areThere = true;
    const result = attempted(() => this.#statement.run(parameters));
    if (this.#undoes) this.#changes.areThere = false;
    return result;
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    const rows = attempted(() => this.#statement.iterate(parameters));
    try {
      yield* rows;
    } catch (error) {
      throw refused(error);
    }
  }
}

function attempted<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    throw refused(error);
  }
}
