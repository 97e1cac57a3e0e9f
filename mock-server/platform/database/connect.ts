import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { callbackify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../migrations/tables.ts';
import { makePrivate } from '../own-files.ts';
import {
  type ChangedCatalogs,
  listRaised,
  registerTransaction,
  runCommitHooks,
  runPendingWork,
} from './changes/transaction-state.ts';
import { foldText } from './fold.ts';
import type { Db, TrailTx, Tx } from './handles.ts';
import { createKnownRows } from './known-rows.ts';
import {
  configureConnection,
  defaultConnectMs,
  getMaxSilenceMs,
  type PostgresTimeouts,
} from './postgres/connection-settings.ts';
import { Cursors } from './postgres/cursor.ts';
import { allowDirectReads } from './postgres/direct.ts';
import { StatementNames } from './postgres/named-statements.ts';
import { createLastingPool } from './postgres/reconnecting-pool.ts';
import { type Reading, Replica, replicaTimes } from './postgres/replica.ts';
import { keepAliveDelayMs, ServerConnections } from './postgres/server-connections.ts';
import { withPreparedStatements } from './sqlite/sqlite-statements.ts';
import { TransactionQueue } from './sqlite/transaction-queue.ts';
import { withGuard } from './unguarded.ts';

export type DialectName = 'sqlite' | 'postgres';

export interface Database {
  db: Db;
  dialect: DialectName;
  /** The connections to the server that is written to; none for the embedded database. */
  lines: ServerConnections;
  /** Statements whose rows are read some at a time; only on PostgreSQL. */
  cursors: Cursors;
  /** Runs `work` in a transaction; rolls back when it throws. To change what catalogs show, use `changes.ts`. */
  transaction<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * The same for what people do on their own, such as a review or an inventory, which the audit log does not record:
   * `work` must change nothing that the log observes, or it would be recorded as done in the database by hand.
   */
  unaudited<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * Runs a statement that needs no transaction and that the audit log does not record. On SQLite it takes its turn with
   * the transactions, because its commit waits for the disk as theirs do.
   */
  runAlone<R>(work: (db: Db) => Promise<R>): Promise<R>;
  /** A transaction of the audit log itself, which the observer does not see. */
  auditTransaction<R>(work: (tx: TrailTx) => Promise<R>): Promise<R>;
  /**
   * Reads from the replica, in one snapshot, if there is one and `isThere` says it is recent enough; otherwise, or if that fails, from the
   * primary. So `work` may run twice.
   */
  read: Reading;
  /** The replica; null where there is none. */
  replica: Replica | null;
  /** Lets the audit log observe every other transaction. */
  observe(observer: TransactionObserver): void;
  /** Calls `listener` after each transaction of this process that changed what catalogs show. */
  onCatalogChange(listener: (changed: ChangedCatalogs) => void): void;
  close(): Promise<void>;
}

/** Takes part in each transaction. An error that it throws rolls the transaction back. */
export interface TransactionObserver {
  /** Called before the work of the transaction. */
  onBegin(tx: TrailTx): Promise<void>;
  /** Called after the work; returns what to do once the transaction is committed. */
  onEnd(tx: TrailTx): Promise<() => void>;
}

/** Where the data is: a file of the embedded database, or the address of a PostgreSQL server. */
export type DatabaseLocation = { file: string } | PostgresLocation;

export interface PostgresLocation {
  url: string;
  /** The address of a replica for reading. */
  readUrl?: string;
  /** Connections, by default 8. The replica gets as many more. */
  poolSize?: number;
  /** By default none, except 10 seconds for connecting. */
  timeouts?: Partial<PostgresTimeouts>;
  /**
   * False where a pooler between service and server gives each transaction another connection, on which nothing is
   * prepared.
   */
  prepares?: boolean;
}

/** Opens the database. Errors: those of the database driver when the file or server can't be used. */
export async function connect(location: DatabaseLocation): Promise<Database> {
  return 'file' in location ? openSqlite(location.file) : openPostgres(location);
}

/**
 * KiB of pages that SQLite keeps in memory. With its default of 16 MB, reading rows whose people and devices are
 * scattered over a large organization's tables takes twice as long: each person found reads pages from the file again.
 */
const cacheKiB = 64 * 1024;

/**
 * Pages of the write-ahead log with which a commit copies it into the file. That blocks the process, so it is done
 * more often than with SQLite's default of 1,000 pages, and takes less time each.
 */
const checkpointPages = 100;

async function openSqlite(file: string): Promise<Database> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite sorts large results in temporary files, and only this directory is certain to be writable.
  process.env.SQLITE_TMPDIR ??= dirname(file);
  const sqlite = new SqliteDatabase(file);
  // SQLite gives the files beside it the rights of this one.
  for (const end of ['', '-wal', '-shm']) makePrivate(`${file}${end}`);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma(`cache_size = -${cacheKiB}`);
  sqlite.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  // SQLite's lower() knows only ASCII; searching and sorting must treat Ä and ä as one letter, as PostgreSQL does.
  sqlite.function('lower', { deterministic: true }, (value: unknown) =>
    typeof value === 'string' ? foldText(value) : value,
  );
  const database = withPreparedStatements(sqlite);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  // Beside an open transaction it would read what is not committed: Kysely lets it wait.
  allowDirectReads(withGuard(db), (text, values) =>
    sqlite.inTransaction ? null : database.prepare(text).all(values),
  );
  const queue = new TransactionQueue();
  const transact: Transact = (work) => queue.run(() => db.transaction().execute(work));
  const open = createDatabase('sqlite', db, new ServerConnections(), transact);
  return {
    ...open,
    runAlone: (work) => queue.run(() => work(open.db)),
  };
}

/** PostgreSQL's type id of 64-bit integers, which are read as numbers: ours stay far below 2^53. */
const int8 = 20;

async function openPostgres(location: PostgresLocation): Promise<Database> {
  const { readUrl, timeouts } = location;
  const replica =
    readUrl === undefined
      ? null
      : { ...location, url: readUrl, timeouts: { ...timeouts, connect: replicaTimes.connect } };
  const lines = new ServerConnections();
  const pool = postgresPool(location, lines);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  allowDirectReads(withGuard(db), pool.read);
  return createDatabase(
    'postgres',
    db,
    lines,
    (work) => db.transaction().execute(work),
    replica &&
      new PostgresDialect({ pool: postgresPool(replica, new ServerConnections(), replicaTimes.statement) }),
  );
}

function postgresPool(
  { url, poolSize = 8, prepares = true, timeouts = {} }: PostgresLocation,
  lines: ServerConnections,
  silence = getMaxSilenceMs(timeouts),
) {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: timeouts.connect ?? defaultConnectMs,
    query_timeout: silence,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    stream: lines.open,
    // Statements that are issued at the same time are sent in one round trip.
    pipeline: true,
    verify: callbackify((client: pg.PoolClient) => configureConnection(client, timeouts)),
  });
  const names = prepares ? new StatementNames() : null;
  return createLastingPool(pool, lines, names);
}

/** Runs work in a transaction; rolls back when it throws. */
type Transact = <R>(work: (tx: Transaction<Tables>) => Promise<R>) => Promise<R>;

function createDatabase(
  name: DialectName,
  db: Kysely<Tables>,
  lines: ServerConnections,
  transact: Transact,
  near: Dialect | null = null,
): Database {
  const replica = near && new Replica(withGuard(db), new Kysely<Tables>({ dialect: near }));
  const listeners: ((changed: ChangedCatalogs) => void)[] = [];
  const nobody: TransactionObserver = { onBegin: async () => undefined, onEnd: async () => () => undefined };
  let observer = nobody;
  const knownRows = createKnownRows();
  const run = async <R>(work: (tx: TrailTx) => Promise<R>, by: TransactionObserver): Promise<R> => {
    const { result, raised, observed, handle } = await transact(async (tx) => {
      const handle = withGuard<TrailTx>(tx);
      registerTransaction(handle, knownRows);
      await by.onBegin(handle);
      const done = await work(handle);
      const observed = await by.onEnd(handle);
      await runPendingWork(handle);
      return { result: done, raised: listRaised(handle), observed, handle };
    });
    runCommitHooks(handle);
    observed();
    for (const changed of raised) for (const listener of listeners) listener(changed);
    return result;
  };
  return {
    db: withGuard(db),
    dialect: name,
    lines,
    cursors: new Cursors(db),
    transaction: (work) => run(work, observer),
    unaudited: (work) => run(work, nobody),
    replica,
    read: replica?.read ?? ((_isThere, work) => work(withGuard(db))),
    runAlone: (work) => work(withGuard(db)),
    auditTransaction: (work) => run(work, nobody),
    observe: (next) => void (observer = next),
    onCatalogChange: (listener) => void listeners.push(listener),
    close: async () => {
      await replica?.close();
      await db.destroy();
    },
  };
}
