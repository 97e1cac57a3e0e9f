import { checked, filtered } from './checked.ts';
import { isQuota } from './faults.ts';
import type { IdbStorage } from './idb-storage.ts';
import { layered, layeredReading } from './layers.ts';
import { MemoryStorage } from './memory-storage.ts';
import { allStores, cacheStores, type KeyOf, keptStores, type StoreName, type ValueOf } from './schema.ts';
import type { Durability, ReadTransaction, Transaction } from './storage.ts';

/** For a database with a newer version: whether this version sees a record. */
export type IsShown = (store: StoreName, value: unknown) => boolean;

/** Where the records of an account are. */
export interface Places {
  disk: IdbStorage | null;
  inMemory: readonly StoreName[];
  /** Set where the database is of a newer version. */
  isShown: IsShown | null;
}

/** Writes, and what they change: they are written in one transaction, so they are in one place. */
const written: readonly StoreName[] = ['outbox', 'writer', 'installs'];

/**
 * Returned by a transaction in memory whose stores have gone back to the disk before it began: it is repeated there.
 */
const moved = Symbol('moved');

/**
 * Puts records back on the disk: `mine` are those in memory, `copied` is their state when they were copied from the
 * disk, and `disk` has what other pages made of them since.
 */
export type Bring = (mine: ReadTransaction, copied: ReadTransaction, disk: Transaction) => Promise<void>;

/** Stores, each on the disk or in memory; one transaction may use both. */
export class PlacedStorage {
  /** Null where the browser stores nothing. */
  readonly disk: IdbStorage | null;
  readonly #isShown: IsShown | null;
  readonly #memory = new MemoryStorage();
  /** The records of the kept stores that were copied into memory, in their state at that time. */
  readonly #copied = new MemoryStorage();
  readonly #inMemory: Set<StoreName>;
  #moving: Promise<void> = Promise.resolve();

  constructor({ disk, inMemory, isShown }: Places) {
    this.disk = disk;
    this.#inMemory = new Set(inMemory);
    this.#isShown = isShown;
  }

  /** Whether records on the disk may be set aside and deleted: not those of a newer version. */
  get isOurs(): boolean {
    return this.#isShown === null;
  }

  isKept(stores: readonly StoreName[]): boolean {
    return this.disk !== null && !stores.some((store) => this.#inMemory.has(store));
  }

  async read<T>(
    stores: readonly StoreName[],
    work: (transaction: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    const { disk } = this;
    const { above, below } = this.#parted(stores);
    if (disk !== null && above.length === 0) return disk.read(below, (lower) => work(this.#reading(lower)));
    const result = await this.#memory.read(above, async (upper) => {
      if (!this.#areInMemory(above)) return moved;
      if (disk === null || below.length === 0) return work(upper);
      return disk.read(below, (lower) => work(layeredReading(this.#inMemory, upper, this.#reading(lower))));
    });
    return result === moved ? this.read(stores, work) : result;
  }

  async write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability,
  ): Promise<T> {
    const { disk } = this;
    const { above, below } = this.#parted(stores);
    if (disk !== null && above.length === 0)
      return disk.write(below, (lower) => work(this.#safe(lower)), durability);
    const result = await this.#memory.write(above, async (upper) => {
      if (!this.#areInMemory(above)) return moved;
      if (disk === null || below.length === 0) return work(upper);
      return disk.write(
        below,
        (lower) => work(layered(this.#inMemory, upper, this.#safe(lower))),
        durability,
      );
    });
    return result === moved ? this.write(stores, work, durability) : result;
  }

  /**
   * Deletes what the disk has of these stores; where there is no room even for that, it stays. A store that the
   * database lacks has nothing.
   */
  async empty(stores: readonly StoreName[]): Promise<void> {
    const { disk } = this;
    if (disk === null) return;
    const there = await disk.stores();
    const below = this.#parted(stores).below.filter((store) => there.includes(store));
    if (below.length === 0) return;
    const emptied = disk.write(below, async (transaction) => {
      for (const store of below) await transaction.clear(store);
    });
    await emptied.catch((fault: unknown) => {
      if (!isQuota(fault)) throw fault;
    });
  }

  /**
   * Continues in memory with the readable records of these stores, and of those that are written together with them;
   * the records on the disk stay there. Returns which stores were not in memory before.
   */
  async moveToMemory(stores: readonly StoreName[]): Promise<StoreName[]> {
    const taken: StoreName[] = [];
    await this.#inTurn(async () => {
      for (const store of stores.flatMap(togetherWith)) {
        if (this.#inMemory.has(store)) continue;
        // Memory is a writer of its own, because its numbers will not be on the disk when the page is opened again.
        if (store !== 'writer') await this.#copy(store);
        this.#inMemory.add(store);
        taken.push(store);
      }
    });
    return taken;
  }

  /**
   * Continues on the disk with these stores. `bring` writes what memory has of them, in one transaction. Throws like a
   * write to the disk; then everything stays in memory.
   */
  moveToDisk(stores: readonly StoreName[], bring: Bring): Promise<void> {
    return this.#inTurn(() =>
      this.#memory.write(stores, async (mine) => {
        const { disk } = this;
        if (disk === null || !this.#areInMemory(stores)) return;
        await this.#copied.write(stores, async (copied) => {
          await disk.write(stores, (lower) => bring(mine, copied, this.#safe(lower)), 'strict');
          for (const store of stores) {
            await copied.clear(store);
            await mine.clear(store);
            this.#inMemory.delete(store);
          }
        });
      }),
    );
  }

  /** Continues in memory with nothing but what `refill` puts there now. */
  async giveUpDisk(refill: (transaction: Transaction) => Promise<void>): Promise<void> {
    await this.#memory.write(allStores, async (transaction) => {
      await refill(transaction);
      // As in `moveToMemory`.
      await transaction.clear('writer');
    });
    for (const store of allStores) this.#inMemory.add(store);
  }

  close(): void {
    this.disk?.close();
    this.#memory.close();
    this.#copied.close();
  }

  /** Moves are made one after another; a failed one does not fail those after it. */
  #inTurn(move: () => Promise<void>): Promise<void> {
    this.#moving = this.#moving.then(move, move);
    return this.#moving;
  }

  #areInMemory(stores: readonly StoreName[]): boolean {
    return stores.every((store) => this.#inMemory.has(store));
  }

  #parted(stores: readonly StoreName[]): { above: StoreName[]; below: StoreName[] } {
    return {
      above: stores.filter((store) => this.#inMemory.has(store)),
      below: stores.filter((store) => !this.#inMemory.has(store)),
    };
  }

  #reading(transaction: ReadTransaction): ReadTransaction {
    return this.#isShown === null ? checked(transaction) : filtered(transaction, this.#isShown);
  }

  /** The disk, with the check that every record that is read fits its store. */
  #safe(lower: Transaction): Transaction {
    return { ...lower, ...this.#reading(lower) };
  }

  async #copy<S extends StoreName>(store: S): Promise<void> {
    const { disk } = this;
    if (disk === null) return;
    const records = await disk
      .read([store], (transaction) => this.#reading(transaction).entries(store))
      .catch(() => readOneByOne(disk, store));
    const put = async (transaction: Transaction) => {
      for (const [key, value] of records) await transaction.put(store, key, value);
      if (store === 'outbox') await keepApart(transaction);
    };
    await this.#memory.write([store], put);
    if (keptStores.includes(store)) await this.#copied.write([store], put);
  }
}

/**
 * Waiting writes are on the disk too, and are sent from there when the page is opened again: no later write may replace
 * them in memory.
 */
async function keepApart(transaction: Transaction): Promise<void> {
  for (const row of await transaction.all('outbox'))
    await transaction.put('outbox', row.id, { ...row, attempts: Math.max(1, row.attempts) });
}

/** The stores that are in the same place, because they are written together. */
export function togetherWith(store: StoreName): readonly StoreName[] {
  if (written.includes(store)) return written;
  if (store === 'documents' || !cacheStores.includes(store)) return [store];
  return cacheStores.filter((other) => other !== 'documents');
}

async function readOneByOne<S extends StoreName>(
  from: IdbStorage,
  store: S,
): Promise<[KeyOf<S>, ValueOf<S>][]> {
  try {
    const { sift } = await import('./repair.ts');
    return (await sift(from, store)).readable;
  } catch {
    return [];
  }
}
