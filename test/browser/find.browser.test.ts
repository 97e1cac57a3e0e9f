import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoAccounts } from '../../mock-server/launch/demo.ts';
import { devices } from './setup/devices.ts';
import { Looking } from './setup/looking.ts';
import { openStage } from './setup/stage.ts';
import { signIn } from './setup/visitor.ts';

const stage = openStage({ needsWorker: false });
const looking = new Looking(stage);

const openList = (): Promise<Page> => looking.page('demo.phone', '/apps');

const rows = (page: Page, list = 'All apps') => page.getByRole('list', { name: list }).getByRole('listitem');
const firstRow = (page: Page) => rows(page).first().getByRole('link').first();
const namesOf = (page: Page) =>
  rows(page).evaluateAll((items) => items.map((item) => item.querySelector('a')?.textContent ?? ''));
const found = (page: Page) => page.getByRole('list', { name: /found$/ }).getByRole('listitem');

it('the list is sorted by name, by likes and by age', async () => {
  const page = await openList();
  await expect.poll(() => firstRow(page).textContent()).toBe('API Demos');
  const names = await namesOf(page);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  await page.getByLabel('Sort by').selectOption('Newest');
  await expect.poll(() => firstRow(page).textContent()).toBe('Water Levels');
  await page.getByLabel('Sort by').selectOption('Best liked');
  await expect.poll(() => firstRow(page).textContent()).toBe('Contact Manager');
});

it('the list is narrowed by kind and category, and shown whole again', async () => {
  const page = await openList();
  await page.getByText('App Store & Google Play', { exact: true }).click();
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Get: Maps' }).getAttribute('href')).toContain(
    'play.google.com',
  );
  await page.getByText('All', { exact: true }).click();
  await page.getByLabel('Category').selectOption('Training');
  await page.getByRole('heading', { name: 'Training', level: 1 }).waitFor();
  const training = rows(page, 'Training');
  await expect.poll(() => training.getByRole('link', { name: 'Learning' }).count()).toBeGreaterThan(0);
  await expect.poll(() => training.count()).toBe(2);
  await page.getByRole('button', { name: 'Installed', exact: true }).click();
  await page.getByRole('heading', { name: 'No matching apps' }).waitFor();
  expect(new URL(page.url()).search).toMatch(/^\?category=\w+&installed=true$/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
  expect(new URL(page.url()).search).toBe('');
});

it('a category of the home page opens the list so narrowed', async () => {
  const page = await looking.page('demo.phone', '/');
  const categories = page.getByRole('navigation', { name: 'Categories' });
  await categories.getByRole('link', { name: 'Finance' }).click();
  await expect.poll(() => rows(page, 'Finance').count()).toBe(1);
  await page.reload();
  await page.getByRole('heading', { name: 'Finance', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Remove the category' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
  expect(await page.getByLabel('Category').evaluate((list) => list === document.activeElement)).toBe(true);
  await page.goBack();
  await categories.getByRole('link', { name: 'Finance' }).click();
  await page.getByRole('heading', { name: 'Finance', level: 1 }).waitFor();
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Apps', exact: true });
  await tab.click();
  await page.getByRole('heading', { name: 'All apps', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

it.each(['en-GB', 'de-DE'])(
  'opens the list of a category beside its pane on a desk, in %s',
  async (locale) => {
    const { page } = await stage.visit(devices.desk, { locale });
    await page.getByLabel(/^(User ID|Benutzer-ID)$/).fill('demo.phone');
    await page.getByLabel(/^(Password|Passwort)$/).fill(demoAccounts.password);
    await page.keyboard.press('Enter');
    const category = page.getByRole('navigation', { name: /^(Categories|Kategorien)$/ }).getByRole('link');
    const address = await category.first().getAttribute('href');
    await page.goto(address ?? '');
    // While its words are fetched, React takes the pane out of the page and puts it back: once, not for ever.
    const list = page.getByRole('region', { name: 'Apps', exact: true }).getByRole('listitem');
    await list.first().waitFor();
  },
);

it('a tap on the navigation counts when the page changes meanwhile, and the keyboard goes to the heading', async () => {
  const page = await looking.page('demo.phone', '/');
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  await tab('Apps').focus();
  await page.keyboard.press('Enter');
  await rows(page).first().waitFor();
  const heading = page.getByRole('heading', { name: 'All apps', level: 1 });
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true);
  await tab('Search').hover();
  await page.mouse.down();
  await page.evaluate(() => history.back());
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  await page.mouse.up();
  await page.getByRole('searchbox').waitFor();
});

it('search answers while the person types, forgives a typo and a missing accent', async () => {
  const page = await looking.page('demo.phone', '/search');
  const field = page.getByRole('searchbox', { name: 'Search apps' });
  await field.pressSequentially('shif');
  await expect.poll(() => found(page).first().getByRole('link').first().textContent()).toBe('Shift Clock');
  await field.fill('chekclists');
  await expect.poll(() => found(page).first().getByRole('link').first().textContent()).toBe('Checklists');
  await field.fill('éxpénses');
  await expect.poll(() => found(page).first().getByRole('link').first().textContent()).toBe('Expenses');
  await field.fill('zzzzqqq');
  await page.getByRole('heading', { name: 'No results for “zzzzqqq”' }).waitFor();
});

it('the field stays, with the keyboard, while the address follows what is typed: also on a page that was loaded at the tap', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  const tapped = Promise.withResolvers<void>();
  await page.route(/search-page/, async (route) => {
    await tapped.promise;
    await route.continue();
  });
  await signIn(page, 'demo.phone');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  tapped.resolve();
  const field = await page.getByRole('searchbox').elementHandle();
  await field?.fill('shift');
  await page.waitForURL(/q=shift/);
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  expect(await field?.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('a search opened before the catalog is there waits for it, and is answered when it comes', async () => {
  const { page } = await stage.visit(devices.androidPhone, { path: '/search?q=shift' });
  const held = Promise.withResolvers<void>();
  await page.route(/\/v3\/catalog\/sync/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await signIn(page, 'demo.phone');
  await page.getByText('Loading').first().waitFor();
  expect(await page.getByText('No results').count()).toBe(0);
  held.resolve();
  await expect.poll(() => found(page).first().getByRole('link').first().textContent()).toBe('Shift Clock');
});

it.each([
  { path: '/updates', sentence: 'Everything is up to date' },
  { path: '/mine', sentence: 'No apps yet' },
])('$path says that there is nothing only when that is known', async ({ path, sentence }) => {
  const { page } = await stage.visit(devices.androidPhone, { path });
  const held = Promise.withResolvers<void>();
  await page.route(/\/v3\/catalog\/sync/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await signIn(page, 'demo.phone');
  await page.getByText('Loading').first().waitFor();
  expect(await page.getByText(sentence).count()).toBe(0);
  held.resolve();
  await page.getByRole('heading', { name: sentence }).waitFor();
});

it('what is searched for stands in the address, and is searched for when that is opened', async () => {
  const page = await looking.page('demo.phone', '/search');
  await page.getByRole('searchbox').fill('shift');
  await page.waitForURL('**/search?q=shift');
  await page.reload();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('shift');
  await page.getByRole('searchbox').fill('');
  await page.waitForURL('**/search');
});

it('opens the search at its keys, with the field in focus and the categories to browse', async () => {
  const { page } = await stage.visit(devices.desk);
  await signIn(page, 'demo.phone');
  await page.getByRole('region', { name: 'New and updated' }).waitFor();
  const field = page.getByRole('searchbox');
  for (const key of ['/', 'Control+k']) {
    await page.keyboard.press(key);
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.goBack();
    await page.getByRole('region', { name: 'New and updated' }).waitFor();
  }
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page
    .getByRole('region', { name: 'Browse categories' })
    .getByRole('link', { name: /^Finance/ })
    .click();
  await page.getByRole('link', { name: 'Expenses', exact: true }).waitFor();
  await page.goto('/account');
  await page.getByRole('switch', { name: 'Search with the / key' }).uncheck();
  await page.goto('/');
  await page.getByRole('region', { name: 'New and updated' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  // One step back is the page on which only the second key did something.
  await page.goBack();
  await page.getByRole('region', { name: 'New and updated' }).waitFor();
});

it('what was searched for is offered again, also without a network', async () => {
  const { page, context } = await stage.visit(devices.androidPhone, {
    path: '/search',
    serviceWorkers: 'allow',
  });
  await signIn(page, 'demo.phone');
  const field = page.getByRole('searchbox', { name: 'Search apps' });
  await field.fill('leave');
  await expect.poll(() => found(page).count()).toBeGreaterThan(0);
  await field.blur();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'leave' }).click();
  await expect.poll(() => found(page).first().getByRole('link').first().textContent()).toBe('Leave');
});
