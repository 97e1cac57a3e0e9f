import type SqliteDatabase from 'better-sqlite3';
import type { SqliteDatabase as KyselyDatabase, SqliteStatement as KyselyStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { refused } from './lost-connection.ts';

/** Prepared statements that are kept: the service runs the same few hundred, and preparing one costs more than running it. */
const statementsKept = 500;

/**
 * The embedded database as Kysely uses it: statements are prepared once, and what goes wrong with the file (no room, no rights, a lock)
 * is an error that a request can be answered with.
 */
export function withPreparedStatements(sqlite: SqliteDatabase.Database): KyselyDatabase {
  const kept = new LRUCache<string, Statement>({ max: statementsKept });
  return {
    close: () => sqlite.close(),
    prepare: (text) => {
      const statement = kept.get(text) ?? new Statement(sqlite, text);
      // A statement whose rows are still being read can't be used again until it is done.
      if (statement.busy) return new Statement(sqlite, text);
      kept.set(text, statement);
      return statement;
    },
  };
}

class Statement implements KyselyStatement {
  readonly reader: boolean;
  readonly #sqlite: SqliteDatabase.Database;
  readonly #statement: SqliteDatabase.Statement<unknown[]>;
  readonly #endsTransaction: boolean;

  constructor(sqlite: SqliteDatabase.Database, text: string) {
    this.#sqlite = sqlite;
    this.#statement = attempted(() => sqlite.prepare<unknown[]>(text));
    this.reader = this.#statement.reader;
    this.#endsTransaction = text === 'rollback';
  }

  get busy(): boolean {
    return this.#statement.busy;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return attempted(() => this.#statement.all(parameters));
  }

  run(parameters: readonly unknown[]): ReturnType<KyselyStatement['run']> {
    // SQLite has undone the transaction itself when there was no room for it.
    if (this.#endsTransaction && !this.#sqlite.inTransaction) return { changes: 0, lastInsertRowid: 0 };
    return attempted(() => this.#statement.run(parameters));
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
