import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { listReviews } from '../../contract/reviews.ts';
import type { Account } from '../../src/data/account/account.ts';
import { readDeviceId } from '../../src/data/device/device-id.ts';
import { readOutbox } from '../../src/data/outbox/records.ts';
import type { Writer } from '../../src/data/records/outbox-row.ts';
import { StoredAccounts } from '../../src/data/session/stored-accounts.ts';
import { AccountStorage } from '../../src/data/storage/account-storage.ts';
import { getSealedDatabaseName } from '../../src/data/storage/database-name.ts';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';
import { allStores, getNextVersion, type StoreName, schemaSteps } from '../../src/data/storage/schema.ts';
import { SharedDatabase } from '../../src/data/storage/shared-database.ts';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { byTier, cyclicSlice } from '../setup/run/tier.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';
import { damageGetAll, damageStore, fill, mend } from './failing-browser.ts';
import { application, line, service, standOnService, user } from './ground.ts';

const like = (account: Account) => account.outbox.enqueue(reviewWrite, { application, like: 1 });
const allSent = (account: Account) =>
  until(account.outbox.rows, (rows) => rows.length > 0 && rows.every(({ state }) => state === 'sent'));
const shown = (account: Account) => until(account.catalog.state, ({ byId }) => byId.has(application));

async function likes(): Promise<number | null> {
  const own = await service.signIn(user);
  return (await service.ok(listReviews, { ...own, params: { application } })).user_review?.like ?? null;
}

/** Closes a page that has everything; its stored data stays. Returns the name of its database. */
async function keptBefore(): Promise<string> {
  const { account } = await signedIn(line.url, user);
  await until(account.catalog.state, ({ savedAt, isSyncing }) => savedAt !== null && !isSyncing);
  await account.search.addRecent('depot');
  closeEngines();
  return account.name;
}

async function writerOf(name: string): Promise<Writer | undefined> {
  const storage = await IdbStorage.open(name);
  const { writer } = await readOutbox(storage);
  storage.close();
  return writer;
}

/** Of the next version of the schema. */
const newerVersion = getNextVersion([...schemaSteps, () => undefined]);

/** Works on the stored records of a database. */
async function inDatabase(
  name: string,
  work: (database: Awaited<ReturnType<typeof openDB>>) => Promise<unknown>,
): Promise<void> {
  const database = await openDB(name);
  await work(database);
  database.close();
}

standOnService();

afterEach(() => {
  mend();
});

/** Of both kinds, those that can be loaded again and those that can not, in turn. The session has tests of its own. */
const withoutSession = [0, 1]
  .flatMap((first) => allStores.filter((_, at) => at % 2 === first))
  .filter((store) => store !== 'session');
/** Where fewer are damaged, those that the browser cannot read are others than those that hold what they should not. */
const damaged = byTier(5, 10);
const unreadable = cyclicSlice(withoutSession, 0, damaged);
const nonsensical = cyclicSlice(withoutSession, damaged, damaged);

describe('a store that the browser cannot read', () => {
  it.each(unreadable)('leaves the catalog open: %s', async (store) => {
    await keptBefore();
    damageStore(store);
    const engine = await openEngine(line.url);
    expect(engine.session.state.get().phase).toBe('signed-in');
    const account = accountOf(engine);
    await shown(account);
    await like(account);
    await allSent(account);
    expect(await likes()).toBe(1);
  });

  it('leads to the sign-in page where it is the session, and after it everything goes on', async () => {
    const name = await keptBefore();
    damageStore('session');
    const engine = await openEngine(line.url);
    expect(engine.session.state.get().phase).toBe('signed-out');
    mend();
    await engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    expect(accountOf(engine).name).toBe(name);
    expect(accountOf(engine).search.recent.get()).toEqual(['depot']);
  });

  it('leaves the catalog open where only reading all of a store fails', async () => {
    await keptBefore();
    damageGetAll();
    const engine = await openEngine(line.url);
    await shown(accountOf(engine));
    expect(accountOf(engine).storage.get()).toBe('broken');
  });
});

describe('a store that holds what it should not', () => {
  it.each(nonsensical)('is set aside and filled again: %s', async (store) => {
    const name = await keptBefore();
    await inDatabase(name, async (database) => {
      const key = (await database.getAllKeys(store))[0] ?? 'any';
      await database.put(store, { nonsense: 7 }, key);
    });
    const engine = await openEngine(line.url);
    const account = accountOf(engine);
    await shown(account);
    if (store === 'documents' || store === 'writer') {
      await like(account);
      await account.openResource(listReviews, { params: { application } }).refresh();
    }
    expect(account.storage.get()).toBe('kept');
    await like(account);
    await allSent(account);
    closeEngines();
    const again = await openEngine(line.url);
    await until(accountOf(again).catalog.state, ({ isComplete, savedAt }) => isComplete && savedAt !== null);
    expect(accountOf(again).catalog.state.get().byId.has(application)).toBe(true);
  });

  it('sets aside the changes that cannot be read, sends the others, and says how many', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    await like(account);
    closeEngines();
    await inDatabase(account.name, (database) =>
      database.put('outbox', { kind: 'reviews.change', payload: { token: 'geheim', text: 'Good' } }, 'torn'),
    );
    line.state = 'open';
    const engine = await openEngine(line.url);
    const { outbox, unreadable } = accountOf(engine);
    await allSent(accountOf(engine));
    expect(outbox.rows.get()).toHaveLength(1);
    expect(await until(unreadable.state, ({ writes }) => writes > 0)).toEqual({ records: 1, writes: 1 });
    const report = await (await unreadable.report()).text();
    expect(report).toContain('Good');
    expect(report).not.toContain('geheim');
    await unreadable.markReported();
    expect(unreadable.state.get()).toEqual({ records: 1, writes: 0 });
    await engine.session.signOut();
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    expect(names.filter((name) => name.startsWith(account.name))).toEqual([]);
  });
});

it('completes a database that lacks a store, and keeps everything that it has', async () => {
  const { account: before } = await signedIn(line.url, user);
  await before.search.addRecent('depot');
  line.state = 'cut';
  await like(before);
  closeEngines();
  const { name } = before;
  const kept: [StoreName, IDBValidKey, unknown][] = [];
  const there = ['session', 'settings', 'outbox', 'writer'] as const;
  await inDatabase(name, async (database) => {
    for (const store of there)
      for (const key of await database.getAllKeys(store))
        kept.push([store, key, await database.get(store, key)]);
  });
  await deleteDB(name);
  const lacking = await openDB(name, getNextVersion(schemaSteps), {
    upgrade: (database) => {
      for (const store of there) database.createObjectStore(store);
    },
  });
  for (const [store, key, value] of kept) await lacking.put(store, value, key);
  lacking.close();
  line.state = 'open';
  const engine = await openEngine(line.url);
  const account = accountOf(engine);
  await shown(account);
  await allSent(account);
  expect(await likes()).toBe(1);
  expect(account.storage.get()).toBe('kept');
  expect(account.search.recent.get()).toEqual(['depot']);
});

it('keeps a change in memory where a database that lacks a store has no room either', async () => {
  const name = 'lacking-and-full';
  const lacking = await openDB(name, getNextVersion(schemaSteps), {
    upgrade: (database) => {
      for (const store of allStores.filter((each) => each !== 'cover')) database.createObjectStore(store);
    },
  });
  lacking.close();
  fill(['drafts']);
  const storage = await AccountStorage.open(name);
  await storage.write(['drafts'], (transaction) => transaction.put('drafts', 'a', { text: 'Half' }));
  expect(storage.status.get()).toBe('full');
  expect(await storage.read(['drafts'], (transaction) => transaction.get('drafts', 'a'))).toEqual({
    text: 'Half',
  });
  storage.close();
});

describe('a database that does not answer', () => {
  it('lets people work from memory, and the page says so', async () => {
    const name = await keptBefore();
    await deleteDB(name);
    const holding = await openDB(name, 1);
    const engine = await openEngine(line.url);
    expect(engine.session.state.get().phase).toBe('signed-out');
    await engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    const account = accountOf(engine);
    expect(account.storage.get()).toBe('unavailable');
    await like(account);
    await allSent(account);
    holding.close();
    await shown(account);
  });

  it('is used when it answers late, where it says who is signed in', async () => {
    await keptBefore();
    const answer = await hold('appshelf');
    const engine = await openEngine(line.url);
    expect(engine.session.state.get().phase).toBe('signed-out');
    answer();
    await until(engine.session.state, ({ phase }) => phase === 'signed-in');
  });
});

/** Makes a database open only once the result is called, with what it has. */
async function hold(name: string): Promise<() => void> {
  const holding = await openDB(name);
  const newer = indexedDB.open(name, holding.version + 1);
  newer.onupgradeneeded = () => newer.transaction?.abort();
  // By then pages that had it open have closed it.
  await new Promise((resolve) => {
    newer.onblocked = resolve;
  });
  return () => holding.close();
}

describe('a shared database that was open before, and answers late', () => {
  it('drops the key of an account that another tab locked, and keeps values that the page never read', async () => {
    const before = new SharedDatabase();
    for (const name of ['somebody', 'another'])
      await new StoredAccounts(before).putKey(name, new Uint8Array(32), null);
    before.close();
    const shared = new SharedDatabase();
    await shared.get('login');
    const answer = await hold('appshelf');
    await new StoredAccounts(shared).lock('somebody');
    answer();
    const onlooker = new SharedDatabase();
    const kept = async () => Object.keys((await onlooker.get('keys')) ?? {});
    await expect.poll(kept, { timeout: timeouts.step }).toEqual(['another']);
    for (const each of [shared, onlooker]) each.close();
  });
});

it('writes a sign-out once a shared database that did not answer opens', async () => {
  const shared = new SharedDatabase();
  await shared.set('current', { orgId: 'org', userId: 'somebody' });
  const answer = await hold('appshelf');
  await shared.delete('current');
  answer();
  const onlooker = new SharedDatabase();
  const read = () => onlooker.get('current');
  await expect.poll(read, { timeout: timeouts.step }).toBeUndefined();
  for (const each of [shared, onlooker]) each.close();
});

describe('an account whose database answers late', () => {
  it('is open as soon as it does, with what waits in it', async () => {
    const name = await keptBefore();
    line.state = 'cut';
    await like(accountOf(await openEngine(line.url)));
    closeEngines();
    const answer = await hold(name);
    const engine = await openEngine(line.url);
    expect(engine.session.state.get().phase).toBe('signed-out');
    answer();
    await until(engine.session.state, ({ phase }) => phase === 'signed-in');
    const account = accountOf(engine);
    expect(account.storage.get()).toBe('kept');
    expect(account.outbox.rows.get()).toHaveLength(1);
    line.state = 'open';
    await engine.session.handleOnline();
    await account.refreshAll();
    await allSent(account);
    expect(await likes()).toBe(1);
  });
});

describe('a database that is deleted under the page', () => {
  it('is made again with what the page knows, and the tap is done', async () => {
    const { account } = await signedIn(line.url, user);
    await shown(account);
    line.state = 'cut';
    await account.installs.recordInstalledVersion(application, { id: 'v1', version_num: '1.0' });
    const before = await writerOf(account.name);
    await deleteDB(account.name);
    await like(account);
    expect(account.storage.get()).toBe('kept');
    closeEngines();
    // The writer's name and its numbers tell what is still on its way from what comes later.
    const after = await writerOf(account.name);
    expect(after?.id).toBe(before?.id);
    expect(after?.last).toBeGreaterThan(before?.last ?? 0);
    line.state = 'open';
    const again = accountOf(await openEngine(line.url));
    expect(again.installs.records.get().get(application)?.installed).toBe('v1');
    await allSent(again);
    expect(again.outbox.rows.get()).toHaveLength(2);
    expect(await likes()).toBe(1);
  });

  it('stays deleted when it was signed out elsewhere', async () => {
    const { engine, account } = await signedIn(line.url, user);
    const other = accountOf(await openEngine(line.url));
    await engine.session.signOut();
    await expect(like(other)).rejects.toThrow(account.name);
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain(account.name);
  });

  it('is made again when everything was deleted, also who is signed in', async () => {
    const { account } = await signedIn(line.url, user);
    await shown(account);
    await deleteDB('appshelf');
    await deleteDB(account.name);
    await like(account);
    await allSent(account);
    closeEngines();
    expect((await openEngine(line.url)).session.state.get().phase).toBe('signed-in');
  });
});

describe('a browser that deletes everything under the page of a person who does not stay signed in', () => {
  it.each([
    ['the shared database last', ['account', 'shared']],
    ['the shared database first', ['shared', 'account']],
  ] as const)('keeps what is written afterwards: %s', async (_order, order) => {
    const { account } = await signedIn(line.url, user, false);
    await shown(account);
    line.state = 'cut';
    const names = { account: getSealedDatabaseName(account.name), shared: 'appshelf' };
    for (const which of order) await deleteDB(names[which]);
    await like(account);
    expect(account.outbox.unpersistedIds.get().size).toBe(0);
    closeEngines();
    const again = await openEngine(line.url);
    expect(accountOf(again).outbox.rows.get()).toHaveLength(1);
    line.state = 'open';
    await accountOf(again).refreshAll();
    await allSent(accountOf(again));
    expect(await likes()).toBe(1);
  });
});

describe('a device without room', () => {
  it('stays the same device, also for a page that has asked for nothing yet', async () => {
    const { engine } = await signedIn(line.url, user);
    const id = await engine.deviceId();
    closeEngines();
    fill(['values']);
    const shared = new SharedDatabase();
    expect(await readDeviceId(shared)).toBe(id);
    shared.close();
  });

  it('keeps a change where only the catalog does not fit, and says that the catalog is not kept', async () => {
    fill(['blocksA', 'blocksB', 'catalog', 'cover']);
    const { account } = await signedIn(line.url, user);
    await shown(account);
    expect(account.storage.get()).toBe('full');
    line.state = 'cut';
    await like(account);
    closeEngines();
    mend();
    line.state = 'open';
    const again = accountOf(await openEngine(line.url));
    await allSent(again);
    expect(await likes()).toBe(1);
  });

  it('gives up documents and then the catalog before a change', async () => {
    const { account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ savedAt, isSyncing }) => savedAt !== null && !isSyncing);
    await account.openResource(listReviews, { params: { application } }).refresh();
    const emptied: string[] = [];
    const { prototype } = IDBObjectStore;
    const { clear } = prototype;
    prototype.clear = function (this: IDBObjectStore) {
      emptied.push(this.name);
      return clear.call(this);
    };
    line.state = 'cut';
    fill(['outbox'], () => emptied.includes('catalog'));
    await like(account);
    prototype.clear = clear;
    expect(emptied[0]).toBe('documents');
    expect(account.storage.get()).toBe('kept');
    closeEngines();
    mend();
    line.state = 'open';
    await allSent(accountOf(await openEngine(line.url)));
  });

  it('sends a change from memory that found no room at all, and says that it is not kept', async () => {
    fill(['outbox']);
    const { account } = await signedIn(line.url, user);
    await like(account);
    expect(account.storage.get()).toBe('full');
    await allSent(account);
    expect(await likes()).toBe(1);
  });
});

describe('what memory took over for lack of room', () => {
  const catalogStores = ['blocksA', 'blocksB', 'catalog', 'cover'];
  const back = (account: Account) => until(account.storage, (status) => status === 'kept');

  it('goes back to the disk when the person has freed some, and outlives the page from then on', async () => {
    fill(['outbox', 'drafts']);
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    const { id } = await like(account);
    account.drafts.save('review:draft', { title: 'Half' });
    await until(account.storage, (status) => status === 'full');
    expect([...account.outbox.unpersistedIds.get()]).toEqual([id]);
    mend();
    await account.images.clear();
    await back(account);
    await until(account.outbox.unpersistedIds, (ids) => ids.size === 0);
    closeEngines();
    const again = accountOf(await openEngine(line.url));
    expect(again.outbox.rows.get().map((row) => row.id)).toEqual([id]);
    expect(again.drafts.all.get().get('review:draft')).toEqual({ title: 'Half' });
    line.state = 'open';
    await again.refreshAll();
    await allSent(again);
    expect(await likes()).toBe(1);
  });

  it('goes back by itself when there is room again, the catalog too', async () => {
    fill([...catalogStores, 'outbox']);
    const { account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ savedAt, isSyncing }) => savedAt !== null && !isSyncing);
    line.state = 'cut';
    await like(account);
    mend();
    await back(account);
    closeEngines();
    const again = accountOf(await openEngine(line.url));
    await until(again.catalog.state, ({ isComplete }) => isComplete);
    expect(again.catalog.state.get().byId.has(application)).toBe(true);
    expect(again.outbox.unsent()).toBe(1);
  });

  it('is not sent again when it was sent meanwhile', async () => {
    fill(['outbox']);
    const { account } = await signedIn(line.url, user);
    await like(account);
    await allSent(account);
    mend();
    await account.images.clear();
    await back(account);
    closeEngines();
    const again = accountOf(await openEngine(line.url));
    expect(again.outbox.rows.get().map(({ state, attempts }) => ({ state, attempts }))).toEqual([
      { state: 'sent', attempts: 1 },
    ]);
  });

  it('takes nothing back that another tab did, and comes after it', async () => {
    const { account } = await signedIn(line.url, user);
    const other = accountOf(await openEngine(line.url));
    line.state = 'cut';
    const given = await like(account);
    const kept = await account.outbox.enqueue(reviewWrite, { application: 'another', like: 1 });
    await until(account.outbox.rows, (rows) =>
      rows.every(({ state, attempts }) => state === 'waiting' && attempts > 0),
    );
    fill(['outbox']);
    const later = await account.outbox.enqueue(reviewWrite, {
      application,
      like: 1,
      title: 'Late',
      comment: 'Said.',
    });
    expect(await other.outbox.discard(given.id)).toBe(true);
    mend();
    const theirs = await other.outbox.enqueue(reviewWrite, { application: 'a third', like: 1 });
    await account.images.clear();
    await back(account);
    await until(account.outbox.rows, (rows) => rows.length === 3 && rows.at(-1)?.id === later.id);
    await until(other.outbox.rows, (rows) => rows.length === 3);
    expect(other.outbox.rows.get().map(({ id }) => id)).toEqual([kept.id, theirs.id, later.id]);
    line.state = 'open';
    await account.refreshAll();
    await until(account.outbox.rows, (rows) =>
      rows.every(({ state }) => state === 'sent' || state === 'refused'),
    );
    expect(await likes()).toBe(1);
  });
});

describe('a database of a newer version of the catalog', () => {
  it('is left alone, and what this version knows of it is sent', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    await like(account);
    closeEngines();
    const newer = await openDB(account.name, newerVersion, {
      upgrade: (database) => void database.createObjectStore('thoughts'),
    });
    const unknown = { ...(await newer.getAll('outbox'))[0], id: 'u', kind: 'thoughts.share', order: 99 };
    await newer.put('outbox', unknown, 'u');
    await newer.put('outbox', { shape: 'of tomorrow' }, 'w');
    newer.close();
    line.state = 'open';
    const older = accountOf(await openEngine(line.url));
    expect(older.storage.get()).toBe('newer');
    await allSent(older);
    expect(await likes()).toBe(1);
    await shown(older);
    closeEngines();
    await inDatabase(account.name, async (database) => {
      expect(database.version).toBe(newerVersion);
      expect(await database.get('outbox', 'u')).toEqual(unknown);
      expect(await database.get('outbox', 'w')).toEqual({ shape: 'of tomorrow' });
      expect(await database.count('blocksA')).toBe(0);
    });
  });

  it('is left with what waits in it when somebody else signs in', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    const row = await like(account);
    closeEngines();
    (await openDB(account.name, newerVersion)).close();
    const engine = await openEngine(line.url);
    expect(await engine.session.switchUser()).toBe(false);
    expect(accountOf(engine).name).toBe(account.name);
    line.state = 'open';
    const other = await service.makeUser();
    await engine.session.signIn({ userId: other.userId, password: other.password, remember: true });
    closeEngines();
    await inDatabase(account.name, async (database) =>
      expect(await database.get('outbox', row.id)).toBeDefined(),
    );
  });

  it('is deleted too when the person signs out', async () => {
    const { account } = await signedIn(line.url, user);
    closeEngines();
    (await openDB(account.name, newerVersion)).close();
    const engine = await openEngine(line.url);
    await engine.session.signOut();
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain(account.name);
  });
});
