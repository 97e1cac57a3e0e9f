import { isOfStore, UnreadableError } from './faults.ts';
import type { StoreName } from './schema.ts';
import { fits } from './shapes.ts';
import type { ReadTransaction } from './storage.ts';

/** Reads what fits its store. Throws an `UnreadableError` at a record that can't be read, or is not what the store holds. */
export const checked = (transaction: ReadTransaction): ReadTransaction => ({
  get: async (store, key) => {
    const value = await orUnreadable(store, transaction.get(store, key));
    if (value !== undefined) mustFit(store, value);
    return value;
  },
  all: async (store) => {
    const values = await orUnreadable(store, transaction.all(store));
    for (const value of values) mustFit(store, value);
    return values;
  },
  keys: (store) => orUnreadable(store, transaction.keys(store)),
  entries: async (store) => {
    const entries = await orUnreadable(store, transaction.entries(store));
    for (const [, value] of entries) mustFit(store, value);
    return entries;
  },
});

/** Reads only what `isShown`, as if the rest were not there. */
export const filtered = (
  transaction: ReadTransaction,
  isShown: (store: StoreName, value: unknown) => boolean,
): ReadTransaction => ({
  get: async (store, key) => {
    const value = await orUnreadable(store, transaction.get(store, key));
    return isShown(store, value) ? value : undefined;
  },
  all: async (store) =>
    (await orUnreadable(store, transaction.all(store))).filter((value) => isShown(store, value)),
  keys: async (store) => {
    const entries = await orUnreadable(store, transaction.entries(store));
    return entries.filter(([, value]) => isShown(store, value)).map(([key]) => key);
  },
  entries: async (store) =>
    (await orUnreadable(store, transaction.entries(store))).filter(([, value]) => isShown(store, value)),
});

const orUnreadable = <T>(store: StoreName, read: Promise<T>): Promise<T> =>
  read.catch((fault: unknown) => {
    throw isOfStore(fault) ? new UnreadableError(store, fault) : fault;
  });

function mustFit(store: StoreName, value: unknown): void {
  if (!fits(store, value)) throw new UnreadableError(store);
}
