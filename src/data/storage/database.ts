import { type Observable, Observed } from '../observable.ts';
import {
  DatabaseGoneError,
  DoesNotOpenError,
  isAborted,
  isMissing,
  isNewer,
  isQuota,
  UnreadableError,
} from './faults.ts';
import { IdbStorage, type Reopening } from './idb-storage.ts';
import { writingRecords } from './locks.ts';
import { type Knows, openNewer } from './newer-database.ts';
import { PlacedStorage, type Places } from './placed-storage.ts';
import { allStores, type StoreName } from './schema.ts';
import type { Coat, Durability, ReadTransaction, Storage, Transaction } from './storage.ts';

/**
 * `kept`: records survive a reload. `unavailable`: the browser refuses to keep anything. `full`: some found no room and are
 * in memory. `broken`: the same, for the browser can't read or write them. `newer`: the database is of a newer version of the
 * catalog, which is left alone: only what both know is read and written there. `AccountStorage.isKept` says it store by store.
 */
export type StorageStatus = 'kept' | 'unavailable' | 'full' | 'broken' | 'newer';

/** Milliseconds until room is looked for again: the first time, and at most. */
const firstWait = 10_000;
const longestWait = 5 * 60_000;

export interface OpenOptions {
  /** The account that the records are of, where the database has another name. */
  account?: string;
  /** Set where the records are sealed. */
  coat?: Coat;
  /** Whether a database that was deleted or closed under this page may be opened again: not after signing out. */
  isWanted?(): Promise<boolean>;
  /** Called when a database can be opened that took too long, so that memory took its place. */
  openedLate?(): void;
  knows?: Knows;
}

interface Opened extends Places {
  /** The account's. */
  name: string;
  status: StorageStatus;
  reopening: Pick<Reopening, 'refill'>;
}

/**
 * The records of an account. Each read stands behind a boundary: what can't be read is set aside and deleted, and the work
 * done again. What the disk does not take is in memory, store by store, and `status` says so.
 */
export class AccountStorage implements Storage {
  readonly #name: string;
  readonly #places: PlacedStorage;
  readonly #status: Observed<StorageStatus>;
  readonly #repairs = new Observed(0);
  readonly #returns = new Observed(0);
  /** What is in memory only for lack of room. */
  readonly #overflow = new Set<StoreName>();
  #statusBefore: StorageStatus = 'kept';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #isClosed = false;
  readonly #reopening: Opened['reopening'];
  readonly #mends = new Map<string, Promise<void>>();

  private constructor(opened: Opened) {
    this.#name = opened.name;
    this.#places = new PlacedStorage(opened);
    this.#status = new Observed(opened.status);
    this.#reopening = opened.reopening;
  }

  /** Opens the database of that name; where the browser refuses or does not answer, memory takes its place. */
  static async open(name: string, options: OpenOptions = {}): Promise<AccountStorage> {
    const isWanted = async () => (await options.isWanted?.()) ?? false;
    const openedLate = () => options.openedLate?.();
    const reopening: Reopening = { isWanted, refill: async () => undefined, openedLate };
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

  /** How often something that had found no room went back to the disk, since the page was opened. */
  get returns(): Observable<number> {
    return this.#returns;
  }

  /** Says what fills a database that was deleted under this page: what the page still knows. */
  refillWith(refill: Reopening['refill']): void {
    this.#reopening.refill = refill;
  }

  isKept(stores: readonly StoreName[]): boolean {
    return this.#places.isKept(stores);
  }

  read<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#mending(stores, () => this.#places.read(stores, work));
  }

  /** When there is no room, pictures, documents and the catalog make it, in this order; then memory takes over. */
  write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    const write = () => this.#places.write(stores, work, durability);
    // Each attempt waits for the lock anew: a repair in between may have to wait until nobody writes.
    return this.#mending(stores, () => writingRecords(this.#name, write));
  }

  /** Brings back to the disk what is in memory for lack of room, as far as there is some now. It is tried by itself too; who has freed some calls this. */
  async useRoom(): Promise<void> {
    clearTimeout(this.#timer);
    const brought = await import('./back-to-disk.ts').then(
      ({ backToDisk }) => backToDisk(this.#name, this.#places, this.#overflow),
      () => [],
    );
    for (const store of brought) this.#overflow.delete(store);
    if (this.#overflow.size > 0) this.#waitForRoom();
    else if (this.#status.get() === 'full') this.#status.set(this.#statusBefore);
    if (brought.length > 0) this.#returns.set(this.#returns.get() + 1);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#overflow.clear();
    this.#places.close();
  }

  /** Does the work, again after each fault that could be mended. */
  async #mending<T>(stores: readonly StoreName[], work: () => Promise<T>): Promise<T> {
    const room = this.#room(stores);
    const mended = new Set<string>();
    for (;;) {
      // Memory would take it, and lose it.
      if (this.#isClosed) throw new DatabaseGoneError(this.#name);
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
    const making = await import('./make-room.ts').catch(() => null);
    if (making !== null) yield* making.makeRoom(this.#name, this.#places, stores);
    for (;;) {
      await this.#moveToMemory(stores, 'full');
      yield;
    }
  }

  /**
   * Repairs stores, once for all callers that found them broken. When that does not help, or the database has a newer
   * version, memory takes over.
   */
  async #mend(stores: readonly StoreName[], isFirst: boolean, how: Mending = repairing): Promise<void> {
    const { disk, isOurs } = this.#places;
    const key = stores.join();
    if (disk === null || !isFirst || !isOurs) return this.#moveToMemory(stores, 'broken');
    const mend = async () => {
      await how(disk, this.#name, stores);
      this.#repairs.set(this.#repairs.get() + 1);
    };
    const mending = this.#mends.get(key) ?? mend().finally(() => this.#mends.delete(key));
    this.#mends.set(key, mending);
    await mending.catch(() => this.#moveToMemory(stores, 'broken'));
  }

  async #moveToMemory(stores: readonly StoreName[], status: 'full' | 'broken'): Promise<void> {
    const moved = await this.#places.moveToMemory(stores);
    if (status === 'full') {
      for (const store of moved) this.#overflow.add(store);
      if (this.#status.get() !== 'full') this.#statusBefore = this.#status.get();
      this.#tries = 0;
      this.#waitForRoom();
    }
    this.#status.set(status);
  }

  /** Nothing tells that there is room again: it is checked, less and less often. */
  #waitForRoom(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.useRoom(), Math.min(longestWait, firstWait * 2 ** this.#tries));
    this.#tries += 1;
  }

  /** The database was closed and can't be opened again: memory takes over with what the page still knows. */
  async #giveUpDisk(): Promise<void> {
    if (this.#status.get() === 'unavailable') return;
    this.#status.set('unavailable');
    clearTimeout(this.#timer);
    this.#overflow.clear();
    await this.#places.giveUpDisk((transaction) => this.#reopening.refill(transaction));
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
