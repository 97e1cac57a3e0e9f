import { type Observable, WritableObservable } from '../observable.ts';
import { Changes, SavedMeanwhileError, withoutTaken } from './changes.ts';
import { checked, UnreadableError } from './checked.ts';
import { DatabaseGoneError, DoesNotOpenError, isAborted, isQuota } from './faults.ts';
import { IdbStorage, type Reopening } from './idb-storage.ts';
import { withRecordsWrite } from './locks.ts';
import { MemoryStorage } from './memory-storage.ts';
import { createKnownReader, type Knows } from './newer-database.ts';
import { allStores, durableStores, type StoreName } from './schema.ts';
import type { Durability, Encryption, ReadTransaction, Storage, Transaction } from './storage.ts';

/**
 * `kept`: records survive a reload. `full`: the last changes found no room, and are in memory until there is some. In
 * memory for as long as the page is open is all of it where the browser keeps nothing (`unavailable`) or can't read what
 * it has (`broken`), and the catalog where a newer version has made the database (`newer`).
 */
export type StorageStatus = 'kept' | 'full' | 'unavailable' | 'broken' | 'newer';

/** Milliseconds until room is looked for again: the first time, and at most. */
const firstWaitMs = 10_000;
const maxWaitMs = 5 * 60_000;

export interface OpenOptions {
  /** The account that the records are of, where the database has another name. */
  account?: string;
  /** Set where the records are encrypted. */
  encryption?: Encryption;
  /** Whether a database that was deleted or closed under this page may be opened again: not after signing out. */
  isWanted?(): Promise<boolean>;
  /** Called when a database can be opened that took too long, so that memory took its place. */
  onOpenedLate?(): void;
  /** Which kinds of writes this version of the catalog knows. */
  knows?: Knows;
}

interface Opened {
  account: string;
  disk: IdbStorage | null;
  knows: Knows;
  reopening: Pick<Reopening, 'refill'>;
}

/**
 * The records of an account, on the disk or, where this device can't keep them, in memory for as long as the page is
 * open. What can't be read is set aside, and the work done again; what finds no room waits in memory for some.
 */
export class AccountStorage implements Storage {
  readonly #account: string;
  readonly #memory = new MemoryStorage();
  readonly #knows: Knows;
  readonly #reopening: Opened['reopening'];
  readonly #status: WritableObservable<StorageStatus>;
  readonly #repairs = new WritableObservable(0);
  readonly #returns = new WritableObservable(0);
  readonly #unsaved = new Changes();
  readonly #opened: IdbStorage | null;
  /** The stores that are on the disk: of a newer version's, those that are not loaded again. */
  readonly #stores: readonly StoreName[];
  /** Null where everything is in memory. */
  #disk: IdbStorage | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  /** Set once the disk is given up. */
  #leaving: Promise<void> | null = null;
  #isClosed = false;

  private constructor({ account, disk, knows, reopening }: Opened) {
    this.#account = account;
    this.#opened = disk;
    this.#knows = knows;
    this.#reopening = reopening;
    this.#stores =
      disk?.isNewer === true ? disk.stores.filter((store) => durableStores.includes(store)) : allStores;
    this.#disk = this.#stores.length === 0 ? null : disk;
    this.#status = new WritableObservable<StorageStatus>(this.#defaultStatus);
  }

  /** Opens the database of that name; where the browser refuses or does not answer, memory takes its place. */
  static async open(name: string, options: OpenOptions = {}): Promise<AccountStorage> {
    const { account = name, encryption, knows = () => true } = options;
    const reopening: Reopening = {
      isWanted: async () => (await options.isWanted?.()) ?? false,
      refill: async () => undefined,
      onOpenedLate: () => options.onOpenedLate?.(),
    };
    const disk = await IdbStorage.open(name, { reopening, encryption, acceptsNewer: true }).catch(() => null);
    return new AccountStorage({ account, disk, knows, reopening });
  }

  get status(): Observable<StorageStatus> {
    return this.#status;
  }

  /** How often something was set aside since the page was opened. */
  get repairs(): Observable<number> {
    return this.#repairs;
  }

  /** How often something that had found no room went to the disk, since the page was opened. */
  get restored(): Observable<number> {
    return this.#returns;
  }

  /** Says what fills a database that was deleted under this page: what the page still knows. */
  setRefill(refill: Reopening['refill']): void {
    this.#reopening.refill = refill;
  }

  isPersisted(stores: readonly StoreName[]): boolean {
    const areOnDisk = stores.every((store) => this.#stores.includes(store));
    return this.#disk !== null && areOnDisk && this.#unsaved.in(stores).length === 0;
  }

  read<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#mending(stores, async (disk) =>
      disk === null
        ? this.#memory.read(stores, work)
        : disk.read(this.#scope(stores), (transaction) =>
            work(this.#unsaved.over(this.#readable(transaction))),
          ),
    );
  }

  /** When there is no room, pictures, documents and the catalog make it, in this order; then the change stays in memory. */
  write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    return this.#mending(stores, (disk, isFull) => {
      if (disk === null) return this.#memory.write(stores, work);
      // Each attempt waits for the lock anew: the records may have been moved to another database meanwhile.
      return withRecordsWrite(this.#account, () =>
        isFull || !this.isPersisted(stores)
          ? this.#writeUnsaved(disk, stores, work, isFull)
          : this.#writeTo(disk, stores, work, durability),
      );
    });
  }

  /** Writes to the disk what found no room before, as far as there is some now. It is tried by itself too; who has freed some calls this. */
  async useRoom(): Promise<void> {
    clearTimeout(this.#timer);
    const disk = this.#disk;
    if (disk === null || this.#status.get() !== 'full') return;
    const isSaved = await import('./save-again.ts').then(
      ({ saveAgain }) =>
        saveAgain(this.#account, this.#unsaved, this.#stores, (stores, work) =>
          this.#writeTo(disk, stores, work, 'strict'),
        ),
      () => false,
    );
    if (this.#unsaved.in(this.#stores).length > 0) this.#waitForRoom();
    else if (this.#disk !== null) this.#status.set(this.#defaultStatus);
    if (isSaved) this.#returns.set(this.#returns.get() + 1);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#opened?.close();
    this.#memory.close();
  }

  /** Does the work, again after each fault that could be mended. `isFull`: nothing more can make room for it. */
  async #mending<T>(
    stores: readonly StoreName[],
    work: (disk: IdbStorage | null, isFull: boolean) => Promise<T>,
  ): Promise<T> {
    let room: AsyncGenerator<void, void> | null | undefined;
    let isFull = false;
    const repaired = new Set<StoreName>();
    let wasAborted = false;
    for (;;) {
      // Memory would take it, and lose it.
      if (this.#isClosed) throw new DatabaseGoneError(this.#account);
      const disk = this.#disk;
      try {
        return await work(disk, isFull);
      } catch (fault) {
        if (disk === null) throw fault;
        if (isQuota(fault) && !isFull) {
          room ??= await import('./make-room.ts').then(
            ({ makeRoom }) => makeRoom(this.#account, disk, stores),
            () => null,
          );
          isFull = room === null || (await room.next()).done === true;
        } else if (fault instanceof SavedMeanwhileError) isFull = false;
        else if (fault instanceof UnreadableError) await this.#repair(disk, fault.store, repaired);
        else if (fault instanceof DoesNotOpenError) await this.#goOnInMemory(disk, 'unavailable');
        else if (isAborted(fault) && !wasAborted) wasAborted = true;
        else throw fault;
      }
    }
  }

  /** Changes the records in memory, as a transaction of the disk that writes nothing there. */
  async #writeUnsaved<T>(
    disk: IdbStorage,
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    isFull: boolean,
  ): Promise<T> {
    const unsaved = this.#unsaved;
    const { timesForgotten } = unsaved;
    const own = new Changes();
    if (stores.includes('outbox')) unsaved.hideWriter();
    if (isFull && this.#status.get() !== 'full') {
      this.#status.set('full');
      this.#tries = 0;
      this.#waitForRoom();
    }
    const result = await disk.write(this.#scope(stores), async (transaction) => {
      const records = own.over(unsaved.over(this.#readable(transaction)));
      if (stores.includes('outbox'))
        for (const row of await records.all('outbox'))
          if (row.attempts === 0 && !unsaved.of('outbox').has(row.id))
            await records.put('outbox', row.id, withoutTaken(row));
      return work(records);
    });
    if (timesForgotten !== unsaved.timesForgotten) throw new SavedMeanwhileError();
    unsaved.add(own);
    return result;
  }

  /** Repairs a store; once for each piece of work, for what is repaired in vain is given up. */
  async #repair(disk: IdbStorage, store: StoreName, repaired: Set<StoreName>): Promise<void> {
    const isFirst = !repaired.has(store);
    repaired.add(store);
    try {
      if (!isFirst || disk.isNewer) throw new UnreadableError(store);
      const { repair } = await import('./repair.ts');
      await repair(disk, store);
      this.#repairs.set(this.#repairs.get() + 1);
    } catch {
      await this.#goOnInMemory(disk, 'broken');
    }
  }

  #writeTo<T>(
    disk: IdbStorage,
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability,
  ): Promise<T> {
    const safely = (transaction: Transaction) => work({ ...transaction, ...this.#readable(transaction) });
    return disk.write(stores, safely, durability);
  }

  #readable(transaction: ReadTransaction): ReadTransaction {
    return this.#opened?.isNewer === true
      ? createKnownReader(transaction, this.#stores, this.#knows)
      : checked(transaction);
  }

  /** The stores of a transaction that are on the disk; one where none is, as a transaction needs one. */
  #scope(stores: readonly StoreName[]): readonly StoreName[] {
    const scope = stores.filter((store) => this.#stores.includes(store));
    return scope.length > 0 ? scope : this.#stores.slice(0, 1);
  }

  get #defaultStatus(): StorageStatus {
    if (this.#opened === null) return 'unavailable';
    return this.#opened.isNewer ? 'newer' : 'kept';
  }

  /** Nothing tells that there is room again: it is checked, less and less often. */
  #waitForRoom(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.useRoom(), Math.min(maxWaitMs, firstWaitMs * 2 ** this.#tries));
    this.#tries += 1;
  }

  /**
   * The disk can't be used any more while this page is open. Memory goes on with what can be read of it, and where that
   * is not all, with what the page still knows.
   */
  #goOnInMemory(disk: IdbStorage, status: 'broken' | 'unavailable'): Promise<void> {
    const go = async () => {
      if (status === 'broken') {
        const { copyReadable } = await import('./repair.ts');
        await copyReadable(disk, this.#stores, this.#memory);
      }
      if (status === 'unavailable' || this.#unsaved.in(allStores).length > 0)
        await this.#memory.write(allStores, async (transaction) => {
          await this.#reopening.refill(transaction);
          // As in `copyReadable`.
          await transaction.clear('writer');
        });
      clearTimeout(this.#timer);
      this.#disk = null;
      this.#status.set(status);
    };
    this.#leaving ??= go();
    return this.#leaving;
  }
}
