import {
  type CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

/** A SQLite database whose commits do not wait for the disk. */
export interface HastyDatabase extends SqliteDatabase {
  /** Resolves when the disk has all that was committed; null where it has that already. */
  durable(): Promise<void> | null;
  /** Whether no transaction is under way, and the disk has all that was committed: what is read now was, or could be, told to anybody. */
  isAtRest(): boolean;
}

/**
 * Kysely's dialect for SQLite, on which who commits waits for the disk while the process does other work. The connection is theirs until
 * then, so nobody reads what may be lost with the power; docs/decisions/0089.
 */
export class DurableDialect extends SqliteDialect {
  readonly #database: HastyDatabase;

  constructor(database: HastyDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new DurableDriver(this.#database);
  }
}

class DurableDriver extends SqliteDriver {
  readonly #database: HastyDatabase;
  #connection: DatabaseConnection | undefined;

  constructor(database: HastyDatabase) {
    super({ database });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= durable(await super.acquireConnection(), this.#database);
    return this.#connection;
  }
}

/** `commit` is a statement like any other, and a change outside of a transaction is committed with its own. */
function durable(connection: DatabaseConnection, database: HastyDatabase): DatabaseConnection {
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      const result = await connection.executeQuery<R>(query);
      const waiting = database.durable();
      if (waiting !== null) await waiting;
      return result;
    },
    streamQuery: <R>(query: CompiledQuery, size: number) => connection.streamQuery<R>(query, size),
  };
}
