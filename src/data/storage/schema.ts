import { type DBSchema, type IDBPDatabase, type StoreKey, type StoreNames, type StoreValue } from 'idb';
import type { CachedDocument } from '../records/cached-document.ts';
import type { Draft } from '../records/draft.ts';
import type { InstallRecord } from '../records/install-record.ts';
import type { OutboxRow, Writer, writerKey } from '../records/outbox-row.ts';
import type { SessionRecord, sessionKey } from '../records/session-record.ts';
import type { Block, FirstScreen, firstScreenKey, SyncState, stateKey } from '../records/sync-state.ts';
import { type Upgrade as UpgradeOf, versionsPerSchema } from './connection.ts';

/** The content of an account's database, store by store; keys are outside of the records. */
export interface AccountSchema extends DBSchema {
  /** Two stores for entries, by id: one for the cached catalog, one for the next while it is loaded. */
  blocksA: { key: string; value: Block };
  blocksB: { key: string; value: Block };
  /** What is known about the entries, in one record. */
  catalog: { key: typeof stateKey; value: SyncState };
  /** What the first screens show, in one record. */
  cover: { key: typeof firstScreenKey; value: FirstScreen };
  /** Kept answers of the service, by address. */
  documents: { key: string; value: CachedDocument };
  session: { key: typeof sessionKey; value: SessionRecord };
  /** By the id of the row. */
  outbox: { key: string; value: OutboxRow };
  writer: { key: typeof writerKey; value: Writer };
  /** By the id of the application. */
  installs: { key: string; value: InstallRecord };
  settings: { key: 'recent-searches'; value: readonly string[] };
  /** By subject. */
  drafts: { key: string; value: Draft };
  /** What could not be read, for support. */
  aside: { key: string; value: SetAside };
}
/** A record that could not be read, kept for support. */
export interface SetAside {
  store: StoreName;
  /** The key that the record had. */
  key: string;
  reason: string;
  /** The value as far as it could be read, without secrets. */
  value: unknown;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether it was part of a report that the person has saved. */
  reported: boolean;
}

export type StoreName = StoreNames<AccountSchema>;
export type KeyOf<S extends StoreName> = StoreKey<AccountSchema, S>;
export type ValueOf<S extends StoreName> = StoreValue<AccountSchema, S>;

/** The stores that can be refilled from the network; they are emptied at every change of the schema. */
export const cacheStores: readonly StoreName[] = ['blocksA', 'blocksB', 'catalog', 'cover', 'documents'];
export const durableStores: readonly StoreName[] = [
  'session',
  'outbox',
  'writer',
  'installs',
  'settings',
  'drafts',
  'aside',
];
export const allStores: readonly StoreName[] = [...cacheStores, ...durableStores];

type Database = IDBPDatabase<AccountSchema>;
type Upgrade = UpgradeOf<AccountSchema>;

/** Migrates the kept stores from one version to the next. */
export type SchemaStep = (database: Database, transaction: Upgrade) => void | Promise<void>;

/** The version of the first release. A database of a version before it is emptied: nobody has released one. */
const firstVersion = versionsPerSchema;

/** From one released version to the next; steps are appended, never changed. A new database needs none of them. */
export const schemaSteps: readonly SchemaStep[] = [];

export const getNextVersion = (steps: readonly SchemaStep[]): number =>
  firstVersion + steps.length * versionsPerSchema;

/**
 * SHA-256 of the shapes of the service's answers that this version of the schema keeps, as `test/data/kept-shapes.test.ts`
 * computes it. When that test fails, the contract has changed what is kept: raise `firstVersion`, or once it is released
 * append a step to `schemaSteps` (which empties the cache) that migrates the session if that changed, and write the new
 * version and hash here.
 */
export const storedShapes = {
  version: 1_000,
  sha256: 'a38a9d139091dfa702ccdf0527ccccb27b10ee4c84c288558a577630cb5e22a8',
} as const;

/**
 * Brings a database from `oldVersion` to the last of `steps`: migrates the kept stores, and deletes all others, which are
 * then made anew.
 */
export async function upgrade(
  database: Database,
  oldVersion: number,
  transaction: Upgrade,
  steps: readonly SchemaStep[],
): Promise<void> {
  const isUnreleased = oldVersion < firstVersion;
  if (!isUnreleased)
    for (const step of steps.slice(Math.floor(oldVersion / versionsPerSchema) - 1))
      await step(database, transaction);
  const dropped = isUnreleased ? [...database.objectStoreNames] : cacheStores;
  for (const name of dropped) if (database.objectStoreNames.contains(name)) database.deleteObjectStore(name);
}
