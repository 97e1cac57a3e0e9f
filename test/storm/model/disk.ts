import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';

/** What of the simulated IndexedDB is reached into, to end a process in the middle of a transaction. */
interface RawTransaction {
  mode: string;
  _state: string;
  _rollbackLog: (() => void)[];
  _requests: { request: { readyState: string } }[];
  db: RawConnection;
}
interface RawStore {
  records: { put(record: unknown): void; values(): Iterable<unknown> };
}
interface RawDatabase {
  transactions: RawTransaction[];
  connections: unknown[];
  rawObjectStores: Map<string, RawStore>;
  processTransactions(): void;
}
interface RawConnection {
  _rawDatabase: RawDatabase;
  _closePending: boolean;
  _closed: boolean;
}
interface RawRequest {
  listeners: { type: string }[];
}

const raw = <T>(object: unknown): T => object as T;

/** The records of a database by store, as they were at some moment. */
type Image = Map<string, unknown[]>;

/** The disk of one simulated device: IndexedDB for its pages, which may end in the middle of anything. */
export class Disk {
  readonly #factory = new IDBFactory();
  /** What would be left of each database if the power failed now: all until the last strict transaction. */
  readonly #durable = new Map<string, Image>();
  /** How many records there is room for. */
  room = Number.POSITIVE_INFINITY;

  /** The IndexedDB of one page. */
  open(): PageDisk {
    return new PageDisk(this, this.#factory);
  }

  get used(): number {
    const databases = raw<{ _databases: Map<string, RawDatabase> }>(this.#factory)._databases;
    let used = 0;
    for (const { rawObjectStores } of databases.values())
      for (const { records } of rawObjectStores.values()) for (const _ of records.values()) used += 1;
    return used;
  }

  keep(name: string, connection: IDBDatabase): void {
    const { rawObjectStores } = raw<RawConnection>(connection)._rawDatabase;
    this.#durable.set(
      name,
      new Map([...rawObjectStores].map(([store, { records }]) => [store, [...records.values()]])),
    );
  }

  /** The power fails: what no strict transaction followed is gone. Every page must have ended before. */
  losePower(): void {
    const databases = raw<{ _databases: Map<string, RawDatabase> }>(this.#factory)._databases;
    for (const [name, image] of this.#durable) {
      const database = databases.get(name);
      for (const [store, kept] of image) {
        const own = database?.rawObjectStores.get(store);
        if (own === undefined) continue;
        const Records = raw<new (unique: boolean) => RawStore['records']>(own.records.constructor);
        own.records = new Records(true);
        for (const record of kept) own.records.put(record);
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

  deleteDatabase = (name: string): IDBOpenDBRequest => this.#factory.deleteDatabase(name);

  /** The page is gone: what was not committed is undone, and nothing calls back any more. */
  end(): void {
    for (const connection of this.#connections) end(connection);
    for (const request of this.#opening) {
      const waiting = raw<RawRequest>(request);
      // A schema that is being made is made by the browser's next page all the same: here it is completed.
      const [own] = waiting.listeners.filter(({ type }) => type === 'success');
      const upgrade = waiting.listeners.filter(({ type }) => type === 'upgradeneeded');
      waiting.listeners = own === undefined ? upgrade : [...upgrade, own];
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

/** Undoes what a connection has not committed, without a word to anybody, and closes it. */
function end(connection: IDBDatabase): void {
  const gone = raw<RawConnection>(connection);
  const database = gone._rawDatabase;
  for (const transaction of database.transactions.filter(({ db }) => db === gone)) {
    if (transaction._state === 'finished') continue;
    for (const undo of transaction._rollbackLog.reverse()) undo();
    for (const { request } of transaction._requests) request.readyState = 'done';
    transaction._state = 'finished';
  }
  database.transactions = database.transactions.filter(({ db }) => db !== gone);
  database.connections = database.connections.filter((each) => each !== gone);
  gone._closePending = true;
  gone._closed = true;
  database.processTransactions();
}

/** A disk without room refuses every record that was not there before, as browsers do: the transaction fails. */
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (this: IDBObjectStore, value, key) {
  const disk = owners.get(this.transaction.db);
  if (disk !== undefined && Number.isFinite(disk.room) && disk.used >= disk.room)
    throw new DOMException('There is no room.', 'QuotaExceededError');
  return put.call(this, value, key);
};
