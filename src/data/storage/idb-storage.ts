import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { Connection, isNewerThan } from './connection.ts';
import { abort, DatabaseGoneError, isQuota, NewerDatabaseError, withHandledFailure } from './faults.ts';
import {
  type AccountSchema,
  allStores,
  getNextVersion,
  type KeyOf,
  type SchemaStep,
  type StoreName,
  schemaSteps,
  upgrade,
  type ValueOf,
} from './schema.ts';
import type { Durability, Encryption, ReadTransaction, Storage, Transaction } from './storage.ts';

/** What to do when a database that was closed or deleted while the page was open is needed again. */
export interface Reopening {
  /** Whether it may be opened again: not when its account was signed out. */
  isWanted(): Promise<boolean>;
  /** Fills a database that had been deleted, before anything else is done in it. */
  refill(transaction: Transaction): Promise<void>;
  /** Called when a database that took too long, and so was not used, can be opened. */
  onOpenedLate?(): void;
}

interface IdbOptions {
  /** The schema; by default the catalog's own. */
  steps?: readonly SchemaStep[];
  reopening?: Reopening;
  /** Set where the records are encrypted. */
  encryption?: Encryption | undefined;
  /** Whether a database of a newer version of the catalog may be opened, to be read. */
  acceptsNewer?: boolean;
}

type Opened = Pick<IdbStorage, 'isNewer' | 'stores'> & Pick<IdbOptions, 'encryption'>;

const never: Reopening = { isWanted: async () => false, refill: async () => undefined };

/** The records of an account in IndexedDB. */
export class IdbStorage implements Storage {
  readonly #connection: Connection<AccountSchema>;
  readonly #encryption: Encryption | undefined;
  /** Whether it is of a newer version of the catalog, which may have other stores and records. */
  readonly isNewer: boolean;
  /** Those that exist, and have keys outside of their records. */
  readonly stores: readonly StoreName[];

  private constructor(connection: Connection<AccountSchema>, { encryption, isNewer, stores }: Opened) {
    this.#connection = connection;
    this.#encryption = encryption;
    this.isNewer = isNewer;
    this.stores = stores;
  }

  /** Opens or creates the database. Throws a `DoesNotOpenError`, or a `NewerDatabaseError`. */
  static async open(name: string, options: IdbOptions = {}): Promise<IdbStorage> {
    const { steps = schemaSteps, reopening = never, encryption, acceptsNewer = false } = options;
    const version = getNextVersion(steps);
    const connection = new Connection<AccountSchema>({
      name,
      version,
      stores: allStores,
      upgrade: (database, oldVersion, transaction) => upgrade(database, oldVersion, transaction, steps),
      isWanted: () => reopening.isWanted(),
      refill: (transaction) => reopening.refill(writing(transaction, encryption)),
      // One that opens too late is closed, or it would block the next version.
      onOpenedLate: (late) => {
        late.close();
        if (!connection.wasOpen) reopening.onOpenedLate?.();
      },
    });
    const database = await connection.open();
    const isNewer = isNewerThan(version, database.version);
    if (isNewer && !acceptsNewer) {
      connection.close();
      throw new NewerDatabaseError(name);
    }
    const stores = isNewer ? usableStores(database) : allStores;
    return new IdbStorage(connection, { encryption, isNewer, stores });
  }

  async read<T>(
    stores: readonly StoreName[],
    work: (transaction: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    const transaction = await this.#connection.begin((database) =>
      withHandledFailure(database.transaction([...stores], 'readonly')),
    );
    return work(reading(transaction, this.#encryption));
  }

  async write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    const transaction = await this.#connection.begin((database) =>
      withHandledFailure(database.transaction([...stores], 'readwrite', { durability })),
    );
    const failure = transaction.done.then(
      () => null,
      (fault: unknown) => (fault instanceof Error ? fault : new DatabaseGoneError('aborted')),
    );
    const result = await work(writing(transaction, this.#encryption)).catch(async (fault: unknown) => {
      abort(transaction);
      // A full disk fails the transaction; the error that `work` saw may only be a consequence of that.
      const reason = await failure;
      throw isQuota(reason) ? reason : fault;
    });
    const fault = await failure;
    if (fault !== null) throw fault;
    return result;
  }

  isPersisted(): boolean {
    return true;
  }

  close(): void {
    this.#connection.close();
  }
}

function usableStores(database: IDBPDatabase<AccountSchema>): StoreName[] {
  const existing = allStores.filter((store) => database.objectStoreNames.contains(store));
  return existing.filter((store) => withHandledFailure(database.transaction(store)).store.keyPath === null);
}

type Wrapped<Mode extends IDBTransactionMode> = IDBPTransaction<AccountSchema, StoreName[], Mode>;
type Writable = Wrapped<'readwrite'> | Wrapped<'versionchange'>;

const reading = (
  transaction: Wrapped<'readonly'> | Writable,
  encryption: Encryption | undefined,
): ReadTransaction => {
  const plain = reader(transaction);
  return encryption?.reading(plain) ?? plain;
};

const writing = (transaction: Writable, encryption: Encryption | undefined): Transaction => {
  const plain: Transaction = {
    ...reader(transaction),
    put: async (store, key, value) => void (await transaction.objectStore(store).put(value, key)),
    delete: async (store, key) => transaction.objectStore(store).delete(key),
    clear: async (store) => transaction.objectStore(store).clear(),
  };
  return encryption?.writing(plain) ?? plain;
};

const reader = (transaction: Wrapped<'readonly'> | Writable): ReadTransaction => ({
  get: async (store, key) => transaction.objectStore(store).get(key),
  all: async (store) => transaction.objectStore(store).getAll(),
  keys: async (store) => transaction.objectStore(store).getAllKeys(),
  entries: (store) => readEntries(transaction, store),
});

async function readEntries<S extends StoreName>(
  transaction: Wrapped<'readonly'> | Writable,
  store: S,
): Promise<[KeyOf<S>, ValueOf<S>][]> {
  const entries: [KeyOf<S>, ValueOf<S>][] = [];
  for await (const { primaryKey, value } of transaction.objectStore(store).iterate())
    entries.push([primaryKey, value]);
  return entries;
}
