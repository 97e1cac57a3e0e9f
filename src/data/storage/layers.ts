import type { StoreName } from './schema.ts';
import type { ReadTransaction, Transaction } from './storage.ts';

/** One transaction made of two: the stores `above` are read and written in the upper one. */
export const layered = (
  above: ReadonlySet<StoreName>,
  upper: Transaction,
  lower: Transaction,
): Transaction => {
  const of = (store: StoreName) => (above.has(store) ? upper : lower);
  return {
    ...layeredReading(above, upper, lower),
    put: (store, key, value) => of(store).put(store, key, value),
    delete: (store, key) => of(store).delete(store, key),
    clear: (store) => of(store).clear(store),
  };
};

export const layeredReading = (
  above: ReadonlySet<StoreName>,
  upper: ReadTransaction,
  lower: ReadTransaction,
): ReadTransaction => {
  const of = (store: StoreName) => (above.has(store) ? upper : lower);
  return {
    get: (store, key) => of(store).get(store, key),
    all: (store) => of(store).all(store),
    keys: (store) => of(store).keys(store),
    entries: (store) => of(store).entries(store),
  };
};
