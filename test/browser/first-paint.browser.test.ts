import { expect, it } from 'vitest';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';

const stage = openStage({ needsWorker: false });

it('the document shows name and shapes before any script, and says what to do when none comes', async () => {
  const { page } = await stage.visit(devices.androidPhone, { path: '/robots.txt', serviceWorkers: 'block' });
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('/');
  await page.getByText('Appshelf', { exact: true }).waitFor();
  const shapes = page.locator('.boot-shapes');
  expect((await shapes.boundingBox())?.height).toBeGreaterThan(300);
  const before = await shapes.boundingBox();
  await page.getByText('This is taking longer than usual.').waitFor();
  await page.getByText('Das dauert länger als sonst.').waitFor();
  // They stand over the shapes: nothing moves.
  expect(await shapes.boundingBox()).toEqual(before);
});

it('the document asks for JavaScript where it is turned off', async () => {
  const { page } = await stage.visit(devices.androidPhone, { javaScriptEnabled: false });
  const words = page.locator('noscript');
  await words.waitFor();
  expect(await words.textContent()).toMatch(/needs JavaScript.*braucht JavaScript/s);
  expect(await page.getByText('This is taking longer than usual.').isVisible()).toBe(false);
});

it('what the scripts draw takes the place of the shapes', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.locator('.boot').count()).toBe(0);
});

it('the sign-in does not move when the organization becomes known', async () => {
  const { page } = await stage.visit(devices.iPhone, { path: '/robots.txt' });
  let answer: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v3/branding**', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/');
  const field = page.getByLabel('User ID');
  await field.waitFor();
  const before = await field.boundingBox();
  answer();
  await page.getByText('Northwind Field Services').waitFor();
  expect(await field.boundingBox()).toEqual(before);
});
