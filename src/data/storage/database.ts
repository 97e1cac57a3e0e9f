import { deleteDB } from 'idb';
import { type Observable, Observed } from '../observable.ts';
import { IdbStorage, isQuota } from './idb-storage.ts';
import { MemoryStorage } from './memory-storage.ts';
import { allStores, cacheStores, type StoreName } from './schema.ts';
import type { Durability, ReadTransaction, Storage, Transaction } from './storage.ts';

/** `kept`: records survive a reload. `unavailable`: the browser refuses to keep anything. `full`: it has no more room. */
export type StorageStatus = 'kept' | 'unavailable' | 'full';

/**
 * The records of an account. Where IndexedDB is refused or full, they are in memory and `status` says so: the catalog
 * then works as long as there is a network.
 */
export class AccountStorage implements Storage {
  readonly #status: Observed<StorageStatus>;
  #inner: Storage;

  private constructor(inner: Storage, status: StorageStatus) {
    this.#inner = inner;
    this.#status = new Observed(status);
  }

  /** Opens the database of that name, or memory in its place. `seal`: for one whose records are sealed. */
  static async open(
    name: string,
    seal: (storage: Storage) => Storage = (storage) => storage,
  ): Promise<AccountStorage> {
    try {
      return new AccountStorage(seal(await IdbStorage.open(name)), 'kept');
    } catch {
      return new AccountStorage(new MemoryStorage(), 'unavailable');
    }
  }

  get status(): Observable<StorageStatus> {
    return this.#status;
  }

  read<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#inner.read(stores, work);
  }

  /** When there is no room, the cache makes room for what a person wrote; when that is not enough, memory takes over. */
  async write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    try {
      return await this.#inner.write(stores, work, durability);
    } catch (fault) {
      if (!isQuota(fault)) throw fault;
    }
    if (!stores.some((name) => cacheStores.includes(name))) {
      const fits = await this.#makeRoom(stores, work, durability);
      if (fits !== undefined) return fits.result;
    }
    await this.#moveToMemory();
    return this.#inner.write(stores, work);
  }

  close(): void {
    this.#inner.close();
  }

  async #makeRoom<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability,
  ): Promise<{ result: T } | undefined> {
    try {
      await this.#inner.write(cacheStores, async (transaction) => {
        for (const name of cacheStores) await transaction.clear(name);
      });
      return { result: await this.#inner.write(stores, work, durability) };
    } catch (fault) {
      if (!isQuota(fault)) throw fault;
      return undefined;
    }
  }

  async #moveToMemory(): Promise<void> {
    const memory = new MemoryStorage();
    const kept = this.#inner;
    // Memory numbers its writes as a writer of its own: those numbers are not on the disk when the page is opened again.
    for (const name of allStores) if (name !== 'writer') await copy(kept, memory, name);
    this.#inner = memory;
    this.#status.set('full');
  }
}

/** Copies the records of stores; records that are there under the same keys are replaced. */
export async function copyRecords(from: Storage, to: Storage, stores: readonly StoreName[]): Promise<void> {
  for (const name of stores) await copy(from, to, name);
}

async function copy<S extends StoreName>(from: Storage, to: Storage, name: S): Promise<void> {
  const records = await from.read([name], (transaction) => transaction.entries(name));
  await to.write([name], async (transaction) => {
    for (const [key, value] of records) await transaction.put(name, key, value);
  });
}

/** Deletes an account's database: its records at once, the database itself as soon as no tab holds it open. */
export async function deleteAccountDatabase(name: string): Promise<void> {
  const storage = await IdbStorage.open(name).catch(() => null);
  if (storage === null) return;
  await storage.write(allStores, async (transaction) => {
    for (const store of allStores) await transaction.clear(store);
  });
  storage.close();
  await deleteDB(name);
}
