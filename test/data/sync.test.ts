import { deleteDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import type { CatalogEvent } from '../../contract/sync.ts';
import type { Account } from '../../src/data/account/account.ts';
import { clearCatalog, readEntries } from '../../src/data/catalog/catalog-store.ts';
import type { CatalogState } from '../../src/data/catalog/status.ts';
import { emptySyncState, stateKey } from '../../src/data/records/sync-state.ts';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';
import type { Storage } from '../../src/data/storage/storage.ts';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import { fillCatalog } from '../setup/world/full-catalog.ts';
import type { TestUser } from '../setup/world/people.ts';
import { assign, publishAndroid } from '../setup/world/publishing.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';
import { damageGetAll, mend } from './failing-browser.ts';

/** So many that they need three steps. */
const size = 1_600;

let line: Line;
let user: TestUser;

const service = await openService();
const group = await fillCatalog(service, size - 1);
/** An application that can be rated. */
const rated = (await publishAndroid(service, 'org.example.rated')).id;
await assign(service, group, { id: rated });

beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser({ groups: [group] });
});

afterEach(async () => {
  mend();
  closeEngines();
  await deleteDB('appshelf');
  await line.close();
});

/** Requests for changes, and for documented lists, of which there should be none. */
const request = () =>
  line.log
    .map(({ path }) => path)
    .filter((path) => /^\/v3\/catalog\/sync|^\/v[12]\/catalog\/applications\/([a-z]+\/)?(\?|$)/.test(path));

const isWhole = ({ partialLoad, savedAt, isSyncing, isComplete }: CatalogState) =>
  isComplete && partialLoad === null && savedAt !== null && !isSyncing;

const whole = (account: Account) => until(account.catalog.state, isWhole);

const shown = (account: Account) => account.catalog.state.get();

const anyId = (account: Account): string => shown(account).entries[700]?.id ?? '';

const rename = (id: string, app_name: string) =>
  service.ok(updateApplication, {
    token: service.admin.token,
    params: { application: id },
    body: { app_name },
  });

/** Works on what a page stored, while it is closed. */
async function inStorage<T>(account: Account, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await IdbStorage.open(account.name);
  return work(storage).finally(() => storage.close());
}

/** A page whose first load stops after its first step. */
async function halfLoaded(): Promise<Account> {
  let steps = 0;
  line.before = (_method, path) => {
    if (path.startsWith('/v3/catalog/sync')) steps += 1;
    line.state = steps > 1 ? 'failing' : 'open';
  };
  const { account } = await signedIn(line.url, user);
  await until(account.catalog.state, ({ partialLoad, isSyncing }) => partialLoad !== null && !isSyncing);
  return account;
}

function lineWorks(): void {
  delete line.before;
  line.state = 'open';
}

describe('a first load', () => {
  it('shows what came with its first step, and how much is missing', async () => {
    const account = await halfLoaded();
    const { partialLoad, entries, mandatory, savedAt } = shown(account);
    expect(partialLoad).toEqual({ have: entries.length, total: size });
    expect(entries.length).toBeGreaterThan(0);
    expect([mandatory, savedAt]).toEqual([[], null]);
  });

  it('goes on by itself when one step failed', async () => {
    const account = await halfLoaded();
    lineWorks();
    expect((await whole(account)).entries).toHaveLength(size);
  });

  it('that was killed in the middle goes on where it was, and shows meanwhile what it had', async () => {
    const { entries } = shown(await halfLoaded());
    closeEngines();
    lineWorks();
    line.state = 'cut';
    const engine = await openEngine(line.url);
    const account = accountOf(engine);
    expect(shown(account).partialLoad).toEqual({ have: entries.length, total: size });
    line.log.length = 0;
    line.state = 'open';
    await engine.connectivity.check();
    expect((await whole(account)).entries).toHaveLength(size);
    expect(request().every((path) => path.includes('cursor='))).toBe(true);
  });

  it('knows with its first step what is mandatory', async () => {
    const late = await publishAndroid(service, `org.example.late${Date.now()}`);
    await assign(service, group, { id: late.id, is_mandatory: true });
    const account = await halfLoaded();
    expect(shown(account).mandatory?.map(({ id }) => id)).toEqual([late.id]);
    await assign(service, group, { id: late.id, is_mandatory: false });
    lineWorks();
    expect((await whole(account)).mandatory).toEqual([]);
  });
});

describe('what is kept', () => {
  it('changes in one small record when one application changes', async () => {
    const { account } = await signedIn(line.url, user);
    await whole(account);
    const blocks = async () =>
      new Map(
        await inStorage(account, (storage) =>
          storage.read(['blocksA', 'blocksB'], async (tx) => [
            ...(await tx.entries('blocksA')),
            ...(await tx.entries('blocksB')),
          ]),
        ),
      );
    const before = await blocks();
    const id = anyId(account);
    await rename(id, `Renamed ${Date.now()}`);
    line.log.length = 0;
    await account.catalog.refresh();
    const after = await blocks();
    const changed = [...after].filter(
      ([key, block]) => JSON.stringify(block) !== JSON.stringify(before.get(key)),
    );
    expect(changed.map(([, block]) => block.some((entry) => entry.id === id))).toEqual([true]);
    expect(changed[0]?.[1].length).toBeLessThanOrEqual(100);
    expect(request()).toHaveLength(1);
  });

  it('is loaded again where entries were lost, and stays on the screen meanwhile', async () => {
    const { account } = await signedIn(line.url, user);
    await whole(account);
    await inStorage(account, (storage) =>
      storage.write(['blocksA', 'blocksB'], async (tx) => {
        for (const store of ['blocksA', 'blocksB'] as const) {
          const [, second] = await tx.keys(store);
          if (second !== undefined) await tx.delete(store, second);
        }
      }),
    );
    closeEngines();
    const again = accountOf(await openEngine(line.url));
    expect(shown(again).entries.length).toBeGreaterThan(0);
    const { entries } = await until(
      again.catalog.state,
      (state) => isWhole(state) && state.entries.length >= size,
    );
    const stored = await inStorage(again, readEntries);
    expect(stored.entries).toHaveLength(entries.length);
  });

  it('is loaded again where another version left entries that this one can’t read', async () => {
    const { account } = await signedIn(line.url, user);
    await whole(account);
    await inStorage(account, (storage) =>
      storage.write(['blocksA', 'blocksB', 'cover'], async (tx) => {
        for (const store of ['blocksA', 'blocksB', 'cover'] as const) {
          for (const key of await tx.keys(store)) {
            const value = JSON.stringify(await tx.get(store, key));
            await tx.put(store, key, JSON.parse(value.replaceAll('"version":', '"release":')));
          }
        }
      }),
    );
    closeEngines();
    const again = accountOf(await openEngine(line.url));
    const { entries } = await until(
      again.catalog.state,
      (state) => isWhole(state) && state.entries.length >= size,
    );
    expect(entries.every(({ version }) => version.app_name !== '')).toBe(true);
  });

  it('is loaded again when it was emptied while it is open, and stays on the screen meanwhile', async () => {
    const { account } = await signedIn(line.url, user);
    const { entries } = await whole(account);
    const least: number[] = [];
    account.catalog.state.subscribe(() => least.push(shown(account).entries.length));
    await inStorage(account, clearCatalog);
    await account.catalog.refresh();
    expect(Math.min(...least)).toBe(entries.length);
    const stored = await inStorage(account, readEntries);
    expect([stored.entries.length, stored.state.incoming]).toEqual([entries.length, null]);
  });

  it.each(['', 'nonsense', '1.2.3.e30.forged', '9.9.9..'])(
    'is loaded anew when the service does not know its cursor: "%s"',
    async (cursor) => {
      const { account } = await signedIn(line.url, user);
      const { entries } = await whole(account);
      await inStorage(account, (storage) =>
        storage.write(['catalog'], async (tx) => {
          const state = (await tx.get('catalog', stateKey)) ?? emptySyncState;
          await tx.put('catalog', stateKey, {
            ...state,
            complete: state.complete && { ...state.complete, cursor },
          });
        }),
      );
      await account.catalog.refresh();
      expect(shown(account).entries).toEqual(entries);
      expect((await inStorage(account, readEntries)).entries).toHaveLength(entries.length);
    },
  );
});

describe('an own write', () => {
  const like = async (account: Account, application: string) => {
    await account.outbox.enqueue(reviewWrite, { application, like: 1 });
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
  };
  const liked = (account: Account, id: string) => shown(account).byId.get(id)?.catalog_info.user_liked;
  /** What the service tells a tab about its state. */
  const eventOf = ({ catalog: { cursor } }: Account): CatalogEvent => {
    const [catalog = 0, own = 0, device = 0] = (cursor ?? '').split('.').map(Number);
    return { catalog, user: own, device, spread: 0 };
  };

  it('costs one sync and no list, also with a second tab open and events heard', async () => {
    const { account } = await signedIn(line.url, user);
    await whole(account);
    const tabs = [account, accountOf(await openEngine(line.url))];
    const bothShow = async (isShown: (tab: Account) => boolean) => {
      for (const tab of tabs) await until(tab.catalog.state, () => isShown(tab));
    };
    /** A change by somebody else: a tab that shows it has received everything before it. */
    const changeAnother = async (name: string) => {
      const id = anyId(account);
      await rename(id, name);
      await bothShow((tab) => shown(tab).byId.get(id)?.version.app_name === name);
    };
    await bothShow((tab) => isWhole(shown(tab)));
    await changeAnother('Before the like');
    line.log.length = 0;
    await like(account, rated);
    await bothShow((tab) => liked(tab, rated) === 1);
    // The service never reports less than what it has answered to either of them.
    const [newest] = tabs.map(eventOf).sort((one, other) => other.user - one.user);
    for (const tab of tabs) if (newest) await tab.catalog.handleEvent(newest);
    expect(request()).toHaveLength(1);
    await changeAnother('After the like');
    expect(request()).toHaveLength(2);
    await bothShow((tab) => liked(tab, rated) === 1);
  });

  it('shows until a sync has it, whatever the clock of the device says', async () => {
    const { account } = await signedIn(line.url, user);
    await whole(account);
    const answered = Promise.withResolvers<void>();
    line.hold = (path) => (path.startsWith('/v3/catalog/sync') ? answered.promise : undefined);
    await like(account, rated);
    expect(liked(account, rated)).toBe(1);
    answered.resolve();
    const year = 365 * 24 * 3600_000;
    for (const jump of [year, -year]) {
      await inStorage(account, (storage) =>
        storage.write(['outbox', 'catalog'], async (tx) => {
          for (const row of await tx.all('outbox'))
            await tx.put('outbox', row.id, { ...row, sentAt: Date.now() + jump });
        }),
      );
      await account.outbox.reload();
      await account.catalog.refreshAfterWrite();
      expect(shown(account).byId.get(rated)?.catalog_info.user_liked).toBe(1);
    }
  });
});

describe('an open catalog', () => {
  const streams = () => line.log.filter(({ path }) => path.startsWith('/v3/catalog/events')).length;

  it('shows a change at the service by itself, in every tab, and one of them listens', async () => {
    const { account } = await signedIn(line.url, user);
    await whole(account);
    const other = accountOf(await openEngine(line.url));
    await whole(other);
    const id = anyId(account);
    const name = `Live ${Date.now()}`;
    await rename(id, name);
    for (const tab of [account, other])
      await until(tab.catalog.state, ({ byId }) => byId.get(id)?.version.app_name === name);
    expect(streams()).toBe(1);
  });

  it('is told by another tab what changed, and reads nothing again', async () => {
    const { account } = await signedIn(line.url, user);
    await whole(account);
    const other = accountOf(await openEngine(line.url));
    await whole(other);
    const id = anyId(account);
    const name = `Told ${Date.now()}`;
    const all = shown(account).entries.length;
    damageGetAll(['blocksA', 'blocksB']);
    await rename(id, name);
    for (const tab of [account, other]) {
      await until(tab.catalog.state, ({ byId }) => byId.get(id)?.version.app_name === name);
      expect(shown(tab).entries).toHaveLength(all);
    }
    mend();
    for (const tab of [account, other]) expect(tab.storage.get()).toBe('kept');
  });

  it('hears again, by its cursor, after the line broke', async () => {
    const { account } = await signedIn(line.url, user);
    await whole(account);
    const id = anyId(account);
    await expect.poll(streams).toBe(1);
    line.drop();
    const name = `While it was broken ${Date.now()}`;
    await rename(id, name);
    await until(account.catalog.state, ({ byId }) => byId.get(id)?.version.app_name === name);
    expect(line.log.findLast(({ path }) => path.startsWith('/v3/catalog/events'))?.path).toContain('cursor=');
  });

  it('that is refused a stream asks for one again, and lacks nothing then', async () => {
    let refusals = 0;
    line.before = (_method, path) => {
      const refuses = path.startsWith('/v3/catalog/events') && refusals < 1;
      if (refuses) refusals += 1;
      line.state = refuses ? 'failing' : 'open';
    };
    const { engine, account } = await signedIn(line.url, user);
    await whole(account);
    await expect.poll(() => refusals).toBe(1);
    expect(engine.connectivity.state.get()).toBe('online');
    const id = anyId(account);
    const name = `While it was refused ${Date.now()}`;
    await rename(id, name);
    await until(account.catalog.state, ({ byId }) => byId.get(id)?.version.app_name === name);
    expect(streams()).toBe(2);
  });

  it('in another tab goes on listening when the one that did is closed', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await whole(account);
    const other = accountOf(await openEngine(line.url));
    await whole(other);
    await expect.poll(streams).toBe(1);
    engine.close();
    await expect.poll(streams).toBe(2);
    const id = anyId(other);
    const name = `After the first ${Date.now()}`;
    await rename(id, name);
    await until(other.catalog.state, ({ byId }) => byId.get(id)?.version.app_name === name);
  });

  it('is signed out at once while it listens', async () => {
    const { engine, account } = await signedIn(line.url, user);
    await whole(account);
    await expect.poll(streams).toBe(1);
    await engine.session.signOut();
    expect(engine.session.state.get().phase).toBe('signed-out');
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(account.name);
  });
});
