import { type Changes, nothing, withoutTaken } from './changes.ts';
import type { IdbStorage } from './idb-storage.ts';
import { cacheStores, type KeyOf, type SetAside, type StoreName, type ValueOf } from './schema.ts';
import { matchesShape } from './shapes.ts';
import type { Transaction } from './storage.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Max number of records that are set aside; older ones are deleted. */
const maxSetAside = 500;

interface SeparatedRecords<S extends StoreName> {
  readable: [KeyOf<S>, ValueOf<S>][];
  unreadable: { key: KeyOf<S>; aside: SetAside }[];
}

/**
 * Makes a store readable. A cache is emptied together with all others, because they are loaded together; of other stores,
 * records that can't be read are moved into `aside`. Throws where that fails.
 */
export async function repair(disk: IdbStorage, store: StoreName): Promise<void> {
  if (cacheStores.includes(store)) return emptyCaches(disk);
  const { unreadable } = await separateReadable(disk, store);
  const moving = async (transaction: Transaction) => {
    for (const { key, aside } of unreadable) {
      await transaction.delete(store, key);
      if (store !== 'aside') await transaction.put('aside', `${store}/${aside.key}`, aside);
    }
    const all = (await transaction.entries('aside')).sort(([, a], [, b]) => b.at - a.at);
    for (const [key] of all.slice(maxSetAside)) await transaction.delete('aside', key);
  };
  await disk.write([...new Set([store, 'aside' as const])], moving, 'strict');
}

const emptyCaches = (disk: IdbStorage): Promise<void> =>
  disk.write(cacheStores, async (transaction) => {
    for (const store of cacheStores) await transaction.clear(store);
  });

/** Reads a store record by record, and separates usable records from others. */
async function separateReadable<S extends StoreName>(
  disk: IdbStorage,
  store: S,
): Promise<SeparatedRecords<S>> {
  const sifted: SeparatedRecords<S> = { readable: [], unreadable: [] };
  for (const key of await disk.read([store], (transaction) => transaction.keys(store))) {
    // A record that can't be read ends its transaction, so each record is read in a transaction of its own.
    const read = disk.read([store], (transaction) => transaction.get(store, key));
    const { value, reason } = await read.then(
      (found) => ({ value: found, reason: 'It is not what the store holds.' }),
      (fault: unknown) => ({ value: undefined, reason: String(fault) }),
    );
    if (value !== undefined && matchesShape(store, value)) sifted.readable.push([key, value]);
    else {
      const aside = { store, key: String(key), reason, value: withoutSecrets(value ?? null) };
      sifted.unreadable.push({ key, aside: { ...aside, at: Date.now(), reported: false } });
    }
  }
  return sifted;
}

/** Adds what can be read of a database that can't be repaired to the changes in memory, which go before it. */
export async function copyReadable(disk: IdbStorage, unsaved: Changes): Promise<void> {
  const changed = new Set(unsaved.of('outbox').keys());
  for (const store of disk.stores) await copy(disk, unsaved, store);
  const records = unsaved.over(nothing);
  for (const row of await records.all('outbox'))
    if (!changed.has(row.id)) await records.put('outbox', row.id, withoutTaken(row));
}

async function copy<S extends StoreName>(disk: IdbStorage, unsaved: Changes, store: S): Promise<void> {
  const { readable } = await separateReadable(disk, store).catch(
    (): SeparatedRecords<S> => ({ readable: [], unreadable: [] }),
  );
  const records = unsaved.over(nothing);
  for (const [key, value] of readable) if (!unsaved.of(store).has(key)) await records.put(store, key, value);
}
