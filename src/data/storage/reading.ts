import { isOfStore } from './faults.ts';
import type { KeyOf, StoreName, ValueOf } from './schema.ts';
import { matchesShape } from './shapes.ts';
import type { ReadTransaction } from './storage.ts';

/** Whether this version of the catalog knows a kind of write. */
export type Knows = (kind: string) => boolean;

/** A store contains a record that can't be read, or that no version of the catalog wrote. */
export class UnreadableError extends Error {
  readonly store: StoreName;

  constructor(store: StoreName, cause?: unknown) {
    super(`The store ${store} can't be read.`, { cause });
    this.store = store;
  }
}

/** A record as it is used; undefined leaves it out. */
type Convert = <S extends StoreName>(store: S, key: KeyOf<S>, value: ValueOf<S>) => ValueOf<S> | undefined;

/** Reads records through `convert`. Throws an `UnreadableError` in place of the browser's own where the store is at fault. */
export function convertRecords(transaction: ReadTransaction, convert: Convert): ReadTransaction {
  const read = <T>(store: StoreName, request: Promise<T>): Promise<T> =>
    request.catch((fault: unknown) => {
      throw isOfStore(fault) ? new UnreadableError(store, fault) : fault;
    });
  const entries = async <S extends StoreName>(store: S): Promise<[KeyOf<S>, ValueOf<S>][]> =>
    (await read(store, transaction.entries(store))).flatMap(([key, stored]) => {
      const value = convert(store, key, stored);
      return value === undefined ? [] : [[key, value]];
    });
  return {
    get: async (store, key) => {
      const stored = await read(store, transaction.get(store, key));
      return stored === undefined ? undefined : convert(store, key, stored);
    },
    all: async (store) => (await entries(store)).map(([, value]) => value),
    keys: (store) => read(store, transaction.keys(store)),
    entries,
  };
}

/** Reads what fits its store. Throws an `UnreadableError` at a record that can't be read, or is not what the store holds. */
export const readChecked = (transaction: ReadTransaction): ReadTransaction =>
  convertRecords(transaction, (store, _key, value) => {
    if (!matchesShape(store, value)) throw new UnreadableError(store);
    return value;
  });

/**
 * Reads what this version of the catalog knows of a database that a newer one has made: records that are as they were,
 * and writes of known kinds. The rest is as if it were not there.
 */
export const readKnown = (transaction: ReadTransaction, knows: Knows): ReadTransaction =>
  convertRecords(transaction, (store, _key, value) => {
    const isKnown = store !== 'outbox' || knows(String(Reflect.get(Object(value), 'kind')));
    return isKnown && matchesShape(store, value) ? value : undefined;
  });
