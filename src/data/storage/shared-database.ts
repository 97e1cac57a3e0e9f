import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { Connection, versionsPerSchema } from './connection.ts';
import { DoesNotOpenError, withHandledFailure } from './faults.ts';
import {
  joinValues,
  names,
  type SharedName,
  type SharedSchema,
  type SharedValues,
  stores,
  Values,
} from './shared-values.ts';

type Database = IDBPDatabase<SharedSchema>;
type Opened<M extends IDBTransactionMode> = IDBPTransaction<SharedSchema, 'values'[], M>;

/** What is noted here about an account must outlive the next change of its database, even after a power failure. */
const strict = { durability: 'strict' } as const;

/**
 * The small database that all accounts of this browser share. Where IndexedDB is refused or does not answer, values are
 * in memory. A database that opens late, or was deleted while the page was open, is filled with what the page knows.
 */
export class SharedDatabase {
  readonly #connection: Connection<SharedSchema>;
  /** The last values that were read or set. */
  readonly #known = new Values();
  /** Values that are not on the disk, and those that were not deleted there. */
  readonly #unsaved = new Set<SharedName>();
  /** Whether the database can be used: not after the browser refused it, or while it does not answer. */
  #opening: Promise<boolean>;
  /** Called when the database opens too late, so that some callers were told that it is empty. */
  onOpenedLate: () => void = () => undefined;

  constructor(name = 'appshelf') {
    this.#connection = new Connection<SharedSchema>({
      name,
      version: versionsPerSchema,
      stores,
      upgrade: (database) => {
        // One of a version before the first release is emptied.
        const existing = [...database.objectStoreNames];
        for (const store of existing) database.deleteObjectStore(store);
      },
      isWanted: async () => true,
      // Another tab that saw it empty would take everybody for signed out.
      refill: (transaction) => {
        this.#putAll(transaction, names);
        transaction.done.then(() => this.#unsaved.clear()).catch(() => undefined);
      },
      onOpenedLate: (wasOpen) => void this.#handleLateOpening(wasOpen),
    });
    this.#opening = this.#connection.open().then(
      (database) => {
        void this.#remember(database).catch(() => undefined);
        return true;
      },
      () => false,
    );
  }

  async get<N extends SharedName>(name: N): Promise<SharedValues[N] | undefined> {
    if (!this.#unsaved.has(name))
      await this.#attempt(async (database) => this.#known.set(name, await database.get('values', name)));
    return this.#known.get(name);
  }

  /** Stores a value; returns whether it outlives a reload. */
  set<N extends SharedName>(name: N, value: SharedValues[N]): Promise<boolean> {
    return this.update(name, () => value);
  }

  /**
   * Changes a value depending on the present one, in one transaction, because another tab may change it at the same
   * time. Returns whether the change outlives a reload.
   */
  async update<N extends SharedName>(
    name: N,
    change: (value: SharedValues[N] | undefined) => SharedValues[N],
  ): Promise<boolean> {
    const isSaved = await this.#attempt(async (database) => {
      const { store, done } = withHandledFailure(database.transaction('values', 'readwrite', strict));
      // Known before it is changed: where there is no room for the change, memory goes on from it.
      if (!this.#unsaved.has(name)) this.#known.set(name, await store.get(name));
      const changed = change(this.#known.get(name));
      await Promise.all([store.put(changed, name), done]);
      this.#known.set(name, changed);
    });
    if (isSaved) this.#unsaved.delete(name);
    else {
      this.#known.set(name, change(this.#known.get(name)));
      this.#unsaved.add(name);
    }
    return isSaved;
  }

  async delete(name: SharedName): Promise<void> {
    this.#known.set(name, undefined);
    if (await this.#attempt((database) => database.delete('values', name))) this.#unsaved.delete(name);
    else this.#unsaved.add(name);
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
  async #handleLateOpening(wasOpen: boolean): Promise<void> {
    if (this.#unsaved.size > 0) await this.#join(wasOpen).catch(() => undefined);
    this.#opening = Promise.resolve(true);
    this.onOpenedLate();
  }

  /**
   * Merges what is in memory and what the database has, in one transaction, because a vault and its key belong together.
   * On a full disk both stay in memory only.
   */
  async #join(wasOpen: boolean): Promise<void> {
    const database = await this.#connection.open();
    const transaction = withHandledFailure(database.transaction(stores, 'readwrite', strict));
    // A page that has seen it before knows better: it may have locked an account or signed it out since.
    if (!wasOpen) joinValues(this.#known, await readValues(transaction));
    const written = new Map([...this.#unsaved].map((name) => [name, this.#known.get(name)]));
    this.#putAll(transaction, [...written.keys()]);
    await transaction.done;
    // What was set again meanwhile is not on the disk yet.
    for (const [name, value] of written) if (this.#known.get(name) === value) this.#unsaved.delete(name);
  }

  /** What the page did not ask for must be known here all the same, to fill a deleted database and for a later `#join`. */
  async #remember(database: Database): Promise<void> {
    const there = await readValues(withHandledFailure(database.transaction(stores)));
    for (const name of names)
      if (this.#known.get(name) === undefined && !this.#unsaved.has(name))
        this.#known.set(name, there.get(name));
  }

  #putAll(transaction: Opened<'readwrite' | 'versionchange'>, which: readonly SharedName[]): void {
    for (const name of which) {
      const value = this.#known.get(name);
      const store = transaction.objectStore('values');
      const written: Promise<unknown> = value === undefined ? store.delete(name) : store.put(value, name);
      written.catch(() => undefined);
    }
  }
}

async function readValues(transaction: Opened<'readonly' | 'readwrite'>): Promise<Values> {
  const values = new Values();
  for (const name of names) values.set(name, await transaction.objectStore('values').get(name));
  return values;
}
