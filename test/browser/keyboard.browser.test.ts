import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { devices } from './setup/devices.ts';
import { inventoryOf, reviewsOf } from './setup/service-state.ts';
import { openStage } from './setup/stage.ts';

const stage = openStage({ needsWorker: false });

/** What has the focus, as a screen reader names it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return element?.getAttribute('aria-label') ?? label ?? element?.textContent?.trim() ?? '';
  });

/** Presses Tab until the wanted control has the focus. Error: it can't be reached. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`The keyboard does not reach “${name}”.`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

it('signing in, finding, installing and reviewing work without a pointer', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await tabTo(page, 'User ID');
  await page.keyboard.type('demo.phone');
  await tabTo(page, 'Password');
  await page.keyboard.type('appshelf-demo');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Popular' }).waitFor();

  await press(page, 'Search');
  await page.getByRole('searchbox').waitFor();
  await tabTo(page, 'Search apps');
  await page.keyboard.type('contact man');
  await page.getByRole('link', { name: 'Contact Manager' }).waitFor();
  await press(page, 'Contact Manager');
  await page.getByRole('heading', { name: 'Contact Manager', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Write a review' }).waitFor();

  await press(page, 'Install: Contact Manager');
  await page.getByRole('dialog', { name: 'Installing Contact Manager' }).waitFor();
  await press(page, 'My device is done');
  await press(page, 'Yes, it’s installed');
  await expect.poll(() => inventoryOf(stage.product, 'demo.phone')).toHaveLength(1);
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await press(page, 'Write a review');
  await page.getByRole('dialog').waitFor();
  await press(page, 'Like');
  await tabTo(page, 'Title');
  await page.keyboard.type('No mouse needed');
  await page.keyboard.press('Tab');
  await page.keyboard.type('All of it with the keyboard.');
  await press(page, 'Send');
  await expect
    .poll(() => reviewsOf(stage.product, 'demo.phone'))
    .toEqual([{ like: 1, title: 'No mouse needed', comment: 'All of it with the keyboard.' }]);
});

it('the first press of Tab offers the way past the navigation', async () => {
  const { page } = await stage.visit(devices.desk);
  await page.getByLabel('User ID').fill('demo.phone');
  await page.getByLabel('Password', { exact: true }).fill('appshelf-demo');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});
