import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** What this browser knows beside any account. */
export interface SharedValues {
  /** The stable id of this browser as a device. */
  device: string;
  /** The account that is open on this browser: organization and user, as in the database's name. */
  current: { orgId: string; userId: string };
  /** The login name typed last, offered at the next sign-in. */
  login: string;
  /** The organization's name and colour for the sign-in page, by the address they were asked for. */
  branding: { value: unknown; etag: string | null; savedAt: number };
}
type SharedKey = keyof SharedValues;

interface Schema extends DBSchema {
  values: { key: string; value: SharedValues[SharedKey] };
}

/** The small database that all accounts of this browser share; in memory where IndexedDB is refused. */
export class SharedDatabase {
  readonly #database: Promise<IDBPDatabase<Schema> | null>;
  readonly #memory = new Map<SharedKey, unknown>();

  constructor(name = 'appshelf') {
    this.#database = open(name);
  }

  async get<K extends SharedKey>(key: K): Promise<SharedValues[K] | undefined> {
    const remembered = this.#memory.get(key) as SharedValues[K] | undefined;
    const database = await this.#database;
    if (remembered !== undefined || database === null) return remembered;
    return (await database.get('values', key)) as SharedValues[K] | undefined;
  }

  /** Keeps a value; answers whether it will be there after a reload. */
  async set<K extends SharedKey>(key: K, value: SharedValues[K]): Promise<boolean> {
    const database = await this.#database;
    const kept = await database?.put('values', value, key).catch(() => undefined);
    if (kept === undefined) this.#memory.set(key, value);
    return kept !== undefined;
  }

  async delete(key: SharedKey): Promise<void> {
    this.#memory.delete(key);
    await (await this.#database)?.delete('values', key);
  }

  close(): void {
    void this.#database.then((database) => database?.close());
  }
}

async function open(name: string): Promise<IDBPDatabase<Schema> | null> {
  try {
    return await openDB<Schema>(name, 1, {
      upgrade: (database) => void database.createObjectStore('values'),
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
  } catch {
    return null;
  }
}
