import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { heard } from './faults.ts';
import { inTime } from './in-time.ts';
import type { StoreName } from './schema.ts';
import { withoutSecrets } from './without-secrets.ts';

/** A record that could not be read or used, kept for support. */
export interface SetAside {
  store: StoreName;
  /** The key of the record; null for a whole store. */
  key: string | null;
  reason: string;
  /** The value as far as it could be read, without secrets. */
  value: unknown;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether it was part of a report that the person has saved. */
  reported: boolean;
}

interface AsideSchema extends DBSchema {
  records: { key: number; value: SetAside };
}

const store = 'records';
/** Most records that are kept; older ones are deleted. */
const most = 500;

/** A database beside the account's, so that it outlives a broken one; signing out deletes it too. */
const asideName = (databaseName: string): string => `${databaseName}-aside`;

async function opened<T>(
  databaseName: string,
  work: (database: IDBPDatabase<AsideSchema>) => Promise<T>,
): Promise<T> {
  const database = await inTime(
    openDB<AsideSchema>(asideName(databaseName), 1, {
      upgrade: (created, _from, _to, transaction) => {
        heard(transaction);
        created.createObjectStore(store, { autoIncrement: true });
      },
      blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    }),
  );
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Stores unreadable records before they are deleted where they were. */
export const setAside = (
  databaseName: string,
  unreadable: readonly Pick<SetAside, 'store' | 'key' | 'reason' | 'value'>[],
): Promise<void> =>
  opened(databaseName, async (database) => {
    const transaction = heard(database.transaction(store, 'readwrite', { durability: 'strict' }));
    for (const each of unreadable) {
      const value = withoutSecrets(each.value);
      await transaction.store.add({ ...each, value, at: Date.now(), reported: false });
    }
    const keys = await transaction.store.getAllKeys();
    for (const key of keys.slice(0, Math.max(0, keys.length - most))) await transaction.store.delete(key);
    await transaction.done;
  });

/** All that was set aside, the oldest first. */
export const readSetAside = (databaseName: string): Promise<SetAside[]> =>
  opened(databaseName, (database) => database.getAll(store));

/** Notes that the person has saved a report with everything that was set aside so far. */
export const noteReported = (databaseName: string): Promise<void> =>
  opened(databaseName, async (database) => {
    const transaction = heard(database.transaction(store, 'readwrite'));
    for await (const cursor of transaction.store.iterate())
      await cursor.update({ ...cursor.value, reported: true });
    await transaction.done;
  });

export const deleteSetAside = (databaseName: string): Promise<void> => deleteDB(asideName(databaseName));
