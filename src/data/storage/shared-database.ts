import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
  type StoreValue,
  unwrap,
  wrap,
} from 'idb';
import type { KeptDocument } from '../http/kept-document.ts';
import type { EndingToken } from '../session/ending-token.ts';
import type { OpenKey, Vault } from './sealed/vault.ts';

/** The key of the one record in each store. */
const only = 'only';

/** What this browser keeps outside of the accounts, each value in a store of its own. */
interface SharedSchema extends DBSchema {
  /** The stable id of this browser as a device. */
  device: { key: typeof only; value: string };
  /** The account that is open in this browser: organization and user, as in the name of its database. */
  current: { key: typeof only; value: { orgId: string; userId: string } };
  /** The login name typed last, offered at the next sign-in. */
  login: { key: typeof only; value: string };
  /** The organization's name and colour for the sign-in page. */
  branding: { key: typeof only; value: KeptDocument<'readBranding'> };
  /** Tokens whose sessions the service is still to end. */
  endings: { key: typeof only; value: readonly EndingToken[] };
  /** The ways to what is kept of each account, by the account's name. */
  vaults: { key: typeof only; value: Readonly<Record<string, Vault>> };
  /** The data keys of the accounts that are open, by the account's name. */
  keys: { key: typeof only; value: Readonly<Record<string, OpenKey>> };
}
type SharedName = StoreNames<SharedSchema>;
type SharedValue<N extends SharedName> = StoreValue<SharedSchema, N>;

/** The small database that all accounts of this browser share; in memory where IndexedDB is refused. */
export class SharedDatabase {
  readonly #database: Promise<IDBPDatabase<SharedSchema> | null>;
  readonly #memory: { [N in SharedName]: Map<typeof only, SharedValue<N>> } = {
    device: new Map(),
    current: new Map(),
    login: new Map(),
    branding: new Map(),
    endings: new Map(),
    vaults: new Map(),
    keys: new Map(),
  };

  constructor(name = 'appshelf') {
    this.#database = open(name);
  }

  async get<N extends SharedName>(name: N): Promise<SharedValue<N> | undefined> {
    const remembered = this.#memory[name].get(only);
    const database = await this.#database;
    // Closed, for a newer version of the catalog: then nothing is known.
    return remembered ?? (await database?.get(name, only).catch(() => undefined));
  }

  /** Keeps a value; returns whether it will still be there after a reload. */
  async set<N extends SharedName>(name: N, value: SharedValue<N>): Promise<boolean> {
    const database = await this.#database;
    const kept = await database?.put(name, value, only).catch(() => undefined);
    if (kept === undefined) this.#memory[name].set(only, value);
    return kept !== undefined;
  }

  /** Changes a value by what it is, in one transaction: another tab may change it at the same time. */
  async update<N extends SharedName>(
    name: N,
    change: (value: SharedValue<N> | undefined) => SharedValue<N>,
  ): Promise<void> {
    const database = await this.#database;
    const remembered = this.#memory[name].get(only);
    if (database === null || remembered !== undefined)
      return void this.#memory[name].set(only, change(remembered));
    let changed: SharedValue<N> | undefined;
    try {
      const transaction = database.transaction(name, 'readwrite');
      changed = change(await transaction.store.get(only));
      await Promise.all([transaction.store.put(changed, only), transaction.done]);
    } catch {
      this.#memory[name].set(only, changed ?? change(undefined));
    }
  }

  async delete(name: SharedName): Promise<void> {
    this.#memory[name].delete(only);
    await (await this.#database)?.delete(name, only);
  }

  close(): void {
    void this.#database.then((database) => database?.close());
  }
}

const stores: readonly SharedName[] = ['device', 'current', 'login', 'branding', 'endings', 'vaults', 'keys'];

async function open(name: string): Promise<IDBPDatabase<SharedSchema> | null> {
  try {
    const database = await openDB<SharedSchema>(name, 3, {
      upgrade: (database, oldVersion, _newVersion, transaction) => {
        for (const store of stores)
          if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
        if (oldVersion === 1) void moveValues(unwrap(database), transaction);
      },
      blocking: () => database.close(),
    });
    return database;
  } catch {
    return null;
  }
}

/** Version 1 kept all values in one store, under their names. The branding is not moved but fetched again. */
async function moveValues(
  database: IDBDatabase,
  transaction: IDBPTransaction<SharedSchema, SharedName[], 'versionchange'>,
): Promise<void> {
  const values = wrap(unwrap(transaction).objectStore('values'));
  for (const name of ['device', 'current', 'login'] as const) {
    const value = await values.get(name);
    if (value !== undefined) await transaction.objectStore(name).put(value, only);
  }
  database.deleteObjectStore('values');
}
