import { IdbStorage, type Reopening } from './idb-storage.ts';
import type { IsShown } from './placed-storage.ts';
import { allStores, keptStores, type StoreName } from './schema.ts';
import { fits } from './shapes.ts';
import type { Coat } from './storage.ts';

/** Whether this version of the catalog knows a kind of write. */
export type Knows = (kind: string) => boolean;

interface NewerDatabase {
  disk: IdbStorage;
  /** Stores that this version of the catalog does not touch; it keeps its own records in memory. */
  inMemory: readonly StoreName[];
  isShown: IsShown;
}

/**
 * Opens a database with a newer version of the schema: what both versions know is used where it is, and everything else
 * stays untouched.
 */
export async function openNewer(
  name: string,
  { knows, coat }: { knows?: Knows; coat?: Coat },
  reopening: Reopening,
): Promise<NewerDatabase> {
  const disk = await IdbStorage.openAsItIs(name, { coat, reopening });
  const usable = await usableStores(disk);
  return {
    disk,
    inMemory: allStores.filter((store) => !usable.has(store)),
    isShown: (store, value) => fits(store, value) && (store !== 'outbox' || isKnownWrite(value, knows)),
  };
}

const isKnownWrite = (row: unknown, knows: Knows | undefined): boolean =>
  knows === undefined || knows(String(Reflect.get(Object(row), 'kind')));

/**
 * Those of a newer version's stores that contain what this version knows: all of their records, of the writes at least
 * one.
 */
async function usableStores(disk: IdbStorage): Promise<ReadonlySet<StoreName>> {
  const usable = new Set<StoreName>();
  for (const store of (await disk.stores()).filter((each) => keptStores.includes(each))) {
    const values = await disk.read([store], (transaction) => transaction.all(store));
    const known = values.filter((value) => fits(store, value));
    const isUsable =
      store === 'outbox' ? values.length === 0 || known.length > 0 : known.length === values.length;
    if (isUsable) usable.add(store);
  }
  return usable;
}
