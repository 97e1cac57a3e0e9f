import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { timeouts } from '../../setup/run/timeouts.ts';
import type { TestUser } from '../../setup/world/people.ts';

/** How many times slower than this machine the phone's pages run. */
export const slowdown = 4;

/** A context like a small phone's. */
export const phoneContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true });

/** Slows the page down like a phone's processor. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return session;
}

/** Signs in on the sign-in page that is open. */
export async function signIn(page: Page, user: TestUser): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(user.userId);
  await page.locator('input[type="password"]').fill(user.password);
  await page.locator('button[type="submit"]').click();
}

/** Waits until the service worker serves the page. */
export async function workerServes(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Signs in, and waits until all applications are on the device and the service worker serves the page. */
export async function loadCatalog(page: Page, user: TestUser, applications: number): Promise<void> {
  await signIn(page, user);
  await page.locator('nav a[href="/apps"]').first().click();
  await page.locator(`[aria-setsize="${applications}"]`).first().waitFor({ timeout: timeouts.step });
  await workerServes(page);
}

/** The middle one of several figures. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN;
