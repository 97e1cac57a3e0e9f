import { checked, filtered } from './checked.ts';
import { isQuota } from './faults.ts';
import type { IdbStorage } from './idb-storage.ts';
import { layered, layeredReading } from './layers.ts';
import { MemoryStorage } from './memory-storage.ts';
import { allStores, cacheStores, type KeyOf, type StoreName, type ValueOf } from './schema.ts';
import type { Durability, ReadTransaction, Transaction } from './storage.ts';

/** Of a database of a newer version: whether this version sees a record. */
export type IsShown = (store: StoreName, value: unknown) => boolean;

/** Where the records of an account are. */
export interface Places {
  disk: IdbStorage | null;
  inMemory: readonly StoreName[];
  /** Set where the database is of a newer version. */
  isShown: IsShown | null;
}

/** Writes and what they change: in one transaction, so in one place. */
const written: readonly StoreName[] = ['outbox', 'writer', 'installs'];

/** Stores of which each is on the disk or in memory; one transaction may span both. */
export class PlacedStorage {
  /** Null where the browser keeps nothing. */
  readonly disk: IdbStorage | null;
  readonly #isShown: IsShown | null;
  readonly #memory = new MemoryStorage();
  readonly #inMemory: Set<StoreName>;
  #moving: Promise<void> = Promise.resolve();

  constructor({ disk, inMemory, isShown }: Places) {
    this.disk = disk;
    this.#inMemory = new Set(inMemory);
    this.#isShown = isShown;
  }

  /** Whether the disk's records may be set aside and deleted: not those of a newer version. */
  get isOurs(): boolean {
    return this.#isShown === null;
  }

  isKept(stores: readonly StoreName[]): boolean {
    return this.disk !== null && !stores.some((store) => this.#inMemory.has(store));
  }

  read<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    const { disk } = this;
    const { above, below } = this.#parted(stores);
    if (disk === null || below.length === 0) return this.#memory.read(above, work);
    if (above.length === 0) return disk.read(below, (lower) => work(this.#reading(lower)));
    return this.#memory.read(above, (upper) =>
      disk.read(below, (lower) => work(layeredReading(this.#inMemory, upper, this.#reading(lower)))),
    );
  }

  write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability,
  ): Promise<T> {
    const { disk } = this;
    const { above, below } = this.#parted(stores);
    if (disk === null || below.length === 0) return this.#memory.write(above, work);
    const safe = (lower: Transaction): Transaction => ({ ...lower, ...this.#reading(lower) });
    if (above.length === 0) return disk.write(below, (lower) => work(safe(lower)), durability);
    return this.#memory.write(above, (upper) =>
      disk.write(below, (lower) => work(layered(this.#inMemory, upper, safe(lower))), durability),
    );
  }

  /** Deletes what the disk has of these stores; with no room even for that, it stays. */
  async empty(stores: readonly StoreName[]): Promise<void> {
    const { below } = this.#parted(stores);
    if (this.disk === null || below.length === 0) return;
    const emptied = this.disk.write(below, async (transaction) => {
      for (const store of below) await transaction.clear(store);
    });
    await emptied.catch((fault: unknown) => {
      if (!isQuota(fault)) throw fault;
    });
  }

  /**
   * Goes on in memory with what can be read of these stores, and of those that are written with them; what the disk has of
   * them stays there.
   */
  moveToMemory(stores: readonly StoreName[]): Promise<void> {
    const move = async () => {
      for (const store of stores.flatMap(togetherWith)) {
        if (this.#inMemory.has(store)) continue;
        // Memory numbers its writes as a writer of its own: those numbers are not on the disk when the page is opened again.
        if (store !== 'writer') await this.#copy(store);
        if (store === 'outbox') await this.#keepApart();
        this.#inMemory.add(store);
      }
    };
    // One that failed does not fail those after it.
    this.#moving = this.#moving.then(move, move);
    return this.#moving;
  }

  /** Goes on in memory with nothing but what is put there now. */
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

  /** What waits is on the disk too, and sent from there when the page is opened again: nothing written later may take its place here. */
  #keepApart(): Promise<void> {
    return this.#memory.write(['outbox'], async (transaction) => {
      for (const row of await transaction.all('outbox'))
        await transaction.put('outbox', row.id, { ...row, attempts: Math.max(1, row.attempts) });
    });
  }

  async #copy<S extends StoreName>(store: S): Promise<void> {
    const { disk } = this;
    if (disk === null) return;
    const records = await disk
      .read([store], (transaction) => this.#reading(transaction).entries(store))
      .catch(() => readOneByOne(disk, store));
    await this.#memory.write([store], async (transaction) => {
      for (const [key, value] of records) await transaction.put(store, key, value);
    });
  }
}

/** The stores that are in one place, because they are written together. */
function togetherWith(store: StoreName): readonly StoreName[] {
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
