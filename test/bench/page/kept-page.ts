import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../../setup/browser/browser.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import type { TestUser } from '../../setup/world/people.ts';
import { startPages } from './page-service.ts';

/** The number of kept applications, and how many times slower than this machine the page runs. */
export const kept = { applications: 10_000, slowdown: 4 };

interface KeptPage {
  page: Page;
  session: CDPSession;
}

/**
 * Runs work on the page of a phone with a slow processor, whose whole catalog is kept on the device, without a network.
 */
export async function withKeptPage<T>(work: (kept: KeptPage) => Promise<T>): Promise<T> {
  const service = await startPages();
  const browser = await launchBrowser();
  try {
    const group = await fillCatalog(service, kept.applications);
    const user = await service.makeUser({ groups: [group] });
    const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true });
    const page = await context.newPage();
    await keepEverything(page, service.url, user);
    await context.setOffline(true);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: kept.slowdown });
    return await work({ page, session });
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Signs in, and waits until the whole catalog is kept and the service worker serves the page. */
async function keepEverything(page: Page, url: string, user: TestUser): Promise<void> {
  await page.goto(url);
  await page.locator('input[autocomplete="username"]').fill(user.userId);
  await page.locator('input[type="password"]').fill(user.password);
  await page.locator('button[type="submit"]').click();
  await page.locator('nav a[href="/apps"]').first().click();
  await page.locator(`[aria-setsize="${kept.applications}"]`).first().waitFor({ timeout: timeouts.step });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
