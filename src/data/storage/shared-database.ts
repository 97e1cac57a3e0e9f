import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { Connection } from './connection.ts';
import { DoesNotOpenError, withHandledFailure } from './faults.ts';
import {
  matchesShape,
  names,
  readJoined,
  type SharedName,
  type SharedSchema,
  type SharedValue,
  singleKey,
  toJoinable,
  version,
} from './shared-schema.ts';

/** A value that is known, under its only key. */
type Known = { [N in SharedName]: Map<typeof singleKey, SharedValue<N>> };

type Database = IDBPDatabase<SharedSchema>;

/** What is noted here about an account must outlive the next change of its database, even after a power failure. */
const strict = { durability: 'strict' } as const;

/**
 * The small database that all accounts of this browser share. Where IndexedDB is refused or does not answer, values are
 * in memory. A database that opens late, or was deleted while the page was open, is filled with what the page knows.
 */
export class SharedDatabase {
  readonly #connection: Connection<SharedSchema>;
  /** The last values that were read or set. */
  readonly #known: Known = {
    device: new Map(),
    current: new Map(),
    login: new Map(),
    branding: new Map(),
    endings: new Map(),
    vaults: new Map(),
    keys: new Map(),
  };
  /** Values that are not on the disk. */
  readonly #unsaved = new Set<SharedName>();
  /** Whether the database can be used: not after the browser refused it, or while it does not answer. */
  #opening: Promise<boolean>;
  #onOpenedLate: () => void = () => undefined;

  constructor(name = 'appshelf') {
    this.#connection = new Connection<SharedSchema>({
      name,
      version,
      stores: names,
      upgrade: (database) => {
        const existing = [...database.objectStoreNames];
        for (const store of existing) database.deleteObjectStore(store);
      },
      isWanted: async () => true,
      // Another tab that saw it empty would take everybody for signed out.
      refill: (transaction) => {
        this.#putAll(transaction, names);
        transaction.done.then(() => this.#unsaved.clear()).catch(() => undefined);
      },
      onOpenedLate: (late) => void this.#adopt(late),
    });
    this.#opening = this.#connection.open().then(
      (database) => {
        void this.#remember(database).catch(() => undefined);
        return true;
      },
      () => false,
    );
  }

  /** Calls back when the database opens too late, so that some callers were told that it is empty. */
  onOpenedLate(callback: () => void): void {
    this.#onOpenedLate = callback;
  }

  async get<N extends SharedName>(name: N): Promise<SharedValue<N> | undefined> {
    if (!this.#unsaved.has(name))
      await this.#attempt(async (database) => this.#learn(name, await database.get(name, singleKey)));
    return this.#getKnown(name).get(singleKey);
  }

  /** Stores a value; returns whether it outlives a reload. */
  set<N extends SharedName>(name: N, value: SharedValue<N>): Promise<boolean> {
    return this.update(name, () => value);
  }

  /**
   * Changes a value depending on the present one, in one transaction, because another tab may change it at the same
   * time. Returns whether the change outlives a reload.
   */
  async update<N extends SharedName>(
    name: N,
    change: (value: SharedValue<N> | undefined) => SharedValue<N>,
  ): Promise<boolean> {
    const known = this.#getKnown(name);
    const isSaved = await this.#attempt(async (database) => {
      const { store, done } = withHandledFailure(database.transaction(name, 'readwrite', strict));
      // Known before it is changed: where there is no room for the change, memory goes on from it.
      if (!this.#unsaved.has(name)) this.#learn(name, await store.get(singleKey));
      const changed = change(known.get(singleKey));
      await Promise.all([store.put(changed, singleKey), done]);
      known.set(singleKey, changed);
    });
    if (isSaved) this.#unsaved.delete(name);
    else {
      known.set(singleKey, change(known.get(singleKey)));
      this.#unsaved.add(name);
    }
    return isSaved;
  }

  async delete(name: SharedName): Promise<void> {
    this.#known[name].delete(singleKey);
    this.#unsaved.delete(name);
    await this.#attempt((database) => database.delete(name, singleKey));
  }

  close(): void {
    this.#connection.close();
  }

  /** Does the work in the database. Returns whether it was done. */
  async #attempt(work: (database: Database) => Promise<unknown>): Promise<boolean> {
    // A browser that did not answer once is not waited for again.
    if (!(await this.#opening)) return false;
    return this.#connection.begin(work).then(
      () => true,
      (fault: unknown) => {
        if (fault instanceof DoesNotOpenError) this.#opening = Promise.resolve(false);
        return false;
      },
    );
  }

  /** A database that opened late is used from now on, with what was set meanwhile beside what it has. */
  async #adopt(late: Database): Promise<void> {
    const { wasOpen } = this.#connection;
    if (this.#unsaved.size > 0) await this.#join(late, wasOpen).catch(() => undefined);
    this.#connection.adopt(late);
    this.#opening = Promise.resolve(true);
    this.#onOpenedLate();
  }

  /** In one transaction, because a vault and its key belong together. Where it finds no room, memory goes on with both. */
  async #join(database: Database, wasOpen: boolean): Promise<void> {
    const transaction = withHandledFailure(database.transaction([...names], 'readwrite', strict));
    // A page that has seen it before knows better: it may have locked an account or signed it out since.
    if (!wasOpen) {
      const { device, endings, vaults, keys } = this.#known;
      const joined = readJoined(await toJoinable(transaction), {
        device: device.get(singleKey),
        endings: endings.get(singleKey),
        vaults: vaults.get(singleKey),
        keys: keys.get(singleKey),
      });
      this.#learn('device', joined.device);
      endings.set(singleKey, joined.endings);
      vaults.set(singleKey, joined.vaults);
      keys.set(singleKey, joined.keys);
    }
    const written = new Map([...this.#unsaved].map((name) => [name, this.#known[name].get(singleKey)]));
    this.#putAll(transaction, [...written.keys()]);
    await transaction.done;
    // What was set again meanwhile is not on the disk yet.
    for (const [name, value] of written)
      if (this.#known[name].get(singleKey) === value) this.#unsaved.delete(name);
  }

  /** What the page did not ask for must be known here all the same, to fill a deleted database and for a later `#join`. */
  async #remember(database: Database): Promise<void> {
    const there = await toJoinable(withHandledFailure(database.transaction([...names])));
    for (const name of ['device', 'endings', 'vaults', 'keys'] as const)
      if (!this.#known[name].has(singleKey)) this.#learn(name, there[name]);
  }

  #putAll(
    transaction: IDBPTransaction<SharedSchema, SharedName[], 'readwrite' | 'versionchange'>,
    which: readonly SharedName[],
  ): void {
    for (const name of which) {
      const value = this.#known[name].get(singleKey);
      if (value !== undefined)
        transaction
          .objectStore(name)
          .put(value, singleKey)
          .catch(() => undefined);
    }
  }

  #learn<N extends SharedName>(name: N, value: SharedValue<N> | undefined): void {
    if (value === undefined || !matchesShape[name](value)) this.#known[name].delete(singleKey);
    else this.#getKnown(name).set(singleKey, value);
  }

  #getKnown<N extends SharedName>(name: N): Map<typeof singleKey, SharedValue<N>> {
    return this.#known[name];
  }
}
