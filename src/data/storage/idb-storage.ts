import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { sessionKey } from '../session/session-record.ts';
import { rescueName } from './database-name.ts';
import { abort, DatabaseGoneError, heard, isClosed, isQuota } from './faults.ts';
import { inTime } from './in-time.ts';
import {
  type AccountSchema,
  allStores,
  isMadeAnew,
  type KeyOf,
  type SchemaStep,
  type StoreName,
  schemaSteps,
  upgrade,
  type ValueOf,
  versionAfter,
} from './schema.ts';
import type { Coat, Durability, ReadTransaction, Storage, Transaction } from './storage.ts';

/** What to do when a database that was closed or deleted while the page was open is needed again. */
export interface Reopening {
  /** Whether it may be opened again: not when its account was signed out. */
  isWanted(): Promise<boolean>;
  /** Fills a database that had been deleted, before anything else is done in it. */
  refill(transaction: Transaction): Promise<void>;
  /** Called when a database that took too long, and so was not used, can be opened. */
  openedLate?(): void;
}

type Fill = (transaction: Transaction) => Promise<void>;

interface IdbOptions {
  /** The schema; by default the catalog's own. */
  steps?: readonly SchemaStep[];
  reopening?: Reopening;
  /** Set where the records are sealed. */
  coat?: Coat | undefined;
}

const never: Reopening = { isWanted: async () => false, refill: async () => undefined };

/** The records of an account in IndexedDB. */
export class IdbStorage implements Storage {
  readonly #name: string;
  /** Null while the database has another version of the schema. */
  #steps: readonly SchemaStep[] | null;
  readonly #reopening: Reopening;
  readonly #coat: Coat | undefined;
  #database: Promise<IDBPDatabase<AccountSchema>> | null = null;
  #wasOpen = false;
  #gone = false;
  /** What to fill a new database with; null once it is filled. */
  #fill: Fill | null = null;

  private constructor(name: string, { steps, reopening = never, coat }: IdbOptions) {
    this.#name = name;
    this.#steps = steps ?? null;
    this.#reopening = reopening;
    this.#coat = coat;
  }

  /** Opens or creates the database. Throws a `DoesNotOpenError`, or `DatabaseGoneError`. */
  static async open(name: string, { steps = schemaSteps, ...options }: IdbOptions = {}): Promise<IdbStorage> {
    const storage = new IdbStorage(name, { steps, ...options });
    await storage.#open();
    return storage;
  }

  /** Opens a database as it is, whatever version of the catalog made it. Throws as `open`. */
  static async openAsItIs(name: string, options: Omit<IdbOptions, 'steps'> = {}): Promise<IdbStorage> {
    const storage = new IdbStorage(name, options);
    await storage.#open();
    return storage;
  }

  async read<T>(
    stores: readonly StoreName[],
    work: (transaction: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    const transaction = await this.#begin((database) => heard(database.transaction([...stores], 'readonly')));
    return work(this.#reading(transaction));
  }

  async write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    const transaction = await this.#begin((database) =>
      database.transaction([...stores], 'readwrite', { durability }),
    );
    const failure = transaction.done.then(
      () => null,
      (fault: unknown) => (fault instanceof Error ? fault : new DatabaseGoneError('aborted')),
    );
    const result = await work(this.#writing(transaction)).catch(async (fault: unknown) => {
      abort(transaction);
      // A full disk fails the transaction; the error that `work` saw may only be a consequence of that.
      const reason = await failure;
      throw isQuota(reason) ? reason : fault;
    });
    const fault = await failure;
    if (fault !== null) throw fault;
    return result;
  }

  isKept(): boolean {
    return true;
  }

  /** Whether the data on the disk can be read only with the key. */
  get isSealed(): boolean {
    return this.#coat !== undefined;
  }

  /** The existing stores that have keys outside of their records, as every store of the catalog has. */
  async stores(): Promise<StoreName[]> {
    const database = await this.#open();
    const there = allStores.filter((store) => database.objectStoreNames.contains(store));
    return there.filter((store) => heard(database.transaction([store])).objectStore(store).keyPath === null);
  }

  /** Opens the database that holds the records while this one is made again. */
  openRescue(): Promise<IdbStorage> {
    return IdbStorage.open(rescueName(this.#name), { coat: this.#coat });
  }

  /** Whether the page ended while this database was being made again. */
  async hasRescue(): Promise<boolean> {
    const all = 'databases' in indexedDB ? await indexedDB.databases().catch(() => []) : [];
    return all.some(({ name }) => name === rescueName(this.#name));
  }

  deleteRescue(): Promise<void> {
    return deleteDB(rescueName(this.#name));
  }

  /**
   * Deletes the database and makes it again, filled by `fill` before anybody sees it. Returns whether that was done:
   * not where another tab was faster.
   */
  async recreate(fill: Fill): Promise<boolean> {
    this.#drop();
    this.#wasOpen = false;
    await deleteDB(this.#name);
    this.#fill = fill;
    await this.#open();
    const isFilled = this.#fill === null;
    this.#fill = null;
    return isFilled;
  }

  close(): void {
    this.#gone = true;
    this.#drop();
  }

  /** Whatever version it had, it is made again in this version. */
  #deleted(): void {
    this.#steps ??= schemaSteps;
    this.#closedByBrowser();
  }

  /** Opens it again at once, because what the page knows of it must be on the disk before the page ends. */
  #closedByBrowser(): void {
    this.#drop();
    void this.#open().catch(() => undefined);
  }

  #drop(): void {
    void this.#database?.then(
      (database) => database.close(),
      () => undefined,
    );
    this.#database = null;
  }

  /** Begins a transaction, on a new connection when the browser has closed the earlier one. */
  async #begin<T>(begin: (database: IDBPDatabase<AccountSchema>) => T): Promise<T> {
    try {
      return begin(await this.#open());
    } catch (fault) {
      if (!isClosed(fault)) throw fault;
      this.#drop();
      return begin(await this.#open());
    }
  }

  #open(): Promise<IDBPDatabase<AccountSchema>> {
    if (this.#gone) return Promise.reject(new DatabaseGoneError(this.#name));
    if (this.#database !== null) return this.#database;
    const connecting = this.#connect().catch((fault: unknown) => {
      if (this.#database === connecting) this.#database = null;
      throw fault;
    });
    this.#database = connecting;
    return connecting;
  }

  /** `fillsAtOnce`: a new database is filled before any other tab sees it; where that fails, as soon as it exists. */
  async #connect(fillsAtOnce = true): Promise<IDBPDatabase<AccountSchema>> {
    const isAgain = this.#wasOpen;
    if (isAgain && !(await this.#reopening.isWanted())) {
      this.#gone = true;
      throw new DatabaseGoneError(this.#name);
    }
    let isNew = false;
    const opening = openDB<AccountSchema>(
      this.#name,
      this.#steps === null ? undefined : versionAfter(this.#steps),
      {
        upgrade: (database, oldVersion, _newVersion, transaction) => {
          isNew = isMadeAnew(oldVersion);
          const made = upgrade(database, oldVersion, heard(transaction), this.#steps ?? []);
          const fill = this.#fill ?? (isAgain && fillsAtOnce ? this.#reopening.refill : null);
          made.then(() => this.#fillNew(isNew ? fill : null, transaction)).catch(() => abort(transaction));
        },
        // Deleted: it is made again when it is needed and wanted. A newer version: this page's time is over.
        blocking: (_version, next) => (next === null ? this.#deleted() : this.close()),
        terminated: () => this.#closedByBrowser(),
      },
    );
    const database = await inTime(opening).catch((fault: unknown) => {
      // A connection that opens too late is closed, or it would block the next version.
      const closeLate = (late: IDBPDatabase<AccountSchema>) => {
        late.close();
        return isAgain ? undefined : this.#reopening.openedLate?.();
      };
      opening.then(closeLate, () => undefined);
      if (isAgain && isNew && fillsAtOnce) return null;
      throw fault;
    });
    if (database === null) return this.#connect(false);
    this.#wasOpen = true;
    if (isAgain && isNew) await (fillsAtOnce ? flush(database) : this.#refill(database));
    return database;
  }

  async #fillNew(fill: Fill | null, transaction: Wrapped<'versionchange'>): Promise<void> {
    if (fill === null) return;
    await fill(this.#writing(transaction));
    this.#fill = null;
  }

  #reading(transaction: Wrapped<'readonly'>): ReadTransaction {
    return this.#coat?.reading(reading(transaction)) ?? reading(transaction);
  }

  #writing(transaction: Writable): Transaction {
    return this.#coat?.writing(writing(transaction)) ?? writing(transaction);
  }

  async #refill(database: IDBPDatabase<AccountSchema>): Promise<void> {
    const transaction = heard(database.transaction([...allStores], 'readwrite', { durability: 'strict' }));
    await Promise.all([this.#reopening.refill(this.#writing(transaction)), transaction.done]);
  }
}

/**
 * Writes a record again with strict durability, which also brings earlier writes to the disk. What a page brought back
 * into a deleted database was promised to the person, and the transaction that creates a database can't be strict.
 */
async function flush(database: IDBPDatabase<AccountSchema>): Promise<void> {
  const { store, done } = heard(database.transaction('session', 'readwrite', { durability: 'strict' }));
  const writing = async () => {
    const session = await store.get(sessionKey);
    if (session !== undefined) await store.put(session, sessionKey);
  };
  await Promise.all([writing(), done]).catch(() => undefined);
}

type Wrapped<Mode extends IDBTransactionMode> = IDBPTransaction<AccountSchema, StoreName[], Mode>;

type Writable = Wrapped<'readwrite'> | Wrapped<'versionchange'>;

const reading = (transaction: Wrapped<'readonly'> | Writable): ReadTransaction => ({
  get: async (store, key) => transaction.objectStore(store).get(key),
  all: async (store) => transaction.objectStore(store).getAll(),
  keys: async (store) => transaction.objectStore(store).getAllKeys(),
  entries: (store) => entriesOf(transaction, store),
});

async function entriesOf<S extends StoreName>(
  transaction: Wrapped<'readonly'> | Writable,
  store: S,
): Promise<[KeyOf<S>, ValueOf<S>][]> {
  const entries: [KeyOf<S>, ValueOf<S>][] = [];
  for await (const { primaryKey, value } of transaction.objectStore(store).iterate())
    entries.push([primaryKey, value]);
  return entries;
}

const writing = (transaction: Writable): Transaction => ({
  ...reading(transaction),
  put: async (store, key, value) => void (await transaction.objectStore(store).put(value, key)),
  delete: async (store, key) => transaction.objectStore(store).delete(key),
  clear: async (store) => transaction.objectStore(store).clear(),
});
