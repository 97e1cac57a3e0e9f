import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openLine } from '../setup/http/line.ts';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { openApplication, readyForOffline, signIn } from './setup/visitor.ts';

const stage = openStage();

async function signOut(page: Page): Promise<void> {
  await page.goto('/account');
  await confirmSignOut(page);
}

async function confirmSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
}

/** The names of everything that the catalog stores in this browser. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    caches: await caches.keys(),
    local: Object.keys(localStorage),
  }));

const pictures = async (page: Page) =>
  (await stored(page)).caches.filter((name) => !name.includes('precache'));

it('signing out removes the account’s databases and pictures from the device', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Contact Manager');
  await readyForOffline(page);
  await expect.poll(async () => (await stored(page)).caches.length).toBeGreaterThan(1);
  await signOut(page);
  await expect.poll(async () => (await stored(page)).databases).toEqual(['appshelf']);
  expect(await pictures(page)).toEqual([]);
  await page.goto('/apps');
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(await page.getByText('Contact Manager').count()).toBe(0);
});

it('who signs in after somebody signed out begins at the start, not where the other one was', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await signOut(page);
  await signIn(page, 'demo.tablet');
  expect(new URL(page.url()).pathname).toBe('/');
});

it('signing out in one tab ends the other', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  const second = await context.newPage();
  await second.goto('/apps');
  await second.getByRole('heading', { name: 'All apps' }).waitFor();
  await signOut(page);
  await second.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await expect.poll(async () => (await stored(second)).databases).toEqual(['appshelf']);
});

it('what waits to be sent is named before signing out deletes it', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Contact Manager');
  await page.getByRole('meter', { name: 'Likes', exact: true }).waitFor();
  await readyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByText('Will be sent when you’re back online.').waitFor();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('1 change hasn’t been sent yet.').waitFor();
  await page.getByRole('button', { name: 'Sign out and delete' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await expect.poll(async () => (await stored(page)).databases).toEqual(['appshelf']);
});

it('a picture that arrives after signing out is not kept', async () => {
  const line = await openLine(stage.product.url);
  const release = Promise.withResolvers<void>();
  line.hold = (path) => (path.endsWith('-1024.webp') ? release.promise : undefined);
  try {
    const { page } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    await signIn(page, 'demo.phone');
    await readyForOffline(page);
    const picture = await page.locator('img[src^="/media/"]').first().getAttribute('src');
    const inWidth = (width: number) => picture?.replace(/-\d+\.webp$/, `-${width}.webp`) ?? '';
    const late = page.evaluate(async (path) => (await fetch(path)).status, inWidth(1024));
    await expect.poll(() => line.log.some(({ path }) => path === inWidth(1024))).toBe(true);
    await page.getByRole('link', { name: 'Account' }).click();
    await confirmSignOut(page);
    await expect.poll(() => pictures(page)).toEqual([]);
    release.resolve();
    expect(await late).toBe(200);
    expect(await page.evaluate(async (path) => (await fetch(path)).status, inWidth(1536))).toBe(200);
    expect(await pictures(page)).toEqual([]);
  } finally {
    await line.close();
  }
});

it('two people on one device never see each other’s catalog', async () => {
  const { page } = await stage.visit(devices.iPhone);
  await signIn(page, 'demo.phone');
  await page.goto('/search');
  await page.getByRole('searchbox').fill('Parts Desk');
  await page.getByRole('link', { name: 'Parts Desk', exact: true }).waitFor();
  await page.getByRole('searchbox').blur();
  await signOut(page);
  await signIn(page, 'demo.tablet');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox').fill('Pump Watch');
  await page.getByRole('link', { name: 'Pump Watch', exact: true }).waitFor();
  await page.getByRole('searchbox').fill('');
  expect(await page.getByRole('button', { name: 'Parts Desk' }).count()).toBe(0);
  await signOut(page);
  await signIn(page, 'demo.phone');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox').fill('Pump Watch');
  await page.getByRole('searchbox').blur();
  await page.getByRole('status').filter({ hasText: 'No results for “Pump Watch”' }).waitFor();
  expect(await page.getByRole('link', { name: 'Pump Watch', exact: true }).count()).toBe(0);
});
