import { deleteDB, openDB } from 'idb';
import { imageCacheName } from '../catalog/image-cache.ts';
import { type Observable, Observed } from '../observable.ts';
import { checked, filtered } from './checked.ts';
import { rescueName } from './database-name.ts';
import { DoesNotOpenError, isAborted, isMissing, isNewer, isQuota, UnreadableError } from './faults.ts';
import { IdbStorage, type Reopening } from './idb-storage.ts';
import { inTime } from './in-time.ts';
import { layered, layeredReading } from './layers.ts';
import { MemoryStorage } from './memory-storage.ts';
import { allStores, cacheStores, type KeyOf, keptStores, type StoreName, type ValueOf } from './schema.ts';
import { fits } from './shapes.ts';
import type { Coat, Durability, ReadTransaction, Storage, Transaction } from './storage.ts';

/**
 * `kept`: records survive a reload. `unavailable`: the browser refuses to keep anything. `full`: some found no room and are
 * in memory. `broken`: the same, for the browser can't read or write them. `newer`: the database is of a newer version of the
 * catalog, which is left alone: only what both know is read and written there. `AccountStorage.isKept` says it store by store.
 */
export type StorageStatus = 'kept' | 'unavailable' | 'full' | 'broken' | 'newer';

export interface OpenOptions {
  /** The account that the records are of, where the database has another name. */
  account?: string;
  /** Set where the records are sealed. */
  coat?: Coat;
  /** Whether a database that was deleted or closed under this page may be opened again: not after signing out. */
  isWanted?(): Promise<boolean>;
  /** Whether this version of the catalog knows a kind of write. */
  knows?(kind: string): boolean;
}

/** Where the records of an account are. */
interface Place {
  /** The account's. */
  name: string;
  disk: IdbStorage | null;
  status: StorageStatus;
  inMemory: readonly StoreName[];
  /** Set where the database is of a newer version: what of it this version sees. */
  isShown: ((store: StoreName, value: unknown) => boolean) | null;
  reopening: Pick<Reopening, 'refill'>;
}

/** Writes and what they change: in one transaction, so in one place. */
const written: readonly StoreName[] = ['outbox', 'writer', 'installs'];

/**
 * The records of an account. Each read stands behind a boundary: what can't be read is set aside and deleted, and the work
 * done again. What the disk does not take is in memory, store by store, and `status` says so.
 */
export class AccountStorage implements Storage {
  readonly #name: string;
  readonly #disk: IdbStorage | null;
  readonly #isShown: Place['isShown'];
  readonly #status: Observed<StorageStatus>;
  readonly #repairs = new Observed(0);
  readonly #memory = new MemoryStorage();
  readonly #inMemory: Set<StoreName>;
  readonly #reopening: Pick<Reopening, 'refill'>;
  readonly #mends = new Map<string, Promise<void>>();
  #moving: Promise<void> = Promise.resolve();

  private constructor(place: Place) {
    this.#name = place.name;
    this.#disk = place.disk;
    this.#status = new Observed(place.status);
    this.#inMemory = new Set(place.inMemory);
    this.#isShown = place.isShown;
    this.#reopening = place.reopening;
  }

  /** Opens the database of that name; where the browser refuses or does not answer, memory takes its place. */
  static async open(name: string, options: OpenOptions = {}): Promise<AccountStorage> {
    const isWanted = async () => (await options.isWanted?.()) ?? false;
    const reopening: Reopening = { isWanted, refill: async () => undefined };
    const { account = name, coat } = options;
    const place = { name: account, reopening, isShown: null };
    try {
      const disk = await IdbStorage.open(name, { reopening, coat });
      if (await disk.hasRescue()) await takingBack(disk, account);
      return new AccountStorage({ ...place, disk, status: 'kept', inMemory: [] });
    } catch (fault) {
      const newer = isNewer(fault) ? await openNewer(name, options, reopening).catch(() => null) : null;
      if (newer !== null) return new AccountStorage({ ...place, ...newer, status: 'newer' });
      return new AccountStorage({ ...place, disk: null, status: 'unavailable', inMemory: allStores });
    }
  }

  get status(): Observable<StorageStatus> {
    return this.#status;
  }

  /** How often something was set aside since the page was opened. */
  get repairs(): Observable<number> {
    return this.#repairs;
  }

  /** Says what fills a database that was deleted under this page: what the page still knows. */
  refillWith(refill: Reopening['refill']): void {
    this.#reopening.refill = refill;
  }

  isKept(stores: readonly StoreName[]): boolean {
    return this.#disk !== null && !stores.some((store) => this.#inMemory.has(store));
  }

  read<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#mending(stores, () => this.#readOnce(stores, work));
  }

  /** When there is no room, pictures, documents and the catalog make it, in this order; then memory takes over. */
  write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    return this.#mending(stores, () => this.#writeOnce(stores, work, durability));
  }

  close(): void {
    this.#disk?.close();
    this.#memory.close();
  }

  #readOnce<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    const above = stores.filter((store) => this.#inMemory.has(store));
    const below = stores.filter((store) => !this.#inMemory.has(store));
    const disk = this.#disk;
    if (disk === null || below.length === 0) return this.#memory.read(above, work);
    if (above.length === 0) return disk.read(below, (lower) => work(this.#reading(lower)));
    return this.#memory.read(above, (upper) =>
      disk.read(below, (lower) => work(layeredReading(this.#inMemory, upper, this.#reading(lower)))),
    );
  }

  #writeOnce<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability,
  ): Promise<T> {
    const above = stores.filter((store) => this.#inMemory.has(store));
    const below = stores.filter((store) => !this.#inMemory.has(store));
    const disk = this.#disk;
    if (disk === null || below.length === 0) return this.#memory.write(above, work);
    const safe = (lower: Transaction): Transaction => ({ ...lower, ...this.#reading(lower) });
    if (above.length === 0) return disk.write(below, (lower) => work(safe(lower)), durability);
    return this.#memory.write(above, (upper) =>
      disk.write(below, (lower) => work(layered(this.#inMemory, upper, safe(lower))), durability),
    );
  }

  #reading(transaction: ReadTransaction): ReadTransaction {
    return this.#isShown === null ? checked(transaction) : filtered(transaction, this.#isShown);
  }

  /** Does the work, again after each fault that could be mended. */
  async #mending<T>(stores: readonly StoreName[], work: () => Promise<T>): Promise<T> {
    const room = this.#room(stores);
    const mended = new Set<string>();
    for (;;) {
      try {
        return await work();
      } catch (fault) {
        const isFirst = (what: string) => mended.size < mended.add(what).size;
        if (isQuota(fault)) await room.next();
        else if (fault instanceof UnreadableError) await this.#mend([fault.store], isFirst(fault.store));
        else if (isMissing(fault)) await this.#mend(stores, isFirst('missing'), rebuilding);
        else if (fault instanceof DoesNotOpenError) await this.#giveUpDisk();
        else if (!isAborted(fault) || !isFirst('aborted')) throw fault;
      }
    }
  }

  /** Makes room step by step, what can be loaded again first; at last these stores themselves give up the disk. */
  async *#room(stores: readonly StoreName[]): AsyncGenerator<void> {
    if ('caches' in globalThis) await caches.delete(imageCacheName(this.#name)).catch(() => false);
    yield;
    await this.#empty(['documents']);
    yield;
    if (!stores.some((store) => cacheStores.includes(store))) {
      await this.#empty(cacheStores);
      yield;
    }
    for (;;) {
      await this.#moveToMemory(stores.flatMap(togetherWith), 'full');
      yield;
    }
  }

  async #empty(stores: readonly StoreName[]): Promise<void> {
    const onDisk = stores.filter((store) => !this.#inMemory.has(store));
    if (this.#disk === null || onDisk.length === 0) return;
    const emptied = this.#disk.write(onDisk, async (transaction) => {
      for (const store of onDisk) await transaction.clear(store);
    });
    await emptied.catch((fault: unknown) => {
      if (!isQuota(fault)) throw fault;
    });
  }

  /** Mends stores, once for all who found them broken; when that is of no use, or the database is not ours, memory takes over. */
  async #mend(stores: readonly StoreName[], isFirst: boolean, how: Mending = repairing): Promise<void> {
    const disk = this.#disk;
    const key = stores.join();
    if (disk === null || !isFirst || this.#isShown !== null)
      return this.#moveToMemory(stores.flatMap(togetherWith), 'broken');
    const mend = async () => {
      await how(disk, this.#name, stores);
      this.#repairs.set(this.#repairs.get() + 1);
    };
    const mending = this.#mends.get(key) ?? mend().finally(() => this.#mends.delete(key));
    this.#mends.set(key, mending);
    await mending.catch(() => this.#moveToMemory(stores.flatMap(togetherWith), 'broken'));
  }

  /** Goes on in memory with what can be read of these stores; what the disk has of them stays there. */
  #moveToMemory(stores: readonly StoreName[], status: StorageStatus): Promise<void> {
    const move = async () => {
      for (const store of stores) {
        if (this.#inMemory.has(store)) continue;
        // Memory numbers its writes as a writer of its own: those numbers are not on the disk when the page is opened again.
        if (store !== 'writer') await this.#copy(store);
        if (store === 'outbox') await this.#keepApart();
        this.#inMemory.add(store);
      }
      this.#status.set(status);
    };
    // One that failed does not fail those after it.
    this.#moving = this.#moving.then(move, move);
    return this.#moving;
  }

  /** What waits is on the disk too, and sent from there when the page is opened again: nothing written later may take its place here. */
  #keepApart(): Promise<void> {
    return this.#memory.write(['outbox'], async (transaction) => {
      for (const row of await transaction.all('outbox'))
        await transaction.put('outbox', row.id, { ...row, attempts: Math.max(1, row.attempts) });
    });
  }

  async #copy<S extends StoreName>(store: S): Promise<void> {
    const disk = this.#disk;
    if (disk === null) return;
    const records = await disk
      .read([store], (transaction) => this.#reading(transaction).entries(store))
      .catch(() => readOneByOne(disk, store));
    await this.#memory.write([store], async (transaction) => {
      for (const [key, value] of records) await transaction.put(store, key, value);
    });
  }

  /** The database was closed and does not open again: memory goes on with what the page still knows. */
  async #giveUpDisk(): Promise<void> {
    if (this.#status.get() === 'unavailable') return;
    this.#status.set('unavailable');
    await this.#memory.write(allStores, async (transaction) => {
      await this.#reopening.refill(transaction);
      // Memory numbers its writes as a writer of its own, as in `#moveToMemory`.
      await transaction.clear('writer');
    });
    for (const store of allStores) this.#inMemory.add(store);
  }
}

type Mending = (disk: IdbStorage, name: string, stores: readonly StoreName[]) => Promise<void>;

const repairing: Mending = async (disk, name, stores) => {
  const { repair } = await import('./repair.ts');
  return repair(disk, name, stores);
};

/** What can't be taken back now stays where it is. */
async function takingBack(disk: IdbStorage, name: string): Promise<void> {
  const { takeBack } = await import('./repair.ts');
  await takeBack(disk, name).catch(() => undefined);
}

const rebuilding: Mending = async (disk, name) => {
  const { rebuild } = await import('./repair.ts');
  return rebuild(disk, name);
};

/** The stores that are in one place, because they are written together. */
function togetherWith(store: StoreName): readonly StoreName[] {
  if (written.includes(store)) return written;
  if (store === 'documents' || !cacheStores.includes(store)) return [store];
  return cacheStores.filter((other) => other !== 'documents');
}

/** A database of a newer version: what both versions know is used where it is, and all else is left untouched. */
async function openNewer(
  name: string,
  { knows, coat }: OpenOptions,
  reopening: Reopening,
): Promise<Pick<Place, 'disk' | 'inMemory' | 'isShown'>> {
  const disk = await IdbStorage.openAsItIs(name, { coat, reopening });
  const usable = await usableStores(disk);
  return {
    disk,
    inMemory: allStores.filter((store) => !usable.has(store)),
    isShown: (store, value) => fits(store, value) && (store !== 'outbox' || isKnownWrite(value, knows)),
  };
}

const isKnownWrite = (row: unknown, knows: OpenOptions['knows']): boolean =>
  knows === undefined || knows(String(Reflect.get(Object(row), 'kind')));

/** Which of a newer version's stores hold what this one knows: all that they hold, and of the writes at least one. */
async function usableStores(disk: IdbStorage): Promise<ReadonlySet<StoreName>> {
  const usable = new Set<StoreName>();
  for (const store of (await disk.stores()).filter((each) => keptStores.includes(each))) {
    const values = await disk.read([store], (transaction) => transaction.all(store));
    const known = values.filter((value) => fits(store, value));
    const isUsable =
      store === 'outbox' ? values.length === 0 || known.length > 0 : known.length === values.length;
    if (isUsable) usable.add(store);
  }
  return usable;
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

/** Deletes an account's database: its records at once, the database itself as soon as no tab holds it open. */
export async function deleteAccountDatabase(name: string): Promise<void> {
  const { deleteSetAside } = await import('./set-aside.ts');
  const cleared = async () => {
    // Whatever version of the catalog made it.
    const database = await inTime(openDB(name));
    const stores = [...database.objectStoreNames];
    if (stores.length > 0) {
      const transaction = database.transaction(stores, 'readwrite');
      await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done]);
    }
    database.close();
  };
  await cleared().catch(() => undefined);
  await Promise.all([deleteDB(name), deleteDB(rescueName(name)), deleteSetAside(name)]);
}
