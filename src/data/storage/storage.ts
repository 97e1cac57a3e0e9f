import type { KeyOf, StoreName, ValueOf } from './schema.ts';

/** Reads inside one transaction. Await nothing else in it, because a browser commits an idle transaction. */
export interface ReadTransaction {
  get<S extends StoreName>(store: S, key: KeyOf<S>): Promise<ValueOf<S> | undefined>;
  /** Every record of a store, ordered by key. */
  all<S extends StoreName>(store: S): Promise<ValueOf<S>[]>;
  /** The keys of a store, in order. */
  keys<S extends StoreName>(store: S): Promise<KeyOf<S>[]>;
  /** As `all`, with the keys. */
  entries<S extends StoreName>(store: S): Promise<[KeyOf<S>, ValueOf<S>][]>;
}

/** Reads and writes inside one transaction. */
export interface Transaction extends ReadTransaction {
  put<S extends StoreName>(store: S, key: KeyOf<S>, value: ValueOf<S>): Promise<void>;
  delete<S extends StoreName>(store: S, key: KeyOf<S>): Promise<void>;
  clear(store: StoreName): Promise<void>;
}

/**
 * `strict`: on the disk when the transaction is done, for what is then promised to the person. `default`: as the
 * browser does it.
 */
export type Durability = 'default' | 'strict';

/** The place of an account's records: IndexedDB, or memory where that is refused. */
export interface Storage {
  read<T>(stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * All or nothing: when `work` throws, none of its changes stays. `work` may run again after a failure of the store.
   */
  write<T>(
    stores: readonly StoreName[],
    work: (transaction: Transaction) => Promise<T>,
    durability?: Durability,
  ): Promise<T>;
  close(): void;
}
