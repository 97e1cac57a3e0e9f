import type { KeyOf, StoreName, ValueOf } from './schema.ts';

/** What can be read inside one transaction. Await nothing else in it: a browser commits an idle transaction. */
export interface ReadTransaction {
  get<S extends StoreName>(store: S, key: KeyOf<S>): Promise<ValueOf<S> | undefined>;
  /** Every record of a store, ordered by key. */
  all<S extends StoreName>(store: S): Promise<ValueOf<S>[]>;
  /** The keys of a store, in order. */
  keys<S extends StoreName>(store: S): Promise<KeyOf<S>[]>;
  /** As `all`, with the keys. */
  entries<S extends StoreName>(store: S): Promise<[KeyOf<S>, ValueOf<S>][]>;
}

/** What can be done inside one read-write transaction. */
export interface Transaction extends ReadTransaction {
  put<S extends StoreName>(store: S, key: KeyOf<S>, value: ValueOf<S>): Promise<void>;
  delete<S extends StoreName>(store: S, key: KeyOf<S>): Promise<void>;
  clear(store: StoreName): Promise<void>;
}

/** `strict`: on the disk when it is done, for what is promised then. `default`: as the browser does it. */
export type Durability = 'default' | 'strict';

/** Where the records of an account are: IndexedDB, or memory where that is refused. */
export interface Storage {
  read<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T>;
  /** All or nothing: when `work` throws, nothing of it stays. `work` may run again after a failure of the store. */
  write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability?: Durability,
  ): Promise<T>;
  close(): void;
}
