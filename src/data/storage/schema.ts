import type { IDBPDatabase, IDBPTransaction } from 'idb';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { InstallRecord } from '../installs/install-record.ts';
import type { OutboxRow } from '../outbox/row.ts';
import type { SessionRecord } from '../session/session-record.ts';

/** An answer of the service as it was kept. `savedAt`: when it was asked for, in milliseconds since 1970. */
export interface KeptDocument {
  value: unknown;
  etag: string | null;
  savedAt: number;
}

/** What each store of an account's database holds; every record is stored under a key beside it. */
export interface Stores {
  /** The catalog by name, 200 entries a record: reading records one by one takes four times as long. */
  pages: readonly CatalogEntry[];
  documents: KeptDocument;
  session: SessionRecord;
  outbox: OutboxRow;
  installs: InstallRecord;
  settings: unknown;
}
export type StoreName = keyof Stores;

/** May be thrown away and refilled from the network; made anew at every change of the schema. */
export const cacheStores: readonly StoreName[] = ['pages', 'documents'];
export const keptStores: readonly StoreName[] = ['session', 'outbox', 'installs', 'settings'];
export const allStores: readonly StoreName[] = [...cacheStores, ...keptStores];

type Database = IDBPDatabase;
type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;

/** One step of the kept stores from a version to the next; steps are appended, never changed. */
export type SchemaStep = (database: Database, transaction: Upgrade) => void | Promise<void>;

export const schemaSteps: readonly SchemaStep[] = [
  (database) => {
    for (const name of keptStores) database.createObjectStore(name);
  },
  // Nothing kept has changed, but what was cached had no install file for addresses.
  () => undefined,
];

/** Brings a database from `oldVersion` to the end of `steps`: kept stores step by step, the cache anew. */
export async function upgrade(
  database: Database,
  oldVersion: number,
  transaction: Upgrade,
  steps: readonly SchemaStep[],
): Promise<void> {
  for (const step of steps.slice(oldVersion)) await step(database, transaction);
  for (const name of cacheStores) {
    if (database.objectStoreNames.contains(name)) database.deleteObjectStore(name);
    database.createObjectStore(name);
  }
}
