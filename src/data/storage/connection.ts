import {
  type DBSchema,
  deleteDB,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import {
  abort,
  DatabaseGoneError,
  DoesNotOpenError,
  isClosed,
  isNamed,
  withHandledFailure,
} from './faults.ts';

/**
 * Versions of IndexedDB between two versions of a schema. A database that the browser left without one of its stores is
 * completed by an upgrade of its own, to the next of them: nothing of it has to be copied.
 */
export const versionsPerSchema = 1_000;

/** Milliseconds after which a database that does not open counts as refused: some browsers never answer. */
const maxOpeningMs = 5_000;

export type Upgrade<S extends DBSchema> = IDBPTransaction<S, StoreNames<S>[], 'versionchange'>;

export interface ConnectionOptions<S extends DBSchema> {
  name: string;
  /** The first version of IndexedDB for the schema. */
  version: number;
  stores: readonly StoreNames<S>[];
  /** Makes or migrates the stores. */
  upgrade(database: IDBPDatabase<S>, oldVersion: number, transaction: Upgrade<S>): void | Promise<void>;
  /** Whether a database that was deleted or closed while the page was open may be opened again. */
  isWanted(): Promise<boolean>;
  /** Fills a database that was deleted while the page was open, before anybody else sees it. */
  refill(transaction: Upgrade<S>): void | Promise<void>;
  /** Called when a database is open after all that was given up. `wasOpen`: whether the page has had it open before. */
  onOpenedLate(wasOpen: boolean): void;
}

/** A connection to a database, which is opened again when somebody has closed or deleted it. */
export class Connection<S extends DBSchema> {
  readonly #options: ConnectionOptions<S>;
  #database: Promise<IDBPDatabase<S>> | null = null;
  /** Whether the database has been open since the page was. */
  #wasOpen = false;
  #isClosed = false;

  constructor(options: ConnectionOptions<S>) {
    this.#options = options;
  }

  /** Throws a `DoesNotOpenError` when the browser refuses or does not answer in time, or a `DatabaseGoneError`. */
  open(): Promise<IDBPDatabase<S>> {
    if (this.#isClosed) return Promise.reject(new DatabaseGoneError(this.#options.name));
    if (this.#database !== null) return this.#database;
    const opening = this.#open().catch((fault: unknown) => {
      if (this.#database === opening) this.#database = null;
      throw fault;
    });
    this.#database = opening;
    return opening;
  }

  /** Begins work in the database, on a new connection when the browser has closed the earlier one. */
  async begin<T>(work: (database: IDBPDatabase<S>) => T | Promise<T>): Promise<T> {
    try {
      return await work(await this.open());
    } catch (fault) {
      if (!isClosed(fault)) throw fault;
      this.#drop();
      return work(await this.open());
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  #drop(): void {
    void this.#database?.then(
      (database) => database.close(),
      () => undefined,
    );
    this.#database = null;
  }

  /** Opens it again at once, because what the page knows of it must be on the disk before the page ends. */
  #handleLoss(): void {
    this.#drop();
    void this.open().catch(() => undefined);
  }

  async #open(): Promise<IDBPDatabase<S>> {
    const { name, isWanted } = this.#options;
    if (this.#wasOpen && !(await isWanted())) {
      this.#isClosed = true;
      throw new DatabaseGoneError(name);
    }
    const opening = this.#openComplete();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new DoesNotOpenError('The database does not answer.'));
      opening.then(
        (database) => this.#adopt(database),
        () => undefined,
      );
    }, maxOpeningMs);
    const refused = (cause: unknown) => {
      throw new DoesNotOpenError('The database is refused.', { cause });
    };
    const database = await Promise.race([opening.catch(refused), late]).finally(() => clearTimeout(timer));
    this.#wasOpen = true;
    return database;
  }

  /** Goes on with a database that opened late. */
  #adopt(database: IDBPDatabase<S>): void {
    if (this.#isClosed || this.#database !== null) return database.close();
    const wasOpen = this.#wasOpen;
    this.#wasOpen = true;
    this.#database = Promise.resolve(database);
    this.#options.onOpenedLate(wasOpen);
  }

  /** Opens it with all of its stores; one of a newer version as it is. */
  async #openComplete(): Promise<IDBPDatabase<S>> {
    const { version, stores } = this.#options;
    const database = await this.#openVersion(version).catch((fault: unknown) => {
      if (isNamed(fault, 'VersionError')) return this.#openVersion(undefined);
      throw fault;
    });
    const isComplete = stores.every((store) => database.objectStoreNames.contains(store));
    if (isComplete || isNewerThan(version, database.version)) return database;
    database.close();
    return this.#openVersion(database.version + 1);
  }

  /** `wanted`: none for a database that exists, as it is. */
  async #openVersion(wanted: number | undefined): Promise<IDBPDatabase<S>> {
    const { name, version, stores, upgrade, refill } = this.#options;
    let isRefilled = false;
    const make = async (made: IDBPDatabase<S>, oldVersion: number, transaction: Upgrade<S>) => {
      if (oldVersion < version) await upgrade(made, oldVersion, transaction);
      const missing = stores.filter((store) => !made.objectStoreNames.contains(store));
      for (const store of missing) made.createObjectStore(store);
      isRefilled = oldVersion === 0 && this.#wasOpen;
      if (isRefilled) await refill(transaction);
    };
    const database = await openDB<S>(name, wanted, {
      upgrade: (made, oldVersion, _newVersion, transaction) => {
        withHandledFailure(transaction);
        // One that was found to exist, and was deleted since, is not made.
        if (wanted === undefined) abort(transaction);
        else make(made, oldVersion, transaction).catch(() => abort(transaction));
      },
      blocking: (_version, next) => {
        if (next === null) this.#handleLoss();
        // A newer version of the catalog: this page's time is over.
        else if (isNewerThan(version, next)) this.close();
        else this.#drop();
      },
      terminated: () => this.#handleLoss(),
    });
    if (isRefilled) await flush(database, stores).catch(() => undefined);
    return database;
  }
}

/** Whether a version of IndexedDB is of a newer schema than another one. */
export const isNewerThan = (version: number, other: number): boolean =>
  Math.floor(other / versionsPerSchema) > Math.floor(version / versionsPerSchema);

/**
 * Writes a record again with strict durability, which also brings earlier writes to the disk. What a page brought back
 * into a deleted database was promised to the person, and the transaction that creates a database can't be strict.
 */
async function flush<S extends DBSchema>(
  database: IDBPDatabase<S>,
  stores: readonly StoreNames<S>[],
): Promise<void> {
  const transaction = withHandledFailure(
    database.transaction([...stores], 'readwrite', { durability: 'strict' }),
  );
  for (const store of stores) {
    const cursor = await transaction.objectStore(store).openCursor();
    if (cursor === null) continue;
    await cursor.update(cursor.value);
    break;
  }
  await transaction.done;
}

/** Deletes a database: its records at once, the database itself as soon as no tab holds it open. */
export async function deleteDatabase(name: string): Promise<void> {
  const clear = async () => {
    // Opened in whatever version it has.
    const database = await openDB(name);
    const stores = [...database.objectStoreNames];
    if (stores.length > 0) {
      const transaction = withHandledFailure(database.transaction(stores, 'readwrite'));
      await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done]);
    }
    database.close();
  };
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxOpeningMs);
  await Promise.race([clear().catch(() => undefined), late]).finally(() => clearTimeout(timer));
  await deleteDB(name);
}
