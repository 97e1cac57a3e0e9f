import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { addRow, readRows, storesForAdding } from '../../src/data/outbox/records.ts';
import type { CachedDocument } from '../../src/data/records/cached-document.ts';
import { AccountStorage } from '../../src/data/storage/account-storage.ts';
import { deleteDatabase } from '../../src/data/storage/connection.ts';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';
import { allStores, type SchemaStep, schemaSteps } from '../../src/data/storage/schema.ts';
import { SharedDatabase } from '../../src/data/storage/shared-database.ts';
import type { Storage } from '../../src/data/storage/storage.ts';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { mend, refuseDatabases } from './failing-browser.ts';

const name = 'appshelf-test-storage';
const rating = { application: 'a1', like: 1 } as const;

const branding = { id: 'o1', name: 'Acme', accent_color: '', support_email: '' };

const documentOf = (savedAt: number): CachedDocument => ({
  operation: 'readBranding',
  value: branding,
  etag: null,
  savedAt,
});

afterEach(() => deleteDB(name));

/** The storage of a browser that opens no database. */
async function openInMemory(): Promise<Storage> {
  refuseDatabases();
  const storage = await AccountStorage.open(name);
  mend();
  return storage;
}

const kinds: [string, () => Promise<Storage>][] = [
  ['IndexedDB', () => IdbStorage.open(name)],
  ['memory', () => openInMemory()],
];

describe.each(kinds)('storage in %s', (_kind, open) => {
  it('answers what was put, in the order of its keys', async () => {
    const storage = await open();
    await storage.write(['documents'], async (tx) => {
      await tx.put('documents', 'b', documentOf(2));
      await tx.put('documents', 'a', documentOf(1));
      await tx.put('documents', 'c', documentOf(3));
      await tx.delete('documents', 'c');
    });
    expect(await storage.read(['documents'], (tx) => tx.entries('documents'))).toEqual([
      ['a', documentOf(1)],
      ['b', documentOf(2)],
    ]);
    expect(await storage.read(['documents'], (tx) => tx.get('documents', 'c'))).toBeUndefined();
    storage.close();
  });

  it('keeps all of a transaction or nothing', async () => {
    const storage = await open();
    const broken = storage.write(['settings', 'outbox', 'writer'], async (tx) => {
      await tx.put('settings', 'recent-searches', ['depot']);
      await addRow(tx, reviewWrite, rating, 0);
      throw new Error('in the middle');
    });
    await expect(broken).rejects.toThrow('in the middle');
    expect(await storage.read(['settings'], (tx) => tx.all('settings'))).toEqual([]);
    expect(await readRows(storage)).toEqual([]);
    storage.close();
  });

  it('keeps what it was given, not what became of it', async () => {
    const storage = await open();
    const value = ['depot'];
    await storage.write(['settings'], (tx) => tx.put('settings', 'recent-searches', value));
    value.push('wiki');
    expect(await storage.read(['settings'], (tx) => tx.all('settings'))).toEqual([['depot']]);
    storage.close();
  });

  it('lets two writers of the same record each see the other', async () => {
    const storage = await open();
    const increment = () =>
      storage.write(['documents'], async (tx) => {
        const stored = await tx.get('documents', 'count');
        await tx.put('documents', 'count', documentOf((stored?.savedAt ?? 0) + 1));
      });
    await Promise.all(Array.from({ length: 10 }, increment));
    expect(await storage.read(['documents'], (tx) => tx.get('documents', 'count'))).toEqual(documentOf(10));
    storage.close();
  });
});

describe('a database of an older version', () => {
  it('keeps what a person wrote, changed step by step, and drops the cache', async () => {
    const older = await IdbStorage.open(name);
    await older.write(['outbox', 'writer', 'documents'], async (tx) => {
      await addRow(tx, reviewWrite, rating, 1);
      await tx.put('documents', 'branding', documentOf(1));
    });
    older.close();
    const kindRenamed: SchemaStep = async (_database, transaction) => {
      const outbox = transaction.objectStore('outbox');
      for await (const cursor of outbox.iterate()) await cursor.update({ ...cursor.value, kind: 'renamed' });
    };
    const newer = await IdbStorage.open(name, { steps: [...schemaSteps, kindRenamed] });
    expect((await readRows(newer)).map(({ kind, payload }) => ({ kind, payload }))).toEqual([
      { kind: 'renamed', payload: rating },
    ]);
    expect(await newer.read(['documents'], (tx) => tx.all('documents'))).toEqual([]);
    newer.close();
  });

  it('gives way to a newer version in another tab', async () => {
    const older = await IdbStorage.open(name);
    const newer = await IdbStorage.open(name, { steps: [...schemaSteps, () => undefined] });
    await expect(readRows(older)).rejects.toThrow(name);
    newer.close();
  });
});

describe('a database of a version before the first release', () => {
  const made = async (database: string, version: number) => {
    const old = await openDB(database, version, {
      upgrade: (created) => {
        for (const store of ['session', 'pages']) created.createObjectStore(store);
      },
    });
    await old.put('session', { shape: 'of the past' }, 'current');
    old.close();
  };

  it('is emptied, and used', async () => {
    await made(name, 8);
    const storage = await AccountStorage.open(name);
    expect(storage.status.get()).toBe('kept');
    for (const store of allStores) expect(await storage.read([store], (tx) => tx.all(store))).toEqual([]);
    await storage.write(storesForAdding, (tx) => addRow(tx, reviewWrite, rating, 1));
    expect(await readRows(storage)).toHaveLength(1);
    storage.close();
  });

  it('that all accounts share is emptied too: nobody is signed in', async () => {
    await made(name, 3);
    const shared = new SharedDatabase(name);
    expect(await shared.get('current')).toBeUndefined();
    expect(await shared.set('device', 'device-1')).toBe(true);
    shared.close();
  });
});

describe('a database of which nothing is known', () => {
  it('is left alone: memory takes its place and says so', async () => {
    (await openDB(name, 2000)).close();
    const storage = await AccountStorage.open(name);
    expect(storage.status.get()).toBe('newer');
    expect(storage.isPersisted(storesForAdding)).toBe(false);
    await storage.write(storesForAdding, (tx) => addRow(tx, reviewWrite, rating, 1));
    expect(await readRows(storage)).toHaveLength(1);
  });
});

describe('deleting an account', () => {
  it('leaves nothing, also while another tab has it open', async () => {
    const other = await IdbStorage.open(name);
    await other.write(storesForAdding, (tx) => addRow(tx, reviewWrite, rating, 1));
    await deleteDatabase(name);
    await expect(readRows(other)).rejects.toThrow(name);
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
    const again = await IdbStorage.open(name);
    for (const store of allStores) expect(await again.read([store], (tx) => tx.all(store))).toEqual([]);
    again.close();
  });
});
