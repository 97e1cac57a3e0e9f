import { deleteDB, type IDBPTransaction, openDB } from 'idb';
import { heard, isClosed, isMissing } from './faults.ts';
import { inTime } from './in-time.ts';
import {
  type Connection,
  fits,
  joinable,
  joinedValues,
  names,
  only,
  put,
  rewrite,
  type SharedName,
  type SharedSchema,
  type SharedValue,
  strict,
  version,
} from './shared-schema.ts';

/**
 * The small database that all accounts of this browser share. Where IndexedDB is refused or does not answer, values are
 * in memory. A database that opens late, or was deleted while the page was open, is filled with what the page knows.
 */
export class SharedDatabase {
  readonly #name: string;
  /** The last values that were read or set, to fill a database after it was deleted. */
  readonly #known: { [N in SharedName]: Map<typeof only, SharedValue<N>> } = {
    device: new Map(),
    current: new Map(),
    login: new Map(),
    branding: new Map(),
    endings: new Map(),
    vaults: new Map(),
    keys: new Map(),
  };
  /** Values that are not on the disk. */
  readonly #unkept = new Set<SharedName>();
  #connection: Promise<Connection | null> | null = null;
  #wasOpen = false;
  /** Whether a power failure may lose what it was filled with. */
  #isUnflushed = false;
  #closed = false;
  #openedLate: () => void = () => undefined;

  constructor(name = 'appshelf') {
    this.#name = name;
    void this.#connect();
  }

  /** Calls back when the database opens too late, so that some callers were told that it is empty. */
  whenOpenedLate(callback: () => void): void {
    this.#openedLate = callback;
  }

  async get<N extends SharedName>(name: N): Promise<SharedValue<N> | undefined> {
    const known: Map<typeof only, SharedValue<N>> = this.#known[name];
    if (this.#unkept.has(name)) return known.get(only);
    const answer = await this.#attempt((database) => database.get(name, only));
    if (!answer.done) return known.get(only);
    const value = answer.result;
    if (value === undefined || !fits[name](value)) known.delete(only);
    else known.set(only, value);
    return known.get(only);
  }

  /** Stores a value; returns whether it outlives a reload. */
  async set<N extends SharedName>(name: N, value: SharedValue<N>): Promise<boolean> {
    const known: Map<typeof only, SharedValue<N>> = this.#known[name];
    known.set(only, value);
    const { done } = await this.#attempt((database) => put(database, name, value));
    if (done) this.#unkept.delete(name);
    else this.#unkept.add(name);
    return done;
  }

  /**
   * Changes a value depending on the present one, in one transaction, because another tab may change it at the same
   * time. Returns whether the change outlives a reload.
   */
  async update<N extends SharedName>(
    name: N,
    change: (value: SharedValue<N> | undefined) => SharedValue<N>,
  ): Promise<boolean> {
    const known: Map<typeof only, SharedValue<N>> = this.#known[name];
    const { done } = await this.#attempt(async (database) => {
      const transaction = heard(database.transaction(name, 'readwrite', strict));
      const value = this.#unkept.has(name) ? known.get(only) : await transaction.store.get(only);
      // Known before it is changed: where there is no room for the change, memory goes on from it.
      if (value === undefined || !fits[name](value)) known.delete(only);
      else known.set(only, value);
      const changed = change(known.get(only));
      await Promise.all([transaction.store.put(changed, only), transaction.done]);
      known.set(only, changed);
    });
    if (done) this.#unkept.delete(name);
    else {
      known.set(only, change(known.get(only)));
      this.#unkept.add(name);
    }
    return done;
  }

  async delete(name: SharedName): Promise<void> {
    this.#known[name].delete(only);
    this.#unkept.delete(name);
    await this.#attempt((database) => database.delete(name, only));
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /**
   * Does the work in the database, on a new connection when the earlier one was closed; `done` is false where that is
   * not possible.
   */
  async #attempt<T>(
    work: (database: Connection) => Promise<T>,
  ): Promise<{ done: true; result: T } | { done: false }> {
    for (const isLast of [false, true]) {
      const database = await this.#connect();
      if (database === null) return { done: false };
      try {
        return { done: true, result: await work(database) };
      } catch (fault) {
        if (isLast) return { done: false };
        if (isMissing(fault)) await this.#recreate();
        else if (isClosed(fault)) this.#drop();
        else return { done: false };
      }
    }
    return { done: false };
  }

  #connect(): Promise<Connection | null> {
    if (this.#closed) return Promise.resolve(null);
    this.#connection ??= this.#open();
    return this.#connection;
  }

  async #open(): Promise<Connection | null> {
    const opening = this.#openVersion(version).catch((fault: unknown) => {
      // A newer version of the catalog has been here: what both versions know is used as it is.
      if (fault instanceof Error && fault.name === 'VersionError') return this.#openVersion(undefined);
      throw fault;
    });
    try {
      const database = await inTime(opening);
      if (!this.#wasOpen) void this.#remember(database).catch(() => undefined);
      this.#wasOpen = true;
      await this.#flush(database);
      return database;
    } catch {
      opening.then(
        (late) => this.#adopt(late),
        () => undefined,
      );
      return null;
    }
  }

  /** Async, because a browser that refuses throws synchronously. */
  async #openVersion(wanted: number | undefined): Promise<Connection> {
    return openDB<SharedSchema>(this.#name, wanted, {
      upgrade: (database, oldVersion, _newVersion, transaction) => {
        heard(transaction);
        const existing = [...database.objectStoreNames];
        for (const store of existing) database.deleteObjectStore(store);
        for (const store of names) database.createObjectStore(store);
        // Another tab that saw it empty would take everybody for signed out.
        if (oldVersion === 0 && this.#wasOpen) this.#refill(transaction);
      },
      blocking: (_version, next) => (next === null ? this.#gone() : this.#drop()),
      terminated: () => this.#gone(),
    });
  }

  /** A database that opened late is used from now on, with what was set meanwhile beside what it has. */
  async #adopt(late: Connection): Promise<void> {
    if (this.#closed) return late.close();
    if (this.#unkept.size > 0) await this.#join(late).catch(() => undefined);
    this.#wasOpen = true;
    this.#connection = Promise.resolve(late);
    this.#openedLate();
  }

  /** In one transaction, because a vault and its key belong together. Where it finds no room, memory goes on with both. */
  async #join(database: Connection): Promise<void> {
    const transaction = heard(database.transaction([...names], 'readwrite', strict));
    // A page that has seen it before knows better: it may have locked an account or signed it out since.
    if (!this.#wasOpen) {
      const { device, endings, vaults, keys } = this.#known;
      const joined = joinedValues(await joinable(transaction), {
        device: device.get(only),
        endings: endings.get(only),
        vaults: vaults.get(only),
        keys: keys.get(only),
      });
      if (joined.device !== undefined) device.set(only, joined.device);
      endings.set(only, joined.endings);
      vaults.set(only, joined.vaults);
      keys.set(only, joined.keys);
    }
    const written = [...this.#unkept].map((name) => ({ name, value: this.#known[name].get(only) }));
    const puts = written.map(
      ({ name, value }) => value !== undefined && transaction.objectStore(name).put(value, only),
    );
    await Promise.all([...puts, transaction.done]);
    // What was set again meanwhile is not on the disk yet.
    for (const { name, value } of written)
      if (this.#known[name].get(only) === value) this.#unkept.delete(name);
  }

  /** Fills a deleted database with what the page knows, in the transaction that creates it. */
  #refill(transaction: IDBPTransaction<SharedSchema, SharedName[], 'versionchange'>): void {
    this.#isUnflushed = true;
    for (const name of names) {
      const value = this.#known[name].get(only);
      if (value === undefined) continue;
      transaction
        .objectStore(name)
        .put(value, only)
        .then(
          () => this.#unkept.delete(name),
          () => undefined,
        );
    }
  }

  /**
   * Writes strictly, which also brings earlier writes to the disk. Without the open account everybody would be signed
   * out, and without its id a device would be another one, from which waiting writes would be new.
   */
  async #flush(database: Connection): Promise<void> {
    const name = names.find((each) => this.#known[each].has(only));
    if (!this.#isUnflushed || name === undefined) return;
    this.#isUnflushed = false;
    await rewrite(database, name).catch(() => undefined);
  }

  /** What the page did not ask for must be known here all the same, for `#refill` and for a later `#join`. */
  async #remember(database: Connection): Promise<void> {
    const there = await joinable(heard(database.transaction([...names])));
    const { device, endings, vaults, keys } = this.#known;
    if (there.device !== undefined && !device.has(only)) device.set(only, there.device);
    if (there.endings !== undefined && !endings.has(only)) endings.set(only, there.endings);
    if (there.vaults !== undefined && !vaults.has(only)) vaults.set(only, there.vaults);
    if (there.keys !== undefined && !keys.has(only)) keys.set(only, there.keys);
  }

  async #recreate(): Promise<void> {
    this.#drop();
    await deleteDB(this.#name).catch(() => undefined);
  }

  /**
   * The browser has deleted or closed the database: it is opened and filled at once, because the page may end before it
   * needs it again, and without the vault nothing could read the records that are sealed.
   */
  #gone(): void {
    this.#drop();
    void this.#connect();
  }

  #drop(): void {
    void this.#connection?.then((database) => database?.close());
    this.#connection = null;
  }
}
