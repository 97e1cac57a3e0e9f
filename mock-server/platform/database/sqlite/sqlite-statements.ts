import type SqliteDatabase from 'better-sqlite3';
import type { SqliteDatabase as KyselyDatabase, SqliteStatement as KyselyStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { toRefusal } from '../postgres/lost-connection.ts';

/**
 * Prepared statements that are kept: the service runs the same few hundred, and preparing one takes longer than running
 * it.
 */
const maxStatements = 500;

/**
 * How transactions begin. A deferred one that has read can't wait for another process that writes: SQLite refuses its first
 * write at once, whatever `busy_timeout` says.
 */
const beginStatement = 'begin immediate';

/**
 * The embedded database as Kysely uses it. Statements are prepared once, and problems with the file (no room, no
 * rights, a lock) are errors with which a request can be answered.
 */
export function withPreparedStatements(sqlite: SqliteDatabase.Database): KyselyDatabase {
  const stored = new LRUCache<string, Statement>({ max: maxStatements });
  return {
    close: () => sqlite.close(),
    prepare: (text) => {
      const statement = stored.get(text) ?? new Statement(sqlite, text);
      // A statement whose rows are still being read can't be used again until it is done.
      if (statement.busy) return new Statement(sqlite, text);
      stored.set(text, statement);
      return statement;
    },
  };
}

class Statement implements KyselyStatement {
  readonly reader: boolean;
  readonly #sqlite: SqliteDatabase.Database;
  readonly #statement: SqliteDatabase.Statement<unknown[]>;
  readonly #undoes: boolean;

  constructor(sqlite: SqliteDatabase.Database, text: string) {
    this.#sqlite = sqlite;
    this.#statement = withSqliteErrors(() =>
      sqlite.prepare<unknown[]>(text === 'begin' ? beginStatement : text),
    );
    this.reader = this.#statement.reader;
    this.#undoes = text === 'rollback';
  }

  get busy(): boolean {
    return this.#statement.busy;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return withSqliteErrors(() => this.#statement.all(parameters));
  }

  run(parameters: readonly unknown[]): ReturnType<KyselyStatement['run']> {
    // SQLite has rolled the transaction back itself when there was no room for it.
    if (this.#undoes && !this.#sqlite.inTransaction) return { changes: 0, lastInsertRowid: 0 };
    return withSqliteErrors(() => this.#statement.run(parameters));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    const rows = withSqliteErrors(() => this.#statement.iterate(parameters));
    try {
      yield* rows;
    } catch (error) {
      throw toRefusal(error);
    }
  }
}

function withSqliteErrors<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    throw toRefusal(error);
  }
}
