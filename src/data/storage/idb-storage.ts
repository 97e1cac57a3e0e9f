import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { Connection, isNewerThan } from './connection.ts';
import { abort, DatabaseGoneError, isQuota, NewerDatabaseError, withHandledFailure } from './faults.ts';
import { convertRecords } from './reading.ts';
import {
  type AccountSchema,
  allStores,
  durableStores,
  getNextVersion,
  type KeyOf,
  type SchemaStep,
  type StoreName,
  schemaSteps,
  upgrade,
  type ValueOf,
} from './schema.ts';
import type { Seal } from './sealed/seal.ts';
import type { Durability, ReadTransaction, Storage, Transaction } from './storage.ts';

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
  /** Set where the values of the records are encrypted; names of stores and keys of records stay readable. */
  seal?: Seal | undefined;
  /** Whether a database of a newer version of the catalog may be opened, for the stores that can't be loaded again. */
  acceptsNewer?: boolean;
}

const never: Reopening = { isWanted: async () => false, refill: async () => undefined };

/** The records of an account in IndexedDB. */
export class IdbStorage implements Storage {
  readonly #connection: Connection<AccountSchema>;
  readonly #seal: Seal | undefined;
  /** The stores that can be used: not all of them in a database of a newer version of the catalog. */
  readonly stores: readonly StoreName[];
  readonly isNewer: boolean;

  private constructor(
    connection: Connection<AccountSchema>,
    seal: Seal | undefined,
    newer: IDBPDatabase<AccountSchema> | null,
  ) {
    this.#connection = connection;
    this.#seal = seal;
    this.isNewer = newer !== null;
    this.stores = newer === null ? allStores : listUsableStores(newer);
  }

  /** Opens or creates the database. Throws a `DoesNotOpenError`, or a `NewerDatabaseError`. */
  static async open(name: string, options: IdbOptions = {}): Promise<IdbStorage> {
    const { steps = schemaSteps, reopening = never, seal, acceptsNewer = false } = options;
    const version = getNextVersion(steps);
    const connection = new Connection<AccountSchema>({
      name,
      version,
      stores: allStores,
      upgrade: (database, oldVersion, transaction) => upgrade(database, oldVersion, transaction, steps),
      isWanted: () => reopening.isWanted(),
      refill: (transaction) => reopening.refill(writing(transaction, allStores, seal)),
      // One that opens too late is closed, or it would block the next version.
      onOpenedLate: (wasOpen) => {
        connection.close();
        if (!wasOpen) reopening.onOpenedLate?.();
      },
    });
    const database = await connection.open();
    const isNewer = isNewerThan(version, database.version);
    if (!isNewer || acceptsNewer) return new IdbStorage(connection, seal, isNewer ? database : null);
    connection.close();
    throw new NewerDatabaseError(name);
  }

  async read<T>(
    stores: readonly StoreName[],
    work: (transaction: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    const transaction = await this.#begin(stores, 'readonly');
    return work(reading(transaction, this.stores, this.#seal));
  }

  async write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    const transaction = await this.#begin(stores, 'readwrite', durability);
    const failure = transaction.done.then(
      () => null,
      (fault: unknown) => (fault instanceof Error ? fault : new DatabaseGoneError('aborted')),
    );
    const result = await work(writing(transaction, this.stores, this.#seal)).catch(async (fault: unknown) => {
      abort(transaction);
      // A full disk fails the transaction; the error that `work` saw may only be a consequence of that.
      const reason = await failure;
      throw isQuota(reason) ? reason : fault;
    });
    const fault = await failure;
    if (fault !== null) throw fault;
    return result;
  }

  close(): void {
    this.#connection.close();
  }

  /** Begins a transaction on those of the stores that can be used; on any where none can, since it needs one. */
  #begin<M extends 'readonly' | 'readwrite'>(stores: readonly StoreName[], mode: M, durability?: Durability) {
    const usable = stores.filter((store) => this.stores.includes(store));
    const scope = usable.length > 0 ? usable : this.stores.slice(0, 1);
    return this.#connection.begin((database) =>
      withHandledFailure(database.transaction(scope, mode, durability && { durability })),
    );
  }
}

/** Of a newer version's stores those that can't be loaded again, and have keys outside of their records. */
function listUsableStores(database: IDBPDatabase<AccountSchema>): StoreName[] {
  const existing = durableStores.filter((store) => database.objectStoreNames.contains(store));
  return existing.filter((store) => withHandledFailure(database.transaction(store)).store.keyPath === null);
}

type Wrapped<Mode extends IDBTransactionMode> = IDBPTransaction<AccountSchema, StoreName[], Mode>;
type Writable = Wrapped<'readwrite'> | Wrapped<'versionchange'>;

/** What binds a sealed value to its place. */
const getPlace = (store: StoreName, key: string | number): string => `${store}/${key}`;

/** A store that can't be used is empty. */
function reading(
  transaction: Wrapped<'readonly'> | Writable,
  stores: readonly StoreName[],
  seal: Seal | undefined,
): ReadTransaction {
  const has = (store: StoreName) => stores.includes(store);
  const all: ReadTransaction['all'] = async (store) =>
    has(store) ? transaction.objectStore(store).getAll() : [];
  const keys: ReadTransaction['keys'] = async (store) =>
    has(store) ? transaction.objectStore(store).getAllKeys() : [];
  const stored: ReadTransaction = {
    get: async (store, key) => (has(store) ? transaction.objectStore(store).get(key) : undefined),
    all,
    keys,
    entries: async (store) => {
      const [found, values] = await Promise.all([keys(store), all(store)]);
      return found.flatMap((key, at) => {
        const value = values[at];
        return value === undefined ? [] : [[key, value]];
      });
    },
  };
  if (seal === undefined) return stored;
  // A sealed database contains bytes in place of each value.
  return convertRecords(
    stored,
    <S extends StoreName>(store: S, key: string | number, value: ValueOf<S>) =>
      seal.open(getPlace(store, key), value as unknown as Uint8Array) as ValueOf<S>,
  );
}

const writing = (
  transaction: Writable,
  stores: readonly StoreName[],
  seal: Seal | undefined,
): Transaction => ({
  ...reading(transaction, stores, seal),
  put: async <S extends StoreName>(store: S, key: KeyOf<S>, value: ValueOf<S>) => {
    const sealed = seal?.close(getPlace(store, key), value) as unknown as ValueOf<S> | undefined;
    await transaction.objectStore(store).put(sealed ?? value, key);
  },
  delete: async (store, key) => transaction.objectStore(store).delete(key),
  clear: async (store) => transaction.objectStore(store).clear(),
});
