import type { IDBPTransaction } from 'idb';
import { heard } from './faults.ts';
import {
  type Connection,
  fits,
  type Joinable,
  only,
  type SharedName,
  type SharedSchema,
  type SharedValue,
} from './shared-schema.ts';

/** What is noted here about an account must outlive the next change of its database, even after a power failure. */
export const strict = { durability: 'strict' } as const;

/** Writes a value again, unchanged. */
export async function rewrite(database: Connection, name: SharedName): Promise<void> {
  const { store, done } = heard(database.transaction(name, 'readwrite', strict));
  const writing = async () => {
    const value = await store.get(only);
    if (value !== undefined) await store.put(value, only);
  };
  await Promise.all([writing(), done]);
}

/** What a database has of the values that are joined. */
export async function joinable(
  transaction: IDBPTransaction<SharedSchema, SharedName[], 'readonly' | 'readwrite'>,
): Promise<Joinable> {
  const of = async <N extends SharedName>(name: N): Promise<SharedValue<N> | undefined> => {
    const value = await transaction.objectStore(name).get(only);
    return fits[name](value) ? value : undefined;
  };
  return {
    device: await of('device'),
    endings: await of('endings'),
    vaults: await of('vaults'),
    keys: await of('keys'),
  };
}

export async function put<N extends SharedName>(
  database: Connection,
  name: N,
  value: SharedValue<N>,
): Promise<void> {
  const transaction = heard(database.transaction(name, 'readwrite', strict));
  await Promise.all([transaction.store.put(value, only), transaction.done]);
}
