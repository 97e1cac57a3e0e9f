import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { changeReview, listReviews } from '../../contract/reviews.ts';
import { pendingWrites } from '../../src/app/pending-writes.ts';
import type { Account } from '../../src/data/account/account.ts';
import { Engine } from '../../src/data/engine.ts';
import { declarePendingWrite, type PendingWrite } from '../../src/data/outbox/pending-write.ts';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';
import { computeOwnReview, listReviewWrites } from '../../src/features/reviews/own-review.ts';
import { type ReviewEdit, reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { assign, publishAndroid } from '../setup/world/publishing.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';
import { application, group, line, service, standOnService, user } from './ground.ts';

const year = 365 * 24 * 3600_000;
const deviceClock = Date.now;
const setClock = (ahead: number) => {
  Date.now = () => deviceClock() + ahead;
};

const like = (account: Account, value: 0 | 1 = 1) =>
  account.outbox.enqueue(reviewWrite, { application, like: value });
async function likes() {
  const own = await service.signIn(user);
  return (await service.ok(listReviews, { ...own, params: { application } })).user_review?.like ?? -1;
}
const inCatalog = (account: Account) =>
  until(account.catalog.state, ({ byId, isSyncing }) => byId.has(application) && !isSyncing);
const isReview = (path: string) => path.endsWith('/review/');

standOnService();

afterEach(() => {
  Date.now = deviceClock;
});

describe('what waits', () => {
  it('goes by itself after it alone has failed again and again while all else went well', async () => {
    const { account } = await signedIn(line.url, user);
    let left = 3;
    line.before = (_method, path) => {
      const fails = isReview(path) && left > 0;
      if (fails) left -= 1;
      line.state = fails ? 'failing' : 'open';
    };
    await like(account);
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    expect(await likes()).toBe(1);
  });

  it('that failed goes with another that goes through', async () => {
    const other = (await publishAndroid(service, 'org.example.two')).id;
    await assign(service, group, { id: other });
    const { engine, account } = await signedIn(line.url, user);
    engine.connectivity.close();
    line.state = 'failing';
    await like(account);
    await until(account.outbox.rows, ([row]) => row?.lastError?.kind === 'server');
    // Stops the clock, so that nothing becomes due by itself.
    const now = performance.now();
    const pageClock = performance.now;
    performance.now = () => now;
    line.state = 'open';
    await account.outbox.enqueue(reviewWrite, { application: other, like: 1 });
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    performance.now = pageClock;
    expect(await likes()).toBe(1);
  });

  it.each([year, -year])('goes although the clock was %i ms off when it failed', async (ahead) => {
    const { engine, account } = await signedIn(line.url, user);
    setClock(ahead);
    line.state = 'failing';
    await like(account);
    await until(account.outbox.rows, ([row]) => row?.lastError?.kind === 'server');
    Date.now = deviceClock;
    line.state = 'open';
    await engine.connectivity.check();
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    expect(await likes()).toBe(1);
  });

  it('tells the name of its application also when that is gone from the catalog', async () => {
    const { account } = await signedIn(line.url, user);
    const gone = (await publishAndroid(service, 'org.example.gone')).id;
    await assign(service, group, { id: gone });
    await service.ok(updateApplication, {
      token: service.admin.token,
      params: { application: gone },
      body: { app_name: 'Gone' },
    });
    await account.catalog.refreshAfterWrite();
    await until(account.catalog.state, ({ byId }) => byId.get(gone)?.version.app_name === 'Gone');
    await account.outbox.enqueue(reviewWrite, { application: gone, title: 'Only a title' });
    await until(account.outbox.rows, ([row]) => row?.state === 'refused');
    closeEngines();
    line.state = 'cut';
    const again = accountOf(await openEngine(line.url));
    expect(again.outbox.rows.get()[0]).toMatchObject({ state: 'refused', name: 'Gone' });
  });
});

describe('a write of a kind that only a newer release knows', () => {
  /** The same write with a kind that this release does not know. */
  const newer = declarePendingWrite<ReviewEdit>()({
    kind: 'reviews.newer',
    operation: changeReview,
    getSubject: ({ application: id }) => `newer:${id}`,
    merge: (earlier, later) => ({ ...earlier, ...later }),
    buildRequest: ({ application: id, ...body }) => ({ params: { application: id }, body }),
    describe: ({ application: id }) => ({ topic: 'opinion', application: id }),
  });
  const openRelease = async (writes: readonly PendingWrite[]) => {
    const engine = new Engine(writes, { origin: line.url, events: new EventTarget() });
    await engine.session.start();
    return engine;
  };

  it('waits for that release, and holds up nothing else', async () => {
    const { account } = await signedIn(line.url, user);
    closeEngines();
    const later = await openRelease([...pendingWrites, newer]);
    line.state = 'cut';
    await accountOf(later).outbox.enqueue(newer, { application, like: 0 });
    later.close();
    line.state = 'open';
    const back = accountOf(await openEngine(line.url));
    expect(back.name).toBe(account.name);
    await like(back);
    await until(
      back.outbox.rows,
      ([first, second]) => first?.lastError?.kind === 'unsupported' && second?.state === 'sent',
    );
    expect(back.outbox.unsent()).toBe(1);
    expect(await likes()).toBe(1);
    closeEngines();
    const again = await openRelease([...pendingWrites, newer]);
    await until(accountOf(again).outbox.rows, ([first]) => first?.state === 'sent');
    again.close();
    expect(await likes()).toBe(0);
  });
});

describe('a write that only a newer release knows, of a subject about which more was said since', () => {
  const reported = declarePendingWrite<ReviewEdit>()({ ...reviewWrite, kind: 'reviews.newer' });

  it('lets that pass, and is told of when its release is back', async () => {
    await signedIn(line.url, user);
    closeEngines();
    const open = async (writes: readonly PendingWrite[]) => {
      const engine = new Engine(writes, { origin: line.url, events: new EventTarget() });
      await engine.session.start();
      return engine;
    };
    const later = await open([...pendingWrites, reported]);
    line.state = 'cut';
    await accountOf(later).outbox.enqueue(reported, { application, like: 0 });
    later.close();
    line.state = 'open';
    const back = accountOf(await openEngine(line.url));
    await like(back);
    await until(back.outbox.rows, ([, second]) => second?.state === 'sent');
    closeEngines();
    const again = await open([...pendingWrites, reported]);
    const { outbox } = accountOf(again);
    const [first] = await until(outbox.rows, ([row]) => row?.state === 'refused');
    expect(first?.lastError?.name).toBe('superseded');
    expect(await likes()).toBe(1);
    await outbox.retry(first?.id ?? '');
    await until(outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    again.close();
    expect(await likes()).toBe(0);
  });
});

describe('on a device that keeps nothing', () => {
  it('a write is sent at once, and is known to be in this page alone', async () => {
    const first = await signedIn(line.url, user);
    const { name } = first.account;
    closeEngines();
    await deleteDB(name);
    // A database that is unknown to this version of the catalog.
    (await openDB(name, 2000)).close();
    const { account } = await signedIn(line.url, user);
    expect(account.storage.get()).toBe('newer');
    await inCatalog(account);
    line.state = 'cut';
    const row = await like(account);
    expect(account.outbox.unpersistedIds.get().has(row.id)).toBe(true);
    line.state = 'open';
    await account.refreshAll();
    await until(account.outbox.rows, ([sent]) => sent?.state === 'sent');
    expect(await likes()).toBe(1);
    await deleteDB(name);
  });

  it('is not said of a write that is on the disk', async () => {
    const { account } = await signedIn(line.url, user);
    line.state = 'cut';
    const row = await like(account);
    expect(account.outbox.unpersistedIds.get().size).toBe(0);
    const storage = await IdbStorage.open(account.name);
    expect(await storage.read(['outbox'], (transaction) => transaction.get('outbox', row.id))).toBeDefined();
    storage.close();
  });
});

describe('a clock that was minutes ahead when a write arrived', () => {
  it('leaves nothing of it over what another device says next', async () => {
    const { account } = await signedIn(line.url, user);
    await inCatalog(account);
    setClock(4 * 60_000);
    await like(account);
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    Date.now = deviceClock;
    const elsewhere = { ...(await service.signIn(user, { udid: 'elsewhere' })), params: { application } };
    await service.ok(changeReview, { ...elsewhere, body: { like: 0 } });
    const reviews = account.openResource(listReviews, { params: { application } });
    await reviews.refresh();
    const { value, contains } = reviews.state.get();
    const writes = listReviewWrites(account.outbox.rows.get(), application);
    expect(writes).toHaveLength(1);
    expect(computeOwnReview(value?.user_review ?? null, writes, contains).like).toBe(0);
  });
});

describe('a clock that was a year ahead when a write arrived', () => {
  it('leaves nothing of it on the screen for that year', async () => {
    const { account } = await signedIn(line.url, user);
    await inCatalog(account);
    setClock(year);
    await like(account);
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    Date.now = deviceClock;
    const elsewhere = { ...(await service.signIn(user, { udid: 'elsewhere' })), params: { application } };
    await service.ok(changeReview, { ...elsewhere, body: { like: 0 } });
    await account.outbox.reload();
    expect(account.outbox.rows.get()).toEqual([]);
    await account.catalog.refreshAfterWrite();
    expect(account.catalog.state.get().byId.get(application)?.catalog_info.user_liked).toBe(0);
  });
});
