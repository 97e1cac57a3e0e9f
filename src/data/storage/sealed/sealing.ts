import type { KeyOf, StoreName, ValueOf } from '../schema.ts';
import type { Encryption, ReadTransaction, Transaction } from '../storage.ts';
import { Seal } from './seal.ts';

/** Seals the values of records with an account's data key. Names of stores and keys of records stay readable. */
export function createEncryption(key: Uint8Array): Encryption {
  const seal = new Seal(key);
  return {
    reading: (transaction) => reading(transaction, seal),
    writing: (transaction) => writing(transaction, seal),
  };
}

const getAssociatedData = (store: StoreName, key: string | number): string => `${store}/${key}`;

/** A sealed database contains bytes in place of each value. */
function decryptRecord<S extends StoreName>(
  seal: Seal,
  store: S,
  key: KeyOf<S>,
  value: ValueOf<S>,
): ValueOf<S> {
  return seal.open(getAssociatedData(store, key), value as unknown as Uint8Array) as ValueOf<S>;
}

const reading = (transaction: ReadTransaction, seal: Seal): ReadTransaction => {
  const entries = async <S extends StoreName>(store: S): Promise<[KeyOf<S>, ValueOf<S>][]> =>
    (await transaction.entries(store)).map(([key, value]) => [key, decryptRecord(seal, store, key, value)]);
  return {
    get: async (store, key) => {
      const value = await transaction.get(store, key);
      return value === undefined ? undefined : decryptRecord(seal, store, key, value);
    },
    all: async (store) => (await entries(store)).map(([, value]) => value),
    keys: (store) => transaction.keys(store),
    entries,
  };
};

const writing = (transaction: Transaction, seal: Seal): Transaction => ({
  ...reading(transaction, seal),
  put: <S extends StoreName>(store: S, key: KeyOf<S>, value: ValueOf<S>) =>
    transaction.put(store, key, seal.close(getAssociatedData(store, key), value) as unknown as ValueOf<S>),
  delete: (store, key) => transaction.delete(store, key),
  clear: (store) => transaction.clear(store),
});
