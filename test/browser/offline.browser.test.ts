import { appendFile, rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listReviews } from '../../contract/reviews.ts';
import { outboxTag } from '../../src/data/background-sync.ts';
import { launchBrowser } from '../setup/browser.ts';
import {
  type CatalogSite,
  dispatchSync,
  keptForOffline,
  openCatalogSite,
  signInOn,
} from '../setup/catalog-site.ts';
import { assign, join, makeGroup, publishAndroid } from '../setup/publishing.ts';
import type { TestUser } from '../setup/service.ts';

const name = 'Meter Reading';

let browser: Browser;
let site: CatalogSite;
let group: number;
let application: string;
let user: TestUser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await openCatalogSite();
  group = await makeGroup(site.service, 'Crew');
  application = (await publishAndroid(site.service, 'org.example.meter', { app_name: name })).id;
  await assign(site.service, group, { id: application });
});

beforeEach(async () => {
  user = await site.service.makeUser();
  await join(site.service, group, user);
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  page = await context.newPage();
});

afterEach(async () => {
  site.line.state = 'open';
  await context.close();
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

const app = () => page.getByText(name).first();
const address = () => `${site.origin}/apps/${application}`;
const ratings = () =>
  site.line.log.filter(
    ({ method, path, status }) => method === 'POST' && path.includes('/likes/') && status === 200,
  );

async function signedIn(): Promise<void> {
  await signInOn(page, site.origin, user);
  await app().waitFor();
  await keptForOffline(page);
}

async function likedOffline(): Promise<void> {
  await page.goto(address());
  const like = page.getByRole('button', { name: /^Like/ });
  await like.waitFor();
  site.line.log.length = 0;
  site.line.state = 'cut';
  await like.click();
  await page.getByText('Will be sent when there is a network.').waitFor();
}

async function likes(): Promise<number | undefined> {
  const own = await site.service.signIn(user);
  return (await site.service.ok(listReviews, { ...own, params: { application } })).user_review?.like;
}

describe('without a network', () => {
  it('the catalog opens as it was, and so does an address deep inside it', async () => {
    await signedIn();
    await page.goto(address());
    await page.getByText('SHA-256').waitFor();
    site.line.state = 'cut';
    await page.reload();
    await page.getByText('SHA-256').waitFor();
    await page.goto(`${site.origin}/apps`);
    await app().waitFor();
    expect(await app().isVisible()).toBe(true);
  });

  it('a like is kept over a reload and sent once when the network is back', async () => {
    await signedIn();
    await likedOffline();
    await page.reload();
    await page.getByText('Will be sent when there is a network.').waitFor();
    site.line.state = 'open';
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await vi.waitUntil(() => ratings().length > 0, { timeout: 20_000 });
    await page.getByText('Will be sent when there is a network.').waitFor({ state: 'hidden' });
    expect(ratings()).toHaveLength(1);
    expect(await likes()).toBe(1);
  });

  it('a like is sent by the service worker when no page is open any more', async () => {
    await signedIn();
    await likedOffline();
    await page.close();
    site.line.state = 'open';
    await dispatchSync(context, site.origin, outboxTag);
    await vi.waitUntil(() => ratings().length > 0, { timeout: 20_000 });
    expect(await likes()).toBe(1);
  });

  it('a like is sent by one of two tabs and the service worker, once', async () => {
    await signedIn();
    await likedOffline();
    const other = await context.newPage();
    await other.goto(address());
    await other.getByText('Will be sent when there is a network.').waitFor();
    site.line.state = 'open';
    await Promise.all([
      page.evaluate(() => dispatchEvent(new Event('online'))),
      other.evaluate(() => dispatchEvent(new Event('online'))),
      dispatchSync(context, site.origin, outboxTag),
    ]);
    await other.getByText('Will be sent when there is a network.').waitFor({ state: 'hidden' });
    await page.getByText('Will be sent when there is a network.').waitFor({ state: 'hidden' });
    expect(ratings()).toHaveLength(1);
  });
});

describe('a browser that', () => {
  it('has no room left still shows the catalog, and says so', async () => {
    const session = await context.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 });
    await signInOn(page, site.origin, user);
    await app().waitFor();
    expect(await page.getByText('storage is full').isVisible()).toBe(true);
  });

  it('refuses to keep anything still shows the catalog, and says so', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    });
    await signInOn(page, site.origin, user);
    await app().waitFor();
    expect(await page.getByText('keeps nothing').isVisible()).toBe(true);
  });
});

describe('signing out', () => {
  it('leaves neither data nor images of the account', async () => {
    await signedIn();
    await page.goto(`${site.origin}/account`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User ID').waitFor();
    const kept = () =>
      page.evaluate(async () => {
        const databases = (await indexedDB.databases()).map((database) => database.name ?? '');
        return [...databases, ...(await caches.keys())].filter((key) => /^appshelf[-:]./.test(key));
      });
    await expect.poll(kept, { timeout: 10_000 }).toEqual([]);
  });
});

describe('a new version of the catalog', () => {
  it('is offered, and takes over only when the person says so', async () => {
    await signedIn();
    const scriptOf = () => page.evaluate(() => fetch('/sw.js').then((answer) => answer.text()));
    const before = await scriptOf();
    await appendFile(joinPath(site.directory, 'sw.js'), '\n// Another version.\n');
    for (const packed of ['sw.js.br', 'sw.js.gz'])
      await rm(joinPath(site.directory, packed), { force: true });
    expect(await scriptOf()).not.toBe(before);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const offer = page.getByRole('button', { name: 'Update now' });
    await offer.waitFor();
    const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
    expect(waiting).toBe(true);
    const reloaded = page.waitForEvent('load');
    await offer.click();
    await reloaded;
    await app().waitFor();
    const left = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting);
    expect(left).toBeNull();
  });
});
