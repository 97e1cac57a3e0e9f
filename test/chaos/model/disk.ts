import { versionsPerSchema } from '../../../src/data/storage/connection.ts';
import type { IndexedDb } from './page-code.ts';

/** What of the simulated IndexedDB is reached into, to end a process in the middle of a transaction. */
interface RawStore {
  records: { put(record: unknown): void; values(): Iterable<unknown> };
}
interface RawDatabase {
  transactions: object[];
  connections: object[];
  rawObjectStores: Map<string, RawStore>;
  version: number;
  processTransactions(): void;
}

/** A field that the simulation's types do not tell of. */
const field = <T>(object: object, name: string): T => Reflect.get(object, name);

const databaseOf = (connection: object) => field<RawDatabase>(connection, '_rawDatabase');

/** The records of a database by store, as they were at some moment. */
type Image = Map<string, unknown[]>;

/** The disk of one simulated device: IndexedDB for its pages, which may end in the middle of anything. */
export class Disk {
  readonly #factory: IDBFactory;
  /** What would be left of each database if the power failed now: everything up to the last strict transaction. */
  readonly #durable = new Map<string, Image>();
  /** How many records there is room for. */
  room = Number.POSITIVE_INFINITY;

  constructor({ IDBFactory }: IndexedDb) {
    this.#factory = new IDBFactory();
  }

  /** The IndexedDB of one page. */
  open(): PageDisk {
    return new PageDisk(this, this.#factory);
  }

  /** Limits it to so many more records than it has. */
  limit(more: number): void {
    this.room = this.used + more;
  }

  /** Deletes every database, as browsers do when a person clears a site's data; open pages are told, as by another page. */
  clear(): void {
    for (const name of this.#databases.keys()) {
      this.forget(name);
      this.#factory.deleteDatabase(name);
    }
  }

  /** Every database of an account is from now on one of a newer release, with a store that this one does not know. */
  raise(): void {
    for (const [name, { version }] of this.#databases) {
      if (!name.startsWith('appshelf-')) continue;
      const request = this.#factory.open(name, version + versionsPerSchema);
      request.addEventListener(
        'upgradeneeded',
        () => void request.result.createObjectStore(`store ${version}`),
      );
      request.addEventListener('success', () => request.result.close());
    }
  }

  /** Every database of an account lacks a store from now on, as when a browser has broken it. */
  lose(store: string): void {
    for (const [name, { rawObjectStores }] of this.#databases)
      if (name.startsWith('appshelf-')) rawObjectStores.delete(store);
  }

  get used(): number {
    let used = 0;
    for (const { rawObjectStores } of this.#databases.values())
      for (const { records } of rawObjectStores.values()) for (const _ of records.values()) used += 1;
    return used;
  }

  keep(name: string, connection: IDBDatabase): void {
    const { rawObjectStores } = databaseOf(connection);
    this.#durable.set(
      name,
      new Map([...rawObjectStores].map(([store, { records }]) => [store, [...records.values()]])),
    );
  }

  forget(name: string): void {
    this.#durable.delete(name);
  }

  get #databases(): Map<string, RawDatabase> {
    return field(this.#factory, '_databases');
  }

  /** Fails the power: changes that no strict transaction followed are lost. Every page must have ended before. */
  losePower(): void {
    for (const name of this.#databases.keys()) if (!this.#durable.has(name)) this.#databases.delete(name);
    for (const [name, image] of this.#durable) {
      const database = this.#databases.get(name);
      for (const [store, stored] of image) {
        const own = database?.rawObjectStores.get(store);
        if (own === undefined) continue;
        own.records = Reflect.construct(own.records.constructor, [true]);
        for (const record of stored) own.records.put(record);
      }
    }
  }
}

const owners = new WeakMap<object, Disk>();

/** IndexedDB as one page has it. */
export class PageDisk {
  readonly #disk: Disk;
  readonly #factory: IDBFactory;
  readonly #connections = new Set<IDBDatabase>();
  readonly #opening = new Set<IDBOpenDBRequest>();

  constructor(disk: Disk, factory: IDBFactory) {
    this.#disk = disk;
    this.#factory = factory;
  }

  open = (name: string, version?: number): IDBOpenDBRequest => {
    const request = this.#factory.open(name, version);
    this.#opening.add(request);
    request.addEventListener('success', () => {
      const wasOpening = this.#opening.delete(request);
      if (wasOpening) this.#watch(name, request.result);
      else end(request.result);
    });
    return request;
  };

  databases = (): Promise<IDBDatabaseInfo[]> => this.#factory.databases();

  deleteDatabase = (name: string): IDBOpenDBRequest => {
    const request = this.#factory.deleteDatabase(name);
    request.addEventListener('success', () => this.#disk.forget(name));
    return request;
  };

  /** The page is gone: what was not committed is undone, and nothing calls back any more. */
  end(): void {
    for (const connection of this.#connections) end(connection);
    for (const request of this.#opening) {
      const listeners = field<{ type: string }[]>(request, 'listeners');
      // A schema that is being made is made by the browser's next page all the same: here it is completed.
      const own = listeners.filter(({ type }) => type === 'success').slice(0, 1);
      const upgrade = listeners.filter(({ type }) => type === 'upgradeneeded');
      Reflect.set(request, 'listeners', [...upgrade, ...own]);
    }
    this.#opening.clear();
  }

  #watch(name: string, connection: IDBDatabase): void {
    this.#connections.add(connection);
    owners.set(connection, this.#disk);
    const begin = connection.transaction.bind(connection);
    connection.transaction = (stores, mode, options) => {
      const transaction = begin(stores, mode, options);
      if (options?.durability === 'strict')
        transaction.addEventListener('complete', () => this.#disk.keep(name, connection));
      return transaction;
    };
  }
}

/** Silently rolls back what a connection has not committed, and closes it. */
function end(connection: IDBDatabase): void {
  const database = databaseOf(connection);
  const own = (transaction: object) => field(transaction, 'db') === connection;
  for (const transaction of database.transactions.filter(own)) {
    if (field(transaction, '_state') === 'finished') continue;
    for (const undo of field<(() => void)[]>(transaction, '_rollbackLog').toReversed()) undo();
    for (const { request } of field<{ request: object }[]>(transaction, '_requests'))
      Reflect.set(request, 'readyState', 'done');
    Reflect.set(transaction, '_state', 'finished');
  }
  database.transactions = database.transactions.filter((transaction) => !own(transaction));
  database.connections = database.connections.filter((each) => each !== connection);
  Reflect.set(connection, '_closePending', true);
  Reflect.set(connection, '_closed', true);
  database.processTransactions();
}

/** Makes disks without room refuse every record, as browsers do: the transaction fails. */
export function limitRoom({ IDBObjectStore }: IndexedDb): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value, key) {
    const disk = owners.get(this.transaction.db);
    if (disk !== undefined && Number.isFinite(disk.room) && disk.used >= disk.room)
      throw new DOMException('There is no room.', 'QuotaExceededError');
    return put.call(this, value, key);
  };
}
