import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openLine } from '../setup/http/line.ts';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { openApplication, readyForOffline, signIn } from './setup/visitor.ts';

const stage = openStage();

/** Paths of the pictures that the catalog has stored in this browser. */
const keptPictures = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !name.includes('precache'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });

/** Whether this is a picture in the width of lists, which is fetched in advance. */
const isIcon = (path: string): boolean => path.endsWith('-128.webp');

it('without a network every screen opens with what was seen last', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Contact Manager');
  await page.getByRole('heading', { name: 'Does what it says' }).waitFor();
  const application = new URL(page.url()).pathname;
  await readyForOffline(page);
  await context.setOffline(true);

  await page.reload();
  await page.getByRole('heading', { name: 'Does what it says' }).waitFor();
  const button = page.getByRole('button', { name: 'Install: Contact Manager' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await page.getByText('needs a connection').waitFor();
  await page.goto('/');
  await page.getByText(/^Offline · updated/).waitFor();
  await page.getByRole('region', { name: 'Popular' }).getByRole('link', { name: 'API Demos' }).waitFor();
  const deep = await context.newPage();
  await deep.goto(application);
  await deep.getByRole('heading', { name: 'Contact Manager', level: 1 }).waitFor();
  for (const [path, heading] of Object.entries({
    '/apps': 'All apps',
    '/search': 'Search',
    '/updates': 'Updates',
    '/mine': 'My apps',
    '/account': 'Account',
  })) {
    await page.goto(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }
});

it('what is read stays where it is when the network goes and comes back', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  const places = () =>
    page
      .locator('main :is(h1, h2, .chip, .app-row)')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  for (const path of ['/', '/apps']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'API Demos' }).first().waitFor();
    let before = await places();
    await expect.poll(async () => isDeepStrictEqual(before, (before = await places()))).toBe(true);
    await context.setOffline(true);
    const line = page.getByText(/^Offline · updated/);
    await line.waitFor();
    expect(await places()).toEqual(before);
    await context.setOffline(false);
    await line.waitFor({ state: 'detached' });
    expect(await places()).toEqual(before);
  }
});

it('icons that were never looked at are there without a network, also those that came when the worker had just taken over', async () => {
  const line = await openLine(stage.product.url);
  // Some are requested before there is a worker; they are fetched once it controls the page.
  const early = new Set<string>();
  const [asked, isServed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  line.hold = (path) => {
    if (path === '/sw.js') return asked.promise;
    if (early.size === 3 || !isIcon(path)) return undefined;
    early.add(path);
    if (early.size === 3) asked.resolve();
    return isServed.promise;
  };
  try {
    const { page, context } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    await signIn(page, 'demo.phone');
    await readyForOffline(page);
    isServed.resolve();
    const areKept = async () => {
      const kept = new Set(await keptPictures(page));
      const icons = line.log.map(({ path }) => path).filter(isIcon);
      return icons.length > 20 && icons.every((path) => kept.has(path));
    };
    await expect.poll(areKept, { interval: 500 }).toBe(true);
    await context.setOffline(true);
    await page.goto('/search');
    await page.getByRole('searchbox').fill('Water Levels');
    const icon = page
      .getByRole('list', { name: /found$/ })
      .locator('img')
      .first();
    await expect
      .poll(() => icon.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThan(0);
  } finally {
    await line.close();
  }
});

it('the pages of a portal are not kept as pictures, which come when it is gone', async () => {
  const line = await openLine(stage.product.url);
  try {
    const { page } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    line.before = (_method, path) => {
      line.state = path.startsWith('/media/') ? 'hotel' : 'open';
    };
    await signIn(page, 'demo.phone');
    await readyForOffline(page);
    await page.reload();
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    const icons = page.getByRole('list', { name: 'All apps' }).locator('img');
    const pictures = () => line.log.filter(({ path }) => path.startsWith('/media/')).length;
    await expect.poll(pictures).toBeGreaterThan(20);
    expect(await keptPictures(page)).toEqual([]);
    line.before = () => {
      line.state = 'open';
    };
    await page.reload();
    const width = () =>
      icons.first().evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
    await expect.poll(width).toBeGreaterThan(0);
  } finally {
    await line.close();
  }
});

it('the service goes away in the middle: the catalog stays, says so quietly, and recovers by itself', async () => {
  const { page, complaints } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  await readyForOffline(page);
  await stage.product.halt();
  try {
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    const list = page.getByRole('list', { name: 'All apps' });
    await list.getByRole('link', { name: 'Badge', exact: true }).click();
    await page.getByText(/^Can’t reach the service · updated/).waitFor();
    await page.getByRole('heading', { name: 'Badge', level: 1 }).waitFor();
    await page.reload();
    await page.getByText(/^Can’t reach the service · updated/).waitFor();
    await page.getByRole('heading', { name: 'Badge', level: 1 }).waitFor();
  } finally {
    await stage.product.resume();
  }
  await page.getByText(/^Can’t reach the service/).waitFor({ state: 'detached' });
  await page.getByText('Which doors your badge opens').waitFor();
  // A service that is stopping refuses new requests.
  const refused = 'Failed to load resource: the server responded with a status of 503 (Service Unavailable)';
  expect(complaints.splice(0).filter((complaint) => complaint !== refused)).toEqual([]);
});

it('a browser that refuses IndexedDB shows the catalog online, and says that nothing is kept', async () => {
  const { page, context } = await stage.visit(devices.androidPhone, { path: '/robots.txt' });
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Refused for this test.', 'SecurityError');
    };
  });
  await page.goto('/');
  await signIn(page, 'demo.phone');
  await page.getByText('This browser doesn’t save data, so the catalog only works online.').waitFor();
  await openApplication(page, 'Contact Manager');
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByText('Sent', { exact: true }).waitFor();
});

it('says whose answers come: of a service that fails, and of a network that asks for a sign-in', async () => {
  const line = await openLine(stage.product.url);
  try {
    const { page, complaints } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    await signIn(page, 'demo.phone');
    await readyForOffline(page);
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    const list = page.getByRole('list', { name: 'All apps' });
    line.state = 'failing';
    await list.getByRole('link', { name: 'Badge', exact: true }).click();
    await page.getByText(/^The service has a problem · updated/).waitFor();
    await page.getByRole('heading', { name: 'Couldn’t load this page' }).waitFor();
    line.state = 'hotel';
    await page.getByText(/^This network asks you to sign in first/).waitFor();
    await page.reload();
    await page.getByText(/^This network asks you to sign in first/).waitFor();
    line.state = 'open';
    await page.getByText(/^This network asks you to sign in first/).waitFor({ state: 'detached' });
    await page.getByText('Which doors your badge opens').waitFor();
    await page.getByRole('heading', { name: 'Couldn’t load this page' }).waitFor({ state: 'detached' });
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('status of 503')));
  } finally {
    await line.close();
  }
});
