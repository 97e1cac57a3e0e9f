import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import {
  type AccountSchema,
  type KeyOf,
  type SchemaStep,
  type StoreName,
  schemaSteps,
  upgrade,
  type ValueOf,
} from './schema.ts';
import type { Durability, ReadTransaction, Storage, Transaction } from './storage.ts';

/** Milliseconds after which a database that does not open counts as refused: some browsers never answer. */
const openingTime = 8_000;

/** The database was closed, for a newer version of the catalog or because somebody signed out. */
export class DatabaseGoneError extends Error {}

/** Ignores a `DatabaseGoneError` and throws everything else: for background work whose account may be closed meanwhile. */
export function ignoreGone(fault: unknown): void {
  if (!(fault instanceof DatabaseGoneError)) throw fault;
}

/** The records of an account in IndexedDB. */
export class IdbStorage implements Storage {
  readonly #name: string;
  readonly #steps: readonly SchemaStep[];
  #database: Promise<IDBPDatabase<AccountSchema>> | null = null;
  #gone = false;

  private constructor(name: string, steps: readonly SchemaStep[]) {
    this.#name = name;
    this.#steps = steps;
  }

  /** Opens or creates the database with the schema `steps`. Throws what the browser throws, or `DatabaseGoneError`. */
  static async open(name: string, steps: readonly SchemaStep[] = schemaSteps): Promise<IdbStorage> {
    const storage = new IdbStorage(name, steps);
    await storage.#open();
    return storage;
  }

  async read<T>(
    stores: readonly StoreName[],
    work: (transaction: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    return work(reading((await this.#open()).transaction([...stores], 'readonly')));
  }

  async write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    const transaction = (await this.#open()).transaction([...stores], 'readwrite', { durability });
    const failure = transaction.done.then(
      () => null,
      (fault: unknown) => (fault instanceof Error ? fault : new DatabaseGoneError('aborted')),
    );
    const result = await work(writing(transaction)).catch(async (fault: unknown) => {
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
    this.#gone = true;
    void this.#database?.then((database) => database.close());
    this.#database = null;
  }

  #open(): Promise<IDBPDatabase<AccountSchema>> {
    if (this.#gone) return Promise.reject(new DatabaseGoneError(this.#name));
    this.#database ??= this.#connect().catch((fault: unknown) => {
      this.#database = null;
      throw fault;
    });
    return this.#database;
  }

  async #connect(): Promise<IDBPDatabase<AccountSchema>> {
    const opening = openDB<AccountSchema>(this.#name, this.#steps.length, {
      upgrade: (database, oldVersion, _newVersion, transaction) => {
        upgrade(database, oldVersion, transaction, this.#steps).catch(() => abort(transaction));
      },
      blocking: () => this.close(),
      terminated: () => {
        this.#database = null;
      },
    });
    return withTimeout(opening, openingTime);
  }
}

/** Whether the browser refused to store something for lack of room. */
export const isQuota = (fault: unknown): boolean =>
  fault instanceof Error && fault.name === 'QuotaExceededError';

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseGoneError('the database does not open')), milliseconds);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended, and there is nothing left to abort.
  }
}

type Wrapped<Mode extends IDBTransactionMode> = IDBPTransaction<AccountSchema, StoreName[], Mode>;

const reading = (transaction: Wrapped<'readonly'> | Wrapped<'readwrite'>): ReadTransaction => ({
  get: (store, key) => transaction.objectStore(store).get(key),
  all: (store) => transaction.objectStore(store).getAll(),
  keys: (store) => transaction.objectStore(store).getAllKeys(),
  entries: (store) => entriesOf(transaction, store),
});

async function entriesOf<S extends StoreName>(
  transaction: Wrapped<'readonly'> | Wrapped<'readwrite'>,
  store: S,
): Promise<[KeyOf<S>, ValueOf<S>][]> {
  const entries: [KeyOf<S>, ValueOf<S>][] = [];
  for await (const { primaryKey, value } of transaction.objectStore(store).iterate())
    entries.push([primaryKey, value]);
  return entries;
}

const writing = (transaction: Wrapped<'readwrite'>): Transaction => ({
  ...reading(transaction),
  put: async (store, key, value) => void (await transaction.objectStore(store).put(value, key)),
  delete: (store, key) => transaction.objectStore(store).delete(key),
  clear: (store) => transaction.objectStore(store).clear(),
});
