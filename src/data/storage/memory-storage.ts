import { allStores, type StoreName, type Stores } from './schema.ts';
import type { Key, Storage, Transaction } from './storage.ts';

type Tables = Map<StoreName, Map<Key, unknown>>;

/** The records of an account in memory: for browsers that refuse IndexedDB. Gone with the page. */
export class MemoryStorage implements Storage {
  #tables: Tables = new Map(allStores.map((name) => [name, new Map()]));
  #last: Promise<unknown> = Promise.resolve();

  read<T>(_stores: readonly StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => work(transactionOver(this.#tables)));
  }

  write<T>(stores: readonly StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const staged: Tables = new Map(this.#tables);
      for (const name of stores) staged.set(name, new Map(this.#tables.get(name)));
      const result = await work(transactionOver(staged));
      this.#tables = staged;
      return result;
    });
  }

  close(): void {
    this.#tables = new Map(allStores.map((name) => [name, new Map()]));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function transactionOver(tables: Tables): Transaction {
  const table = <S extends StoreName>(name: S) => tables.get(name) as Map<Key, Stores[S]>;
  return {
    get: async (store, key) => table(store).get(key),
    all: async (store) => sorted(table(store)).map(([, value]) => value),
    entries: async (store) => sorted(table(store)),
    put: async (store, key, value) => void table(store).set(key, structuredClone(value)),
    delete: async (store, key) => void table(store).delete(key),
    clear: async (store) => table(store).clear(),
  };
}

const sorted = <V>(table: Map<Key, V>): [Key, V][] => [...table].sort(([a], [b]) => (a < b ? -1 : 1));
