import { orUnreadable } from './checked.ts';
import type { StoreName } from './schema.ts';
import { matchesShape } from './shapes.ts';
import type { ReadTransaction } from './storage.ts';

/** Whether this version of the catalog knows a kind of write. */
export type Knows = (kind: string) => boolean;

/**
 * Reads what this version of the catalog knows of a database that a newer one has made: of these stores, the records that
 * are as they were, and the writes of known kinds. The rest is as if it were not there.
 */
export function createKnownReader(
  transaction: ReadTransaction,
  stores: readonly StoreName[],
  knows: Knows,
): ReadTransaction {
  const isKnown = (store: StoreName, value: unknown) =>
    matchesShape(store, value) && (store !== 'outbox' || knows(String(Reflect.get(Object(value), 'kind'))));
  const entries: ReadTransaction['entries'] = async (store) => {
    if (!stores.includes(store)) return [];
    const all = await orUnreadable(store, transaction.entries(store));
    return all.filter(([, value]) => isKnown(store, value));
  };
  return {
    get: async (store, key) => {
      if (!stores.includes(store)) return undefined;
      const value = await orUnreadable(store, transaction.get(store, key));
      return isKnown(store, value) ? value : undefined;
    },
    all: async (store) => (await entries(store)).map(([, value]) => value),
    keys: async (store) => (await entries(store)).map(([key]) => key),
    entries,
  };
}
