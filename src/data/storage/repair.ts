import { sessionKey } from '../session/session-record.ts';
import { isMissing } from './faults.ts';
import type { IdbStorage } from './idb-storage.ts';
import { movingRecords, withLock } from './locks.ts';
import { cacheStores, type KeyOf, keptStores, type StoreName, type ValueOf } from './schema.ts';
import { type SetAside, setAside } from './set-aside.ts';
import { fits } from './shapes.ts';
import type { Transaction } from './storage.ts';

type Unreadable = Pick<SetAside, 'store' | 'reason' | 'value'> & { key: string | null };

interface Sifted<S extends StoreName> {
  readable: [KeyOf<S>, ValueOf<S>][];
  unreadable: (Unreadable & { at: KeyOf<S> })[];
}

/**
 * Sets aside unreadable records of these stores and deletes them there; the stores of the catalog are emptied together,
 * because they are filled together. Tabs repair one after another. Throws when a store can't be repaired.
 */
export function repair(disk: IdbStorage, databaseName: string, stores: readonly StoreName[]): Promise<void> {
  return withLock(`${databaseName}:repair`, async () => {
    for (const store of stores) {
      if (cacheStores.includes(store)) await emptyCache(disk, databaseName, store);
      else await removeRows(disk, databaseName, store);
    }
  });
}

async function emptyCache(disk: IdbStorage, databaseName: string, store: StoreName): Promise<void> {
  const reason = 'The store could not be read, and is loaded again.';
  await setAside(databaseName, [{ store, key: null, reason, value: null }]);
  await disk.write(cacheStores, async (transaction) => {
    for (const name of cacheStores) await transaction.clear(name);
  });
}

async function removeRows<S extends StoreName>(
  disk: IdbStorage,
  databaseName: string,
  store: S,
): Promise<void> {
  const { unreadable } = await sift(disk, store);
  if (unreadable.length === 0) return;
  await setAside(databaseName, unreadable.map(withoutPlace));
  await disk.write([store], async (transaction) => {
    for (const { at } of unreadable) await transaction.delete(store, at);
  });
}

/** Reads a store record by record, and separates usable records from others. */
export async function sift<S extends StoreName>(disk: IdbStorage, store: S): Promise<Sifted<S>> {
  const sifted: Sifted<S> = { readable: [], unreadable: [] };
  for (const at of await disk.read([store], (transaction) => transaction.keys(store))) {
    // A record that can't be read ends its transaction, so each record is read in a transaction of its own.
    const read = disk.read([store], (transaction) => transaction.get(store, at));
    const found = await read.then(
      (value) => ({ value, reason: null }),
      (fault: unknown) => ({ value: undefined, reason: String(fault) }),
    );
    if (found.value !== undefined && fits(store, found.value)) sifted.readable.push([at, found.value]);
    else {
      const reason = found.reason ?? 'It is not what the store holds.';
      sifted.unreadable.push({ store, key: String(at), reason, value: found.value ?? null, at });
    }
  }
  return sifted;
}

const withoutPlace = ({ store, key, reason, value }: Unreadable): Unreadable => ({
  store,
  key,
  reason,
  value,
});

/**
 * Makes a database that lacks a store again, with all readable records of the kept stores, while nobody writes to it
 * and before anybody sees it without them. Until it exists they are in a second database, where `takeBack` finds them
 * if the page ends meanwhile.
 */
export function rebuild(disk: IdbStorage, databaseName: string): Promise<void> {
  const work = async () => {
    const kept = await Promise.all(keptStores.map((store) => siftedRecords(disk, store)));
    const unreadable = kept.flatMap((each) => each.unreadable);
    await setAside(databaseName, [
      { store: 'catalog', key: null, reason: 'The database lacked a store, and was made anew.', value: null },
      ...unreadable,
    ]);
    const restoring = async (transaction: Transaction) => {
      for (const { restore } of kept) await restore(transaction);
    };
    const restoringMissing = async (transaction: Transaction) => {
      for (const { restoreMissing } of kept) await restoreMissing(transaction);
    };
    await inRescue(disk, (rescue) => rescue.write(keptStores, restoring, 'strict'));
    const isFilled = await disk.recreate(restoring);
    await disk.write(keptStores, isFilled ? flush : restoringMissing, 'strict');
    await disk.deleteRescue();
  };
  return withLock(`${databaseName}:repair`, () => movingRecords(databaseName, work));
}

/** Writes a record again with strict durability: then everything that was written before is on the disk, too. */
async function flush(transaction: Transaction): Promise<void> {
  const session = await transaction.get('session', sessionKey);
  if (session !== undefined) await transaction.put('session', sessionKey, session);
}

/** Takes back what a page that ended too early left in the second database, except what exists already. */
export function takeBack(disk: IdbStorage, databaseName: string): Promise<void> {
  return withLock(`${databaseName}:repair`, async () => {
    const left = await inRescue(disk, (rescue) =>
      Promise.all(keptStores.map((store) => siftedRecords(rescue, store))),
    );
    const restoring = async (transaction: Transaction) => {
      for (const { restoreMissing } of left) await restoreMissing(transaction);
    };
    await disk.write(keptStores, restoring, 'strict');
    await disk.deleteRescue();
  });
}

async function inRescue<T>(disk: IdbStorage, work: (rescue: IdbStorage) => Promise<T>): Promise<T> {
  const rescue = await disk.openRescue();
  return work(rescue).finally(() => rescue.close());
}

async function siftedRecords<S extends StoreName>(disk: IdbStorage, store: S) {
  const none: Sifted<S> = { readable: [], unreadable: [] };
  const { readable, unreadable } = await sift(disk, store).catch((fault: unknown) => {
    if (isMissing(fault)) return none;
    throw fault;
  });
  return {
    unreadable: unreadable.map(withoutPlace),
    restore: async (transaction: Transaction) => {
      for (const [key, value] of readable) await transaction.put(store, key, value);
    },
    restoreMissing: async (transaction: Transaction) => {
      const there = new Set(await transaction.keys(store));
      for (const [key, value] of readable) if (!there.has(key)) await transaction.put(store, key, value);
    },
  };
}
