import { isOfStore } from './faults.ts';
import type { StoreName } from './schema.ts';
import { matchesShape } from './shapes.ts';
import type { ReadTransaction } from './storage.ts';

/** A store contains a record that can't be read, or that no version of the catalog wrote. */
export class UnreadableError extends Error {
  readonly store: StoreName;

  constructor(store: StoreName, cause?: unknown) {
    super(`The store ${store} can't be read.`, { cause });
    this.store = store;
  }
}

/** Reads what fits its store. Throws an `UnreadableError` at a record that can't be read, or is not what the store holds. */
export const checked = (transaction: ReadTransaction): ReadTransaction => ({
  get: async (store, key) => {
    const value = await orUnreadable(store, transaction.get(store, key));
    if (value !== undefined) assertFits(store, value);
    return value;
  },
  all: async (store) => {
    const values = await orUnreadable(store, transaction.all(store));
    for (const value of values) assertFits(store, value);
    return values;
  },
  keys: (store) => orUnreadable(store, transaction.keys(store)),
  entries: async (store) => {
    const entries = await orUnreadable(store, transaction.entries(store));
    for (const [, value] of entries) assertFits(store, value);
    return entries;
  },
});

/** What is read; an `UnreadableError` in place of the browser's own where the store is at fault. */
export const orUnreadable = <T>(store: StoreName, read: Promise<T>): Promise<T> =>
  read.catch((fault: unknown) => {
    throw isOfStore(fault) ? new UnreadableError(store, fault) : fault;
  });

function assertFits(store: StoreName, value: unknown): void {
  if (!matchesShape(store, value)) throw new UnreadableError(store);
}
