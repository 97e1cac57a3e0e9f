import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { timeouts } from '../setup/run/timeouts.ts';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { confirmInstalled, openApplication, readyForOffline, signIn } from './setup/visitor.ts';

const stage = openStage();

/** The registration of the catalog's worker, as the debugging protocol names it. */
async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

/** The titles of the notifications that the worker shows. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title }) => title);
  });

it('what a push service delivers reaches the catalog’s worker, which shows it, and nothing that is not ours', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  const { origin } = new URL(page.url());
  await context.grantPermissions(['notifications'], { origin });
  const session = await context.newCDPSession(page);
  // The packed browser shows no notifications even when they are allowed: only the worker's attempt can be seen
  // there.
  const attempts: string[] = [];
  session.on('ServiceWorker.workerErrorReported', ({ errorMessage: { errorMessage: text } }) => {
    if (text.includes('showNotification')) attempts.push('Field Crew');
  });
  const registrationId = await registrationOf(session);
  const pushed = { id: 'n1', title: 'Field Crew', body: 'Bring your badges', link: `${origin}/messages` };
  const push = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await push('not ours');
  await push(JSON.stringify(pushed));
  const seen = async () => [...attempts, ...(await shown(page))];
  await expect.poll(seen, { timeout: timeouts.step }).toEqual(['Field Crew']);
});

it('a tap opens the page of the message in the window that is there', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  const { origin } = new URL(page.url());
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  // What the packed browser does not show can't be tapped: the worker gets the event that a tap would send.
  const closed = await worker.evaluate(async (data) => {
    const tap = { closed: false, work: Promise.resolve() };
    const event = Object.assign(new Event('notificationclick'), {
      notification: { data, close: () => void (tap.closed = true) },
      waitUntil: (work: Promise<void>) => void (tap.work = work),
    });
    globalThis.dispatchEvent(event);
    await tap.work;
    return tap.closed;
  }, `${origin}/messages`);
  expect(closed).toBe(true);
  await page.waitForURL('**/messages', { timeout: timeouts.step });
  await page.getByRole('heading', { level: 1 }).waitFor();
});

it('the icon’s badge is the number of updates that wait, and goes with who signs out', async () => {
  const { page } = await stage.visit(devices.iPhone);
  // The badge that a page requests from the system, which draws it for installed catalogs; the system's own answer,
  // if any, is kept.
  await page.addInitScript(() => {
    const note = (reported: string) => localStorage.setItem('badge', reported);
    const { setAppBadge, clearAppBadge } = Navigator.prototype;
    navigator.setAppBadge = async (count) => {
      note(String(count));
      await setAppBadge?.call(navigator, count);
    };
    navigator.clearAppBadge = async () => {
      note('none');
      await clearAppBadge?.call(navigator);
    };
  });
  await page.reload();
  const badge = () => page.evaluate(() => localStorage.getItem('badge'));
  await signIn(page, 'demo.phone');
  await expect.poll(badge, { timeout: timeouts.step }).toBe('0');
  await openApplication(page, 'Leak Finder');
  await page.getByRole('button', { name: /^Show \d+ earlier version/ }).click();
  await page.getByRole('button', { name: 'Install 4.1.0' }).click();
  await confirmInstalled(page);
  await page.getByRole('link', { name: 'Updates 1 update' }).waitFor();
  await expect.poll(badge, { timeout: timeouts.step }).toBe('1');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await expect.poll(badge, { timeout: timeouts.step }).toBe('none');
});
