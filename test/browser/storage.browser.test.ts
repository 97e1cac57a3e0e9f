import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { devices } from './setup/devices.ts';
import { reviewsOf } from './setup/service-state.ts';
import { openStage } from './setup/stage.ts';
import { openApplication, readyForOffline, signIn } from './setup/visitor.ts';

const stage = openStage();

/** A person whose whole catalog is stored on the device; the page of an application is open. */
async function visitor(application: string) {
  const visiting = await stage.visit(devices.androidPhone);
  await signIn(visiting.page, 'demo.phone');
  await readyForOffline(visiting.page);
  await openApplication(visiting.page, application);
  await visiting.page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  return { ...visiting, beside: await openBeside(visiting.context) };
}

/** A page of the service itself, on the catalog's origin: its scripts touch nothing that the catalog stores. */
async function openBeside(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/healthz');
  return page;
}

type Rating = 'Like' | 'Dislike';
const tap = (page: Page, rating: Rating) => page.getByRole('button', { name: rating, exact: true }).click();
const waits = (page: Page) => page.getByText('1 change not sent yet.').waitFor();
/** How many ratings of this kind the service has from this person. */
const ratings = async (rating: Rating): Promise<number> => {
  const all = await reviewsOf(stage.product, 'demo.phone');
  return all.filter(({ like }) => like === (rating === 'Like' ? 1 : 0)).length;
};

/** The database of the account that is signed in. */
const accountDatabase = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return names.find((name) => name.startsWith('appshelf-')) ?? '';
  });

/**
 * Leaves the catalog no room for more: `quota` returns a number of bytes that is smaller than what it uses, which
 * changes while it cleans up.
 */
async function leaveNoRoom(page: Page, quota = async () => 1): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The browser uses a cached number for half a minute; asking it often would take space too.
  const asks = async () => {
    const quotaSize = await quota();
    await session.send('Storage.overrideQuotaForOrigin', { origin: stage.product.url, quotaSize });
    return page.evaluate(finds, 'room');
  };
  await expect.poll(asks, { interval: 2_000 }).toBe('QuotaExceededError');
}

/** Writes to a separate database; returns the browser's answer. */
const finds = async (name: string): Promise<string> => {
  const open = indexedDB.open(name);
  open.onupgradeneeded = () => void open.result.createObjectStore(name);
  const { promise, resolve } = Promise.withResolvers<string>();
  open.addEventListener('error', () => resolve(open.error?.name ?? ''));
  open.onsuccess = () => {
    const transaction = open.result.transaction(name, 'readwrite');
    transaction.objectStore(name).put('x', 'only');
    transaction.oncomplete = () => resolve('room');
    transaction.addEventListener('abort', () => resolve(transaction.error?.name ?? ''));
  };
  const reported = await promise;
  if (open.readyState === 'done' && open.error === null) open.result.close();
  return reported;
};

it('with no room at all a change is sent from the page, which says that nothing is kept; what waited before is not lost', async () => {
  const { page, context, beside } = await visitor('Appium Settings');
  const before = await ratings('Like');
  await openApplication(page, 'Contact Manager');
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await openApplication(page, 'Appium Settings');
  await context.setOffline(true);
  await tap(page, 'Like');
  await waits(page);
  await leaveNoRoom(beside);
  await openApplication(page, 'Contact Manager');
  await tap(page, 'Like');
  await page.getByText(full).waitFor();
  // The catalog has deleted it from the disk to make room, and still finds it.
  await openApplication(page, 'Appium Settings');
  await context.setOffline(false);
  await expect.poll(() => ratings('Like')).toBe(before + 2);
});

/** How many pictures are kept. */
const pictures = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('appshelf-images:'));
    return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
  });

/** Bytes in use, plus what `leaveNoRoom` itself will take. */
async function used(page: Page): Promise<number> {
  await page.evaluate(finds, 'room');
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
}

const full = 'Your device is out of storage. Nothing new is saved for offline use.';

it('pictures make room for a change, and both it and what waited before outlive a reload', async () => {
  const { page, context, beside } = await visitor('Appium Settings');
  const before = await ratings('Dislike');
  await openApplication(page, 'Contact Manager');
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await expect.poll(() => pictures(beside)).toBeGreaterThan(20);
  await context.setOffline(true);
  await tap(page, 'Dislike');
  await waits(page);
  await leaveNoRoom(beside, async () => (await used(beside)) - 10_000);
  await openApplication(page, 'Appium Settings');
  await tap(page, 'Dislike');
  await page.getByText('2 changes not sent yet.').waitFor();
  expect(await page.getByText(full).count()).toBe(0);
  // A picture that was arriving at that moment may be stored after the others were deleted.
  expect(await pictures(beside)).toBeLessThan(5);
  await page.reload();
  await page.getByText('2 changes not sent yet.').waitFor();
  await context.setOffline(false);
  await expect.poll(() => ratings('Dislike')).toBe(before + 2);
});

it('a database that another tab deletes is made again with what the page knows, and the tap is done', async () => {
  const { page, context, beside } = await visitor('API Demos');
  const before = await ratings('Dislike');
  await context.setOffline(true);
  await beside.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((done) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener('success', done);
        request.addEventListener('error', done);
      });
  });
  await tap(page, 'Dislike');
  await waits(page);
  await page.reload();
  await waits(page);
  await context.setOffline(false);
  await expect.poll(() => ratings('Dislike')).toBe(before + 1);
});

it('records that nobody can read are set aside and loaded again, and a change among them is told of', async () => {
  const { page, beside } = await visitor('API Demos');
  const name = await accountDatabase(beside);
  await page.goto('/healthz');
  await beside.evaluate(async (database) => {
    const open = indexedDB.open(database);
    await new Promise((done) => {
      open.onsuccess = done;
    });
    const stores = [...open.result.objectStoreNames].filter((store) => store !== 'session');
    const transaction = open.result.transaction(stores, 'readwrite');
    for (const store of stores) {
      const keys = transaction.objectStore(store).getAllKeys();
      keys.onsuccess = () =>
        void transaction.objectStore(store).put({ nonsense: 7 }, keys.result[0] ?? 'any');
    }
    await new Promise((done) => {
      transaction.oncomplete = done;
    });
    open.result.close();
  }, name);
  await page.goto('/apps');
  await page.getByText('One of your changes could not be read and was not sent.').waitFor();
  await page.getByRole('list', { name: 'All apps' }).getByRole('link', { name: 'API Demos' }).waitFor();
  expect(await page.getByText('can’t be read: it stays in this window only').count()).toBe(0);
  await page.reload();
  await page.getByRole('list', { name: 'All apps' }).getByRole('link', { name: 'API Demos' }).waitFor();
});

it('a database that another tab holds open is done without, in memory, and the page says so; when it is free all is kept again', async () => {
  const { page, beside } = await visitor('Appium Settings');
  const before = await ratings('Like');
  const name = await accountDatabase(beside);
  await page.goto('/healthz');
  // Opening the database waits until it is deleted, and deleting waits until this tab closes it.
  await beside.evaluate((database) => {
    indexedDB.deleteDatabase(database);
    const open = indexedDB.open(database);
    open.onsuccess = () => {
      indexedDB.deleteDatabase(database);
      Reflect.set(window, 'detach', () => open.result.close());
    };
  }, name);
  await beside.waitForFunction(() => Reflect.has(window, 'detach'));
  await page.goto('/');
  await signIn(page, 'demo.phone');
  await page.getByText('This browser doesn’t save data, so the catalog only works online.').waitFor();
  await openApplication(page, 'Appium Settings');
  await tap(page, 'Like');
  await expect.poll(() => ratings('Like')).toBe(before + 1);
  await beside.evaluate(() => Reflect.get(window, 'detach')());
  await page.goto('/');
  await signIn(page, 'demo.phone');
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  expect(await page.getByText('This browser saves nothing').count()).toBe(0);
});

it('a database of a newer version is left alone, and the catalog works beside it', async () => {
  const { page, beside } = await visitor('Contact Manager');
  const before = await ratings('Like');
  const name = await accountDatabase(beside);
  await page.goto('/healthz');
  const ahead = await beside.evaluate(async (database) => {
    const { version = 0 } = (await indexedDB.databases()).find(({ name: each }) => each === database) ?? {};
    const open = indexedDB.open(database, version + 1_000);
    open.onupgradeneeded = () => open.result.createObjectStore('thoughts').put('of tomorrow', 'one');
    await new Promise((done) => {
      open.onsuccess = done;
    });
    open.result.close();
    return version + 1_000;
  }, name);
  await page.goto('/');
  await page
    .getByText(
      'A newer version of the catalog has saved data here: this version saves nothing new for offline use.',
    )
    .waitFor();
  await openApplication(page, 'Contact Manager');
  await tap(page, 'Like');
  await expect.poll(() => ratings('Like')).toBe(before + 1);
  await page.goto('/healthz');
  const stored = await beside.evaluate(async (database) => {
    const open = indexedDB.open(database);
    await new Promise((done) => {
      open.onsuccess = done;
    });
    const thought = open.result.transaction('thoughts').objectStore('thoughts').get('one');
    await new Promise((done) => {
      thought.onsuccess = done;
    });
    return [open.result.version, thought.result];
  }, name);
  expect(stored).toEqual([ahead, 'of tomorrow']);
});

it('what found no room is kept as soon as there is some, without a reload', async () => {
  const { page, context, beside } = await visitor('API Demos');
  const before = await ratings('Like');
  await context.setOffline(true);
  await leaveNoRoom(beside);
  await tap(page, 'Like');
  await page.getByText(full).waitFor();
  const session = await context.newCDPSession(beside);
  await session.send('Storage.overrideQuotaForOrigin', { origin: stage.product.url });
  await page.getByText(full).waitFor({ state: 'detached' });
  await page.reload();
  await waits(page);
  await context.setOffline(false);
  await expect.poll(() => ratings('Like')).toBe(before + 1);
});
