import { type KeyOf, type StoreName, type ValueOf } from './schema.ts';
import type { ReadTransaction, Storage, Transaction } from './storage.ts';

type Tables = { [S in StoreName]: Map<KeyOf<S>, ValueOf<S>> };

/** Copies of `tables`, so that a failed write can be discarded; empty tables when there are none. */
const tablesFrom = (tables?: Tables): Tables => ({
  blocksA: new Map(tables?.blocksA),
  blocksB: new Map(tables?.blocksB),
  catalog: new Map(tables?.catalog),
  cover: new Map(tables?.cover),
  documents: new Map(tables?.documents),
  session: new Map(tables?.session),
  outbox: new Map(tables?.outbox),
  writer: new Map(tables?.writer),
  installs: new Map(tables?.installs),
  settings: new Map(tables?.settings),
  drafts: new Map(tables?.drafts),
});

/** The records of an account in memory, for browsers that refuse IndexedDB. They are lost with the page. */
export class MemoryStorage implements Storage {
  #tables = tablesFrom();
  #last: Promise<unknown> = Promise.resolve();

  read<T>(_stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => work(transactionOver(this.#tables)));
  }

  write<T>(_stores: readonly StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const staged = tablesFrom(this.#tables);
      const result = await work(transactionOver(staged));
      this.#tables = staged;
      return result;
    });
  }

  isKept(): boolean {
    return false;
  }

  close(): void {
    this.#tables = tablesFrom();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function transactionOver(tables: Tables): Transaction {
  return {
    get: async (store, key) => tables[store].get(key),
    all: async (store) => sorted(tables[store]).map(([, value]) => value),
    keys: async (store) => sorted(tables[store]).map(([key]) => key),
    entries: async (store) => sorted(tables[store]),
    put: async (store, key, value) => void tables[store].set(key, structuredClone(value)),
    delete: async (store, key) => void tables[store].delete(key),
    clear: async (store) => tables[store].clear(),
  };
}

const sorted = <K, V>(table: Map<K, V>): [K, V][] => [...table].sort(([a], [b]) => (a < b ? -1 : 1));
