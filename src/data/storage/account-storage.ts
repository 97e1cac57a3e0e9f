import { type Observable, WritableObservable } from '../observable.ts';
import { Changes, nothing, SavedMeanwhileError, withoutTaken } from './changes.ts';
import { DatabaseGoneError, DoesNotOpenError, isAborted, isQuota } from './faults.ts';
import { IdbStorage } from './idb-storage.ts';
import { withRecordsWrite } from './locks.ts';
import { type Knows, readChecked, readKnown, UnreadableError } from './reading.ts';
import type { StoreName } from './schema.ts';
import type { Seal } from './sealed/seal.ts';
import type { Durability, ReadTransaction, Storage, Transaction } from './storage.ts';

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
  seal?: Seal;
  /** Whether a database that was deleted or closed under this page may be opened again: not after signing out. */
  isWanted?(): Promise<boolean>;
  /** Called when a database can be opened that took too long, so that memory took its place. */
  onOpenedLate?(): void;
  /** Which kinds of writes this version of the catalog knows. */
  knows?: Knows;
}

/** The account that uses the records. */
interface Owner {
  /** Fills a database that was deleted under this page with what the page still knows. */
  refill(transaction: Transaction): Promise<void>;
  /** Called when something was set aside. */
  onRepaired(): void;
  /** Called when something that had found no room is on the disk now. */
  onRestored(): void;
}

/**
 * The records of an account, on the disk or, where this device can't keep them, in memory for as long as the page is
 * open. What can't be read is set aside, and the work done again; what finds no room waits in memory for some.
 */
export class AccountStorage implements Storage {
  readonly #account: string;
  readonly #knows: Knows;
  readonly #status = new WritableObservable<StorageStatus>('unavailable');
  /** Changes that are not on the disk; everything, where there is none. */
  readonly #unsaved = new Changes();
  #owner: Owner = { refill: async () => undefined, onRepaired: () => undefined, onRestored: () => undefined };
  #opened: IdbStorage | null = null;
  /** Null where everything is in memory. */
  #disk: IdbStorage | null = null;
  /** The last piece of work in memory. */
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  /** Set once the disk is given up. */
  #leaving: Promise<void> | null = null;
  #isClosed = false;

  private constructor(account: string, knows: Knows) {
    this.#account = account;
    this.#knows = knows;
  }

  /** Opens the database of that name; where the browser refuses or does not answer, memory takes its place. */
  static async open(name: string, options: OpenOptions = {}): Promise<AccountStorage> {
    const { account = name, seal, knows = () => true } = options;
    const storage = new AccountStorage(account, knows);
    const reopening = {
      isWanted: async () => (await options.isWanted?.()) ?? false,
      refill: (transaction: Transaction) => storage.#owner.refill(transaction),
      onOpenedLate: () => options.onOpenedLate?.(),
    };
    const disk = await IdbStorage.open(name, { reopening, seal, acceptsNewer: true }).catch(() => null);
    storage.#opened = disk;
    storage.#disk = disk === null || disk.stores.length === 0 ? null : disk;
    storage.#status.set(storage.#defaultStatus);
    return storage;
  }

  get status(): Observable<StorageStatus> {
    return this.#status;
  }

  /** Says whom the records are for. */
  setOwner(owner: Owner): void {
    this.#owner = owner;
  }

  /**
   * Whether the content of these stores is on the disk. After a strict write to them, it says whether that write
   * outlives the page: only then may it be promised.
   */
  isPersisted(stores: readonly StoreName[]): boolean {
    const disk = this.#disk;
    const areOnDisk = disk !== null && stores.every((store) => disk.stores.includes(store));
    return areOnDisk && this.#unsaved.in(stores).length === 0;
  }

  read<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#mending(stores, (disk) => {
      if (disk === null) return this.#inTurn(() => work(this.#unsaved.over(nothing)));
      return disk.read(stores, (transaction) => work(this.#unsaved.over(this.#readable(transaction))));
    });
  }

  /** When there is no room, pictures, documents and the catalog make it, in this order; then the change stays in memory. */
  write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability: Durability = 'default',
  ): Promise<T> {
    return this.#mending(stores, (disk, isFull) => {
      if (disk === null) return this.#inTurn(() => this.#writeUnsaved(null, stores, work, false));
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
        saveAgain(this.#account, this.#unsaved, disk.stores, (stores, work) =>
          this.#writeTo(disk, stores, work, 'strict'),
        ),
      () => false,
    );
    if (this.#unsaved.in(disk.stores).length > 0) this.#waitForRoom();
    else if (this.#disk !== null) this.#status.set(this.#defaultStatus);
    if (isSaved) this.#owner.onRestored();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#opened?.close();
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
    disk: IdbStorage | null,
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
    const change = async (below: ReadTransaction) => {
      const records = own.over(unsaved.over(below));
      if (stores.includes('outbox'))
        for (const row of await records.all('outbox'))
          if (row.attempts === 0 && !unsaved.of('outbox').has(row.id))
            await records.put('outbox', row.id, withoutTaken(row));
      return work(records);
    };
    const result = await (disk === null
      ? change(nothing)
      : disk.write(stores, (transaction) => change(this.#readable(transaction))));
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
      this.#owner.onRepaired();
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
    return this.#opened?.isNewer === true ? readKnown(transaction, this.#knows) : readChecked(transaction);
  }

  /** Transactions in memory run one after another, as those of a disk do. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
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
   * is nothing, with what the page still knows.
   */
  #goOnInMemory(disk: IdbStorage, status: 'broken' | 'unavailable'): Promise<void> {
    const go = async () => {
      const records = this.#unsaved.over(nothing);
      if (status === 'unavailable') await this.#owner.refill(records);
      else {
        const { copyReadable } = await import('./repair.ts');
        await copyReadable(disk, this.#unsaved);
      }
      // Memory is a writer of its own, because its numbers will not be on the disk when the page is opened again.
      await records.clear('writer');
      clearTimeout(this.#timer);
      this.#disk = null;
      this.#status.set(status);
    };
    this.#leaving ??= go();
    return this.#leaving;
  }
}
