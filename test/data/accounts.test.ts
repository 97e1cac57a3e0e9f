import { deleteDB, openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { endSession } from '../../contract/identity.ts';
import { listReviews } from '../../contract/reviews.ts';
import { updateUser } from '../../contract/users.ts';
import { pendingWrites } from '../../src/app/pending-writes.ts';
import type { Account } from '../../src/data/account/account.ts';
import type { Engine } from '../../src/data/engine.ts';
import { createRegistry } from '../../src/data/outbox/pending-write.ts';
import { isExpired, StoredAccounts } from '../../src/data/session/stored-accounts.ts';
import { getSealedDatabaseName } from '../../src/data/storage/database-name.ts';
import { DatabaseGoneError } from '../../src/data/storage/faults.ts';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';
import type { OpenKey } from '../../src/data/storage/sealed/vault.ts';
import { SharedDatabase } from '../../src/data/storage/shared-database.ts';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { sendOutbox } from '../../src/service-worker/outbox.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';
import { application, line, service, standOnService, user } from './ground.ts';
import { rawRecords } from './raw-records.ts';

const appName = 'Quarterly Boiler Check';
const comment = 'The valve on the third floor leaks.';
const search = 'boiler pressure';

standOnService(appName);

const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

/**
 * Somebody signed in, with a catalog, a document, a search and a review that waits: everything that is stored for an
 * account.
 */
async function full(remember: boolean): Promise<{ engine: Engine; account: Account; secrets: string[] }> {
  const opened = await signedIn(line.url, user, remember);
  const { account } = opened;
  await until(account.catalog.state, ({ byId, isSyncing }) => byId.has(application) && !isSyncing);
  const document = account.openResource(readCatalogApplication, { params: { application } });
  await until(document.state, ({ value }) => value !== null);
  await account.search.addRecent(search);
  line.state = 'cut';
  await account.outbox.enqueue(reviewWrite, { application, like: 1, title: 'Leak', comment });
  await until(account.outbox.rows, ([row]) => row?.state === 'waiting' && row.attempts > 0);
  return { ...opened, secrets: [appName, comment, search, account.session.token ?? ''] };
}

/** The secrets that can be read in IndexedDB. */
async function readable(secrets: readonly string[]): Promise<string[]> {
  const raw = await rawRecords();
  return secrets.filter((secret) => raw.includes(secret));
}

/** Changes the stored data key, as its expiry or a changed clock would. */
async function changeKey(name: string, change: Partial<OpenKey>): Promise<void> {
  const shared = new SharedDatabase();
  await shared.update('keys', (keys = {}) => {
    const key = keys[name];
    return key === undefined ? keys : { ...keys, [name]: { ...key, ...change } };
  });
  shared.close();
}

/** Makes the session's time end, and with it that of its key. */
async function timeIsOver(account: Account): Promise<void> {
  await account.setSession({ ...account.session, expires: Date.now() - 1 });
  await changeKey(account.name, { until: Date.now() - 1 });
}

async function lockByTime({ engine, account }: { engine: Engine; account: Account }): Promise<void> {
  await timeIsOver(account);
  await engine.session.recheck();
  expect(engine.session.state.get().phase).toBe('locked');
}

const isVoid = async ({ token, device }: Account['session']) =>
  (await service.call(listCatalog, { token: token ?? '', udid: device.id })).status === 401;

const reviews = () => reviewsAs(user.password);

/** The person's review, as the service has it. */
const reviewsAs = async (password: string) => {
  const { token, udid } = await service.signIn({ ...user, password });
  const { reviews } = await service.ok(listReviews, { token, udid, params: { application } });
  return reviews.filter((review) => review.user.id === user.id);
};

const changePassword = (password: string) =>
  service.ok(updateUser, { token: service.admin.token, params: { user: user.id }, body: { password } });

describe('somebody else on the same device', () => {
  it.each([true, false])('finds nothing of who is kept there (stays signed in: %s)', async (remember) => {
    const { engine, account, secrets } = await full(remember);
    const { session } = account;
    expect(await engine.session.switchUser()).toBe(true);
    line.state = 'open';
    await engine.session.handleOnline();
    expect(engine.session.state.get()).toEqual({ phase: 'signed-out', userId: null });
    expect(await isVoid(session)).toBe(true);
    expect(await readable(secrets)).toEqual([]);
    const other = await service.makeUser();
    await engine.session.signIn({ userId: other.userId, password: other.password, remember: true });
    expect(await readable(secrets)).toEqual([]);
    await engine.session.signOut();
    expect(await reviews()).toEqual([]);
    await engine.session.signIn({ userId: user.userId, password: user.password, remember });
    await until(accountOf(engine).outbox.rows, ([row]) => row?.state === 'sent');
    expect(await reviews()).toMatchObject([{ comment }]);
  });

  it('who signs in without a question has whoever was there kept too', async () => {
    const { engine, account, secrets } = await full(true);
    line.state = 'open';
    const { session } = account;
    const other = await service.makeUser();
    await engine.session.signIn({ userId: other.userId, password: other.password, remember: true });
    await expect.poll(() => isVoid(session)).toBe(true);
    expect(await readable(secrets)).toEqual([]);
  });
});

/** Calls back when something is put into a store of a database. */
function whenPut(database: string, store: string, then: () => void): void {
  const { prototype } = IDBObjectStore;
  const { put } = prototype;
  prototype.put = function (this: IDBObjectStore, ...args) {
    if (this.name === store && this.transaction.db.name === database) {
      prototype.put = put;
      then();
    }
    return put.apply(this, args);
  };
}

/** Makes the database that all accounts share open only once the result is called, with all that it has. */
async function holdShared(): Promise<() => void> {
  const shared = await openDB('appshelf');
  const { version } = shared;
  const names = await shared.getAllKeys('values');
  const values = await shared.getAll('values');
  shared.close();
  await deleteDB('appshelf');
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  const hold = { isOver: false };
  void openDB('appshelf', version, {
    upgrade: (database, _from, _to, transaction) => {
      database.createObjectStore('values');
      const fill = async () => {
        for (const [at, name] of names.entries())
          await transaction.objectStore('values').put(values[at], name);
        begin();
        // Nobody else can open it before this transaction has ended.
        while (!hold.isOver) await transaction.objectStore('values').count();
      };
      void fill();
    },
  }).then((database) => database.close());
  await started;
  return () => {
    hold.isOver = true;
  };
}

describe('an organization that was set up anew', () => {
  it('leaves changes that can’t be sent, which the person is shown and may delete', async () => {
    const { engine, account } = await full(true);
    expect(await engine.session.switchUser()).toBe(true);
    // The same person has another identifier now: their new account has another name on this device.
    const shared = new SharedDatabase();
    await shared.update('vaults', (vaults = {}) => {
      const { [account.name]: vault, ...others } = vaults;
      return vault === undefined ? others : { ...others, 'earlier-name': vault };
    });
    shared.close();
    line.state = 'open';
    await engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    const anew = accountOf(engine);
    expect(await engine.orphanedAccounts.countPendingWrites(anew)).toBe(1);
    await engine.orphanedAccounts.delete(anew);
    expect(await engine.orphanedAccounts.countPendingWrites(anew)).toBe(0);
    await engine.session.signOut();
    const other = await service.makeUser();
    await engine.session.signIn({ userId: other.userId, password: other.password, remember: true });
    expect(await engine.orphanedAccounts.countPendingWrites(accountOf(engine))).toBe(0);
  });
});

describe('a device on which accounts are kept, and whose browser answers late', () => {
  it('stays the same device, and has them all when somebody signed in before', async () => {
    const { engine, account } = await full(false);
    const { device } = account.session;
    expect(await engine.session.switchUser()).toBe(true);
    closeEngines();
    line.state = 'open';
    const answer = await holdShared();
    const late = await openEngine(line.url);
    const other = await service.makeUser();
    await late.session.signIn({ userId: other.userId, password: other.password, remember: true });
    const between = accountOf(late);
    answer();
    const onlooker = new SharedDatabase();
    const current = async () => (await onlooker.get('current'))?.userId;
    await expect.poll(current, { timeout: timeouts.step }).toBe(other.id);
    onlooker.close();
    closeEngines();
    const after = await openEngine(line.url);
    expect(accountOf(after).name).toBe(between.name);
    await after.session.signIn({ userId: user.userId, password: user.password, remember: true });
    await until(accountOf(after).outbox.rows, ([row]) => row?.state === 'sent');
    expect(await reviews()).toMatchObject([{ comment }]);
    expect(accountOf(after).session.device.id).toBe(device.id);
  });
});

describe('a change in one tab while another makes room for somebody else', () => {
  it.each(['outbox', 'session'])('is not promised when it comes after the copy of the %s', async (store) => {
    const { engine, account } = await full(true);
    const tab = accountOf(await openEngine(line.url));
    const enqueued = Promise.withResolvers<unknown>();
    whenPut(getSealedDatabaseName(account.name), store, () => {
      tab.outbox.enqueue(reviewWrite, { application, like: 0 }).then(enqueued.resolve, enqueued.reject);
    });
    const leaving = engine.session.switchUser();
    await expect(enqueued.promise).rejects.toThrow(DatabaseGoneError);
    expect(await leaving).toBe(true);
    line.state = 'open';
    await engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    await until(accountOf(engine).outbox.rows, ([row]) => row?.state === 'sent');
    expect(await reviews()).toMatchObject([{ comment, like: 1 }]);
  });

  it('waits with the rest when it came before', async () => {
    const { engine } = await full(true);
    const tab = accountOf(await openEngine(line.url));
    const enqueuing = tab.outbox.enqueue(reviewWrite, { application, like: 0 });
    expect(await engine.session.switchUser()).toBe(true);
    await enqueuing;
    line.state = 'open';
    await engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    await until(accountOf(engine).outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    expect(await reviews()).toMatchObject([{ comment, like: 0 }]);
  });
});

describe('signing out without a network', () => {
  const endings: [string, (engine: Engine) => Promise<unknown>][] = [
    ['with the network', (engine) => engine.session.handleOnline()],
    ['by the worker', () => sendOutbox(createRegistry(pendingWrites), line.url)],
    [
      'at the next start',
      async () => {
        closeEngines();
        await openEngine(line.url);
      },
    ],
  ];
  it.each(endings)('ends the token %s', async (_how, end) => {
    const { engine, account } = await signedIn(line.url, user);
    const { session } = account;
    line.state = 'cut';
    await engine.session.signOut();
    expect(await isVoid(session)).toBe(false);
    expect(await readable([session.token ?? ''])).toHaveLength(1);
    line.state = 'open';
    await end(engine);
    await expect.poll(() => isVoid(session)).toBe(true);
    await expect.poll(() => readable([session.token ?? ''])).toEqual([]);
  });

  it('forgets a token that is void already', async () => {
    const { engine, account } = await signedIn(line.url, user);
    const token = account.session.token ?? '';
    line.state = 'cut';
    await engine.session.signOut();
    await service.call(endSession, { token });
    line.state = 'open';
    await engine.session.handleOnline();
    expect(await readable([token])).toEqual([]);
  });

  it('ends the token also where the time is over by a clock that is wrong', async () => {
    const { account } = await signedIn(line.url, user);
    await account.setSession({ ...account.session, expires: 0 });
    closeEngines();
    line.state = 'cut';
    const again = await openEngine(line.url);
    await again.session.signOut();
    line.state = 'open';
    await again.session.handleOnline();
    expect(await isVoid(account.session)).toBe(true);
    await expect.poll(() => readable([account.session.token ?? ''])).toEqual([]);
  });

  it('keeps the token noted where somebody else answers in the place of the service', async () => {
    const { engine, account } = await signedIn(line.url, user);
    line.state = 'hotel';
    await engine.session.signOut();
    line.state = 'failing';
    await engine.session.handleOnline();
    expect(await isVoid(account.session)).toBe(false);
    line.state = 'open';
    await engine.session.handleOnline();
    expect(await isVoid(account.session)).toBe(true);
  });
});

describe('who does not stay signed in', () => {
  it('has nothing readable in the database, and after the time nothing opens it but the password', async () => {
    const opened = await full(false);
    const { account, engine, secrets } = opened;
    expect(await readable(secrets)).toEqual([]);
    await lockByTime(opened);
    expect(await readable(secrets)).toEqual([]);
    const shared = new SharedDatabase();
    expect(await shared.get('keys')).toEqual({});
    shared.close();
    expect(engine.getAccount()).toBeNull();
    expect(engine.session.state.get()).toMatchObject({
      name: account.name,
      vault: { person: { userId: user.userId }, waiting: 1 },
    });
  });

  it('finds everything after a reload within the time', async () => {
    const { account } = await full(false);
    closeEngines();
    const again = accountOf(await openEngine(line.url));
    expect(again.isSealed).toBe(true);
    expect(again.catalog.state.get().byId.get(application)?.version.app_name).toBe(appName);
    expect(again.outbox.unsent()).toBe(1);
    expect(again.search.recent.get()).toEqual([search]);
    expect(again.session.token).toBe(account.session.token);
  });

  it('has what a page that ended in the middle of sealing left readable deleted at the next start, also while it is locked', async () => {
    const opened = await full(false);
    const { account, secrets } = opened;
    const leave = async () => {
      const left = await IdbStorage.open(account.name);
      await left.write(
        ['drafts'],
        (transaction) => transaction.put('drafts', 'review', { comment }),
        'strict',
      );
      left.close();
      expect(await readable(secrets)).toEqual([comment]);
    };
    closeEngines();
    await leave();
    const again = accountOf(await openEngine(line.url));
    expect(again.outbox.unsent()).toBe(1);
    await expect.poll(() => readable(secrets)).toEqual([]);
    await timeIsOver(again);
    closeEngines();
    await leave();
    expect((await openEngine(line.url)).session.state.get().phase).toBe('locked');
    await expect.poll(() => databases()).not.toContain(account.name);
  });

  it('finds it locked at a start after the time, in every tab', async () => {
    const opened = await full(false);
    const other = await openEngine(line.url);
    await timeIsOver(opened.account);
    await other.session.recheck();
    expect(other.session.state.get().phase).toBe('locked');
    await opened.engine.session.recheck();
    expect(opened.engine.session.state.get().phase).toBe('locked');
    await other.session.unlock(user.password);
    await until(opened.engine.session.state, ({ phase }) => phase === 'ended');
    closeEngines();
    expect((await openEngine(line.url)).session.state.get().phase).toBe('ended');
  });

  it('opens it without the service by the password alone; what waits is sent once there is a network', async () => {
    const opened = await full(false);
    const { engine } = opened;
    await lockByTime(opened);
    await expect(engine.session.unlock('not-the-password')).rejects.toMatchObject({ kind: 'not-opened' });
    expect(engine.session.state.get().phase).toBe('locked');
    await engine.session.unlock(user.password);
    expect(engine.session.state.get()).toMatchObject({ phase: 'ended', reason: 'expired' });
    const account = accountOf(engine);
    expect(account.catalog.state.get().byId.get(application)?.version.app_name).toBe(appName);
    expect(account.outbox.unsent()).toBe(1);
    line.state = 'open';
    await engine.session.handleOnline();
    expect(engine.session.state.get().phase).toBe('signed-in');
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
  });

  it('waits longer after each wrong password, with the right one too', async () => {
    const opened = await full(false);
    const { engine } = opened;
    await lockByTime(opened);
    const waits: unknown[] = [];
    for (let attempt = 0; attempt < 4; attempt++)
      waits.push(
        await engine.session.unlock('wrong').catch((fault: unknown) => Reflect.get(Object(fault), 'wait')),
      );
    expect(waits.slice(0, 2)).toEqual([0, 0]);
    expect(waits.slice(2).every((wait) => Number(wait) > 0)).toBe(true);
    await expect(engine.session.unlock(user.password)).rejects.toMatchObject({ kind: 'not-opened' });
    line.state = 'open';
    await engine.session.unlock(user.password);
    expect(engine.session.state.get().phase).toBe('signed-in');
  });

  it('is asked for the earlier password once, when it was changed elsewhere', async () => {
    const opened = await full(false);
    const { engine } = opened;
    await lockByTime(opened);
    await changePassword('Another-2-pass');
    line.state = 'open';
    await expect(engine.session.unlock('Another-2-pass')).rejects.toMatchObject({
      kind: 'old-password-needed',
      waiting: 1,
      isWrong: false,
    });
    await expect(engine.session.unlock('Another-2-pass', { password: 'wrong' })).rejects.toMatchObject({
      isWrong: true,
    });
    await engine.session.unlock('Another-2-pass', { password: user.password });
    await until(accountOf(engine).outbox.rows, ([row]) => row?.state === 'sent');
    line.state = 'cut';
    await lockByTime({ engine, account: accountOf(engine) });
    await engine.session.unlock('Another-2-pass');
    expect(engine.session.state.get().phase).toBe('ended');
  });

  it('opens it with the earlier password without the service, and begins anew when it is given up', async () => {
    const opened = await full(false);
    const { engine } = opened;
    await lockByTime(opened);
    await changePassword('Another-2-pass');
    await engine.session.unlock(user.password);
    expect(accountOf(engine).outbox.unsent()).toBe(1);
    await lockByTime({ engine, account: accountOf(engine) });
    line.state = 'open';
    await engine.session.unlock('Another-2-pass', 'give up');
    expect(accountOf(engine).outbox.rows.get()).toEqual([]);
  });

  it('is not asked for the earlier password while what is kept is open', async () => {
    const { engine } = await full(false);
    await changePassword('Another-2-pass');
    line.state = 'open';
    await engine.session.signInAgain('Another-2-pass');
    await until(accountOf(engine).outbox.rows, ([row]) => row?.state === 'sent');
    expect(await reviewsAs('Another-2-pass')).toMatchObject([{ comment }]);
  });

  it('who stays signed in from now on has it unsealed, and the other way round', async () => {
    const { engine, account, secrets } = await full(false);
    line.state = 'open';
    const credentials = { userId: user.userId, password: user.password };
    await engine.session.signIn({ ...credentials, remember: true });
    expect(await databases()).toContain(account.name);
    expect(await databases()).not.toContain(`${account.name}-sealed`);
    expect(await readable(secrets)).toContain(comment);
    await engine.session.signIn({ ...credentials, remember: false });
    expect(await databases()).not.toContain(account.name);
    expect(await readable(secrets)).toEqual([]);
    await until(accountOf(engine).outbox.rows, ([row]) => row?.state === 'sent');
    await engine.session.signOut();
    expect(await databases()).toEqual(['appshelf']);
  });

  it('has what waits sent by the worker while it is open, and nothing once it is locked', async () => {
    const { account } = await full(false);
    await timeIsOver(account);
    closeEngines();
    line.state = 'open';
    await sendOutbox(createRegistry(pendingWrites), line.url);
    expect(await reviews()).toEqual([]);
    const engine = await openEngine(line.url);
    line.state = 'cut';
    await engine.session.unlock(user.password);
    closeEngines();
    line.state = 'open';
    await sendOutbox(createRegistry(pendingWrites), line.url);
    expect(await reviews()).toEqual([]);
  });

  it('has its token ended at the service when it is opened after the time, which only the clock here says', async () => {
    const opened = await full(false);
    const { session } = opened.account;
    await lockByTime(opened);
    await opened.engine.session.unlock(user.password);
    expect(await isVoid(session)).toBe(false);
    line.state = 'open';
    await opened.engine.session.handleOnline();
    expect(opened.engine.session.state.get().phase).toBe('signed-in');
    expect(await isVoid(session)).toBe(true);
  });

  it('has what waits sent by the worker within the time', async () => {
    await full(false);
    closeEngines();
    line.state = 'open';
    await sendOutbox(createRegistry(pendingWrites), line.url);
    expect(await reviews()).toMatchObject([{ comment }]);
  });
});

describe('a clock', () => {
  const minute = 60_000;
  const key = { key: new Uint8Array(32), until: 20 * minute, seen: 10 * minute };
  it.each([
    ['within the time', 11 * minute, false],
    ['at its end', 20 * minute, true],
    ['long after it', 900 * minute, true],
    ['set back a little', 9 * minute, false],
    ['set back by more', 5 * minute, true],
  ])('%s', (_what, now, over) => {
    expect(isExpired(key, now)).toBe(over);
  });

  it('that goes on never ends the time of who stays signed in', () => {
    expect(isExpired({ ...key, until: null }, Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it('that was set back is noticed at the next start', async () => {
    const { account } = await full(false);
    closeEngines();
    await changeKey(account.name, { seen: Date.now() + 10 * minute });
    expect((await openEngine(line.url)).session.state.get().phase).toBe('locked');
  });

  it('that is set back while the page is open does not prolong the time', async () => {
    const shared = new SharedDatabase();
    const accounts = new StoredAccounts(shared);
    await accounts.putKey('appshelf-o-u', new Uint8Array(32), 0);
    await changeKey('appshelf-o-u', { seen: Date.now() });
    expect(await accounts.getKey('appshelf-o-u')).toBeNull();
    shared.close();
  });
});

describe('why a session ended', () => {
  it('is known to the page', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await changePassword('Another-2-pass');
    await account.catalog.refreshAfterWrite();
    await until(engine.session.state, ({ phase }) => phase === 'ended');
    expect(engine.session.state.get()).toMatchObject({ reason: 'password_changed' });
  });
});
