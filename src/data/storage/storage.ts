import type { StoreName, Stores } from './schema.ts';

export type Key = string | number;

/** What can be done inside one transaction. Await nothing else in it: a browser commits a transaction that idles. */
export interface Transaction {
  get<S extends StoreName>(store: S, key: Key): Promise<Stores[S] | undefined>;
  /** Every record of a store, in the order of their keys. */
  all<S extends StoreName>(store: S): Promise<Stores[S][]>;
  /** As `all`, with the keys. */
  entries<S extends StoreName>(store: S): Promise<[Key, Stores[S]][]>;
  put<S extends StoreName>(store: S, key: Key, value: Stores[S]): Promise<void>;
  delete(store: StoreName, key: Key): Promise<void>;
  clear(store: StoreName): Promise<void>;
}

/** Where the records of an account are: IndexedDB, or memory where that is refused. */
export interface Storage {
  read<T>(stores: readonly StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** All or nothing: when `work` throws, nothing of it stays. `work` may run again after a failure of the store. */
  write<T>(stores: readonly StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): void;
}
