import { expect, it } from 'vitest';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { fillSignIn, readyForOffline, signIn } from './setup/visitor.ts';

const stage = openStage({ needsWorker: false });

it('a user ID that is half typed, and the wish not to stay signed in, are there after a reload; the password is not', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await page.getByLabel('User ID').fill('demo.ph');
  await page.getByLabel('Password', { exact: true }).fill('appshelf-demo');
  await page.getByLabel('Stay signed in').uncheck();
  await page.reload();
  await expect.poll(() => page.getByLabel('User ID').inputValue()).toBe('demo.ph');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel('Stay signed in').isChecked()).toBe(false);
  await signIn(page, 'demo.phone');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /user-id|signs-out/.test(key))),
  ).toEqual([]);
});

it('signing in without a network is refused with a reason, and works when the network is back', async () => {
  const { page, context } = await stage.visit(devices.androidPhone, { serviceWorkers: 'allow' });
  await readyForOffline(page);
  await context.setOffline(true);
  await fillSignIn(page, 'demo.phone', 'appshelf-demo');
  await page.getByText('You’re offline.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
});

it('a first visit whose line broke before the catalog had arrived says so, and goes on with a fresh page', async () => {
  const { page } = await stage.visit(devices.androidPhone, { serviceWorkers: 'block' });
  await page.route('**/assets/catalog-*.js', (route) => route.abort('internetdisconnected'));
  await fillSignIn(page, 'demo.phone', 'appshelf-demo');
  await page.getByText('This page didn’t load completely.').waitFor();
  await page.unroute('**/assets/catalog-*.js');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await signIn(page, 'demo.phone');
  await page.getByRole('region', { name: 'Popular' }).waitFor();
});

it('who signed in stays signed in after a reload, and is the one on the account’s page', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await page.reload();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('heading', { name: 'Ana Lindqvist' }).waitFor();
  const thisDevice = page.getByRole('listitem').filter({ hasText: 'This device' });
  await thisDevice.getByText('Pixel 8').waitFor();
});

it('an address deep in the catalog asks for the sign-in first, then opens', async () => {
  const { page } = await stage.visit(devices.androidPhone, { path: '/search' });
  await signIn(page, 'demo.phone');
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/search');
});

it('a device says how the permission to know its location stands, and nobody is asked for it', async () => {
  const { page } = await stage.visit(devices.androidPhone, { permissions: ['geolocation'] });
  await signIn(page, 'demo.phone');
  const { db } = stage.product;
  const reported = await db
    .selectFrom('devices')
    .select('location_permission')
    .orderBy('created', 'desc')
    .execute();
  expect(reported[0]?.location_permission).toBe('granted');
  await page.context().clearPermissions();
  const now = () =>
    db.selectFrom('devices').select('location_permission').orderBy('created', 'desc').limit(1).execute();
  await expect.poll(now).toEqual([{ location_permission: 'prompt' }]);
});
