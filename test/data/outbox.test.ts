import { afterEach, describe, expect, it } from 'vitest';
import { endSession } from '../../contract/identity.ts';
import { changeReview, listReviews } from '../../contract/reviews.ts';
import type { Account } from '../../src/data/account/account.ts';
import { readWriterId } from '../../src/data/outbox/writer.ts';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';
import { deleteWrite, reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';
import { application, line, service, standOnService, user } from './ground.ts';

const ratings = () => line.log.filter(({ method, path }) => method === 'PUT' && path.endsWith('/review/'));
const like = (account: Account, value: 0 | 1 = 1) =>
  account.outbox.enqueue(reviewWrite, { application, like: value });
const states = (account: Account) => account.outbox.rows.get().map(({ state }) => state);

async function review() {
  const own = await service.signIn(user);
  return (await service.ok(listReviews, { ...own, params: { application } })).user_review;
}
const likes = async () => (await review())?.like ?? -1;

/** Sets the page's clock back by so many milliseconds from now on; timers are not affected. */
function setPageClockBack(milliseconds: number): void {
  performance.now = () => pageClock() - milliseconds;
}
const pageClock = performance.now.bind(performance);

standOnService();

afterEach(() => {
  performance.now = pageClock;
});

describe('a write', () => {
  it('shows in the catalog at once and is sent', async () => {
    const { account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ byId }) => byId.has(application));
    await like(account);
    const shown = account.catalog.state.get().byId.get(application)?.catalog_info;
    expect(shown).toMatchObject({ user_liked: 1, num_likes: 1 });
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    expect(await likes()).toBe(1);
  });

  it('waits while the line is cut and goes when it is there again', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ byId }) => byId.has(application));
    line.state = 'cut';
    await like(account);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    expect(states(account)).toEqual(['waiting']);
    expect(engine.connectivity.state.get()).toBe('unreachable');
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(await likes()).toBe(1);
  });

  it('that something on the way blocks is tried less and less often while all else works, and again after an outage', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ byId }) => byId.has(application));
    line.before = (method, path) => {
      line.state = method === 'PUT' && path.endsWith('/review/') ? 'hotel' : 'open';
    };
    await like(account);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'foreign');
    for (let look = 0; look < 20; look += 1) {
      await engine.connectivity.check();
      await account.refreshAll();
    }
    expect(ratings().length).toBeLessThan(8);

    delete line.before;
    line.state = 'cut';
    await engine.connectivity.check();
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'sent');
  });

  it('is sent by a second page when the first one is frozen while it sends', async () => {
    const { account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ byId }) => byId.has(application));
    const frozen = Promise.withResolvers<void>();
    const held = navigator.locks.request(`${account.name}:outbox`, () => frozen.promise);
    const release = held.catch((fault: unknown) => fault);
    await like(account);
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'sent');
    frozen.resolve();
    expect(await release).toMatchObject({ name: 'AbortError' });
  });

  it('survives the end of the page and is sent by the next one', async () => {
    const first = await signedIn(line.url, user);
    line.state = 'cut';
    await like(first.account);
    closeEngines();
    const offline = await openEngine(line.url);
    expect(accountOf(offline).outbox.unsent()).toBe(1);
    line.state = 'open';
    await offline.connectivity.check();
    await until(accountOf(offline).outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(await likes()).toBe(1);
  });

  it('counts once although the first answer was lost', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ savedAt, isSyncing }) => savedAt !== null && !isSyncing);
    const numLikes = () => account.catalog.state.get().byId.get(application)?.catalog_info.num_likes ?? 0;
    const before = numLikes();
    line.state = 'deaf';
    await like(account);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(ratings().length).toBe(2);
    await account.catalog.refreshAfterWrite();
    expect(numLikes()).toBe(before + 1);
  });

  it('that was cut off in the middle of sending is sent again with the same key', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    const row = await like(account);
    const { name } = account;
    closeEngines();
    const storage = await IdbStorage.open(name);
    await storage.write(['outbox'], async (transaction) => {
      const stored = await transaction.get('outbox', row.id);
      if (stored !== undefined) await transaction.put('outbox', row.id, { ...stored, state: 'sending' });
    });
    storage.close();
    line.state = 'open';
    const next = await openEngine(line.url);
    const rows = await until(accountOf(next).outbox.rows, ([first]) => first?.state === 'sent');
    expect(rows[0]?.idempotencyKey).toBe(row.idempotencyKey);
  });

  it('takes the place of an earlier one of the same subject that was never tried', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    await like(account, 1);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    await like(account, 0);
    await like(account, 1);
    const tried = { application, like: 1 };
    expect(account.outbox.rows.get().map(({ payload }) => payload)).toEqual([
      tried,
      { application, like: 1 },
    ]);
    await like(account, 0);
    expect(account.outbox.rows.get().map(({ payload }) => payload)).toEqual([
      tried,
      { application, like: 0 },
    ]);
  });

  it('that may have arrived is not said again by a later one, over what another device wrote since', async () => {
    const { engine, account } = await signedIn(line.url, user);
    line.state = 'deaf';
    await like(account, 1);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    const elsewhere = await service.signIn(user, { udid: 'another-device' });
    await service.ok(changeReview, { ...elsewhere, params: { application }, body: { like: 0 } });
    await account.outbox.enqueue(reviewWrite, { application, title: 'Good', comment: 'It is.' });
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    expect(await review()).toMatchObject({ like: 0, title: 'Good', comment: 'It is.' });
  });

  it('is not said by a later one before another kind that was written in between', async () => {
    const { engine, account } = await signedIn(line.url, user);
    line.state = 'cut';
    await like(account, 1);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    await account.outbox.enqueue(reviewWrite, { application, title: 'First', comment: 'It was.' });
    await account.outbox.enqueue(deleteWrite, { application });
    await like(account, 0);
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    expect(await review()).toMatchObject({ like: 0, title: null, comment: null });
  });

  it('says with an earlier one what both say', async () => {
    const { engine, account } = await signedIn(line.url, user);
    line.state = 'cut';
    await like(account, 1);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    await account.outbox.enqueue(reviewWrite, { application, title: 'Good', comment: 'It is.' });
    await like(account, 0);
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    expect(ratings().filter(({ status }) => status !== null).length).toBe(2);
    expect(await review()).toMatchObject({ like: 0, title: 'Good', comment: 'It is.' });
  });

  it('of a rating keeps a text that this device never saw', async () => {
    const { account } = await signedIn(line.url, user);
    const elsewhere = { ...(await service.signIn(user)), params: { application } };
    await service.ok(changeReview, { ...elsewhere, body: { like: 1, title: 'Good', comment: 'It is.' } });
    await like(account, 0);
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(await review()).toMatchObject({ like: 0, title: 'Good', comment: 'It is.' });
  });

  it('that takes a text away takes nothing of an earlier text along', async () => {
    const { engine, account } = await signedIn(line.url, user);
    line.state = 'cut';
    await account.outbox.enqueue(reviewWrite, { application, like: 1, title: 'Good', comment: 'It is.' });
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    await account.outbox.enqueue(reviewWrite, { application, comment: null });
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    expect(await review()).toMatchObject({ like: 1, title: null, comment: null });
  });

  it('that was refused is neither sent nor given up by a later one that says something else', async () => {
    const { account } = await signedIn(line.url, user);
    await account.outbox.enqueue(reviewWrite, { application, like: 1, title: 'Only a title' });
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'refused');
    await like(account);
    await until(account.outbox.rows, (rows) => rows[1]?.state === 'sent');
    expect(states(account)).toEqual(['refused', 'sent']);
    await account.outbox.enqueue(reviewWrite, { application, like: 1, title: 'Good', comment: 'It is.' });
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    expect(await review()).toMatchObject({ like: 1, title: 'Good', comment: 'It is.' });
  });

  it('that arrives after a later one changes nothing, and is settled', async () => {
    const { engine, account } = await signedIn(line.url, user);
    line.state = 'cut';
    const row = await like(account, 1);
    const storage = await IdbStorage.open(account.name);
    const writer = await readWriterId(storage);
    storage.close();
    const later = { 'x-writer': writer, 'x-subject': row.subject, 'x-sequence': String(row.order + 1) };
    const { token, device } = account.session;
    const request = { token: token ?? '', udid: device.id, params: { application }, headers: later };
    await service.ok(changeReview, { ...request, body: { like: 0 } });
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(await likes()).toBe(0);
  });

  it('has a number above all before it, also when none of them is kept any more', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    const first = await like(account);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    await account.outbox.discard(first.id);
    expect((await like(account)).order).toBeGreaterThan(first.order);
  });

  it('that was refused is sent again as the latest', async () => {
    const { account } = await signedIn(line.url, user);
    const refused = await account.outbox.enqueue(reviewWrite, {
      application,
      title: 'Good',
      comment: 'It is.',
    });
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'refused');
    await like(account);
    await until(account.outbox.rows, (rows) => rows[1]?.state === 'sent');
    await account.outbox.retry(refused.id);
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    expect(await review()).toMatchObject({ like: 1, title: 'Good', comment: 'It is.' });
  });

  it('that is refused stays with its reason until the person decides', async () => {
    const { account } = await signedIn(line.url, user);
    await account.outbox.enqueue(reviewWrite, { application, like: 1, title: 'Only a title' });
    const [row] = await until(account.outbox.rows, (rows) => rows[0]?.state === 'refused');
    expect(row?.lastError).toMatchObject({ kind: 'refused', name: 'invalid_request' });
    expect(account.catalog.state.get().byId.get(application)?.catalog_info.user_liked ?? null).toBeNull();
    await account.outbox.retry(row?.id ?? '');
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'refused' && rows[0].attempts === 2);
    expect(await account.outbox.discard(row?.id ?? '')).toBe(true);
    expect(account.outbox.rows.get()).toEqual([]);
  });

  it('is sent by one of two tabs, once, and both know', async () => {
    const first = await signedIn(line.url, user);
    const second = await openEngine(line.url);
    line.state = 'cut';
    await like(first.account);
    await until(accountOf(second).outbox.rows, (rows) => rows[0]?.lastError?.kind === 'unreachable');
    const before = ratings().length;
    line.state = 'open';
    await Promise.all([first.engine.connectivity.check(), second.connectivity.check()]);
    await Promise.all([first.account.refreshAll(), accountOf(second).refreshAll()]);
    await until(accountOf(second).outbox.rows, (rows) => rows[0]?.state === 'sent');
    await until(first.account.outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(ratings().length).toBe(before + 1);
  });

  it('goes as soon as the page is opened again, however long the service failed before', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'failing';
    await like(account);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'server');
    closeEngines();
    line.state = 'open';
    const again = await openEngine(line.url);
    await until(accountOf(again).outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(await likes()).toBe(1);
  });

  it('goes also when its timer fires before its moment, as timers do on a busy machine', async () => {
    const { engine, account } = await signedIn(line.url, user);
    // Only the outbox's own timer may retry the write here.
    engine.connectivity.close();
    line.state = 'failing';
    await like(account);
    await until(account.outbox.rows, (rows) => rows[0]?.lastError?.kind === 'server');
    line.state = 'open';
    setPageClockBack(1_500);
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(await likes()).toBe(1);
  });

  it('that was refused is tried again at the tap, however often it was refused', async () => {
    const { engine, account } = await signedIn(line.url, user);
    engine.connectivity.close();
    const text = { title: 'Good', comment: 'It is.' };
    const refused = await account.outbox.enqueue(reviewWrite, { application, ...text });
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'refused');
    // From now on no time passes, so nothing can be awaited.
    const now = performance.now();
    performance.now = () => now;
    await account.outbox.retry(refused.id);
    await until(account.outbox.rows, (rows) => rows[0]?.attempts === 2 && rows[0].state === 'refused');
    expect(ratings()).toHaveLength(2);
  });

  it('waits for the password when the session has ended, and goes after it', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await until(account.catalog.state, ({ savedAt, isSyncing }) => savedAt !== null && !isSyncing);
    const { token } = account.session;
    await service.ok(endSession, { token: token ?? '' });
    await like(account);
    await until(engine.session.state, ({ phase }) => phase === 'ended');
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'waiting');
    await engine.session.signInAgain(user.password);
    await until(account.outbox.rows, (rows) => rows[0]?.state === 'sent');
    expect(engine.getAccount()).toBe(account);
    expect(await likes()).toBe(1);
  });
});
