import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../setup/browser/axe.ts';
import { openLine } from '../setup/http/line.ts';
import { devices } from './setup/devices.ts';
import { inviteSomebody } from './setup/invitation.ts';
import { isSignedIn, reviewsOf, shortSessions } from './setup/service-state.ts';
import { openStage } from './setup/stage.ts';
import { openApplication, readyForOffline, signIn } from './setup/visitor.ts';

const stage = openStage();

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted());
const pictures = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('appshelf-images')));

/** Makes a like that waits to be sent, since there is no network. */
async function likeWithoutNetwork(page: Page): Promise<void> {
  await openApplication(page, 'Contact Manager');
  await page.getByRole('meter', { name: 'Likes', exact: true }).waitFor();
  await readyForOffline(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByText('Will be sent when you’re back online.').waitFor();
}

async function signInForAWhile(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Stay signed in' }).uncheck();
  await signIn(page, 'demo.phone');
}

it('an invitation asks while somebody else is signed in, and goes on once they are signed out', async () => {
  const path = await inviteSomebody(stage.product, 'noor.asks');
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await page.goto(path);
  await page.getByRole('heading', { name: 'Ana Lindqvist is signed in here', level: 1 }).waitFor();
  await page.getByText('This invitation is for Noor Haddad.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign Ana Lindqvist out and continue' }).click();
  await page.getByRole('heading', { name: 'Welcome, Noor', level: 1 }).waitFor();
  await expect.poll(() => databases(page)).toEqual(['appshelf']);
  await expect.poll(() => isSignedIn(stage.product, 'demo.phone')).toBe(false);
});

it('what waits can be kept for its owner, who has it sent by signing in again', async () => {
  const path = await inviteSomebody(stage.product, 'noor.keeps');
  const line = await openLine(stage.product.url);
  const { page, context } = await stage.visit(devices.androidPhone, { baseURL: line.url });
  await signIn(page, 'demo.phone');
  await likeWithoutNetwork(page);
  line.before = (method, path) => {
    line.state = method !== 'GET' && path.includes('review') ? 'cut' : 'open';
  };
  await context.setOffline(false);
  await page.goto(path);
  await page.getByText('1 change hasn’t been sent yet.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep for Ana Lindqvist and continue' }).click();
  await page.getByLabel('New password', { exact: true }).fill('Chosen-by-noor-2');
  await page.getByRole('button', { name: 'Choose and sign in' }).click();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  expect((await databases(page)).filter((name) => name.endsWith('-sealed'))).toHaveLength(1);
  line.before = () => undefined;
  line.state = 'open';
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await signIn(page, 'demo.phone');
  await expect.poll(async () => (await reviewsOf(stage.product, 'demo.phone')).length).toBe(1);
  await line.close();
});

it('who does not stay signed in is locked after the time, and the password opens it without a network', async () => {
  await shortSessions(stage.product, 1);
  const { page, context } = await stage.visit(devices.androidPhone, { derivesInFull: true });
  await page.clock.install();
  await signInForAWhile(page);
  await openApplication(page, 'Contact Manager');
  await readyForOffline(page);
  await context.setOffline(true);
  await page.clock.runFor('02:00');
  await page.getByRole('heading', { name: 'Welcome back, Ana Lindqvist', level: 1 }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.getByText('Contact Manager').count()).toBe(0);
  await expect.poll(() => pictures(page)).toEqual([]);
  await page.reload();
  await page.getByLabel(/^Password/).fill('not-the-password');
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByText('this password doesn’t unlock the data on this device').waitFor();
  await page.getByLabel(/^Password/).fill('appshelf-demo');
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByRole('heading', { name: 'Contact Manager', level: 1 }).waitFor();
  await context.setOffline(false);
  await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor({ state: 'detached' });
});

it('a picture that arrives after the account was locked is not kept', async () => {
  await shortSessions(stage.product, 1);
  const line = await openLine(stage.product.url);
  const release = Promise.withResolvers<void>();
  line.hold = (path) => (path.endsWith('-1024.webp') ? release.promise : undefined);
  try {
    const { page } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    await page.clock.install();
    await signInForAWhile(page);
    await readyForOffline(page);
    const picture = await page.locator('img[src^="/media/"]').first().getAttribute('src');
    const large = picture?.replace(/-\d+\.webp$/, '-1024.webp') ?? '';
    const late = page.evaluate(async (path) => (await fetch(path)).status, large);
    await expect.poll(() => line.log.some(({ path }) => path === large)).toBe(true);
    await page.clock.runFor('02:00');
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
    release.resolve();
    expect(await late).toBe(200);
    await expect.poll(() => pictures(page)).toEqual([]);
  } finally {
    await line.close();
  }
});

it('signing out without a network ends the session once there is one', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.tablet');
  await readyForOffline(page);
  await page.goto('/account');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(await isSignedIn(stage.product, 'demo.tablet')).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => isSignedIn(stage.product, 'demo.tablet')).toBe(false);
});
