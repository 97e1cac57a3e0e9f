import type { Browser, CDPSession, Page } from 'playwright-core';
import type { TestUser } from '../setup/service.ts';

/** A phone's page whose catalog of so many applications is all kept on the device, with the network cut. */
export async function openKept(
  browser: Browser,
  url: string,
  user: TestUser,
  applications: number,
): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true });
  const page = await context.newPage();
  await keepEverything(page, url, user, applications);
  await context.setOffline(true);
  return { page, session: await context.newCDPSession(page) };
}

/** Signs in, waits until the whole catalog is kept, and until the worker serves the page. */
async function keepEverything(page: Page, url: string, user: TestUser, applications: number): Promise<void> {
  await page.goto(url);
  await page.locator('input[autocomplete="username"]').fill(user.userId);
  await page.locator('input[type="password"]').fill(user.password);
  await page.locator('button[type="submit"]').click();
  await page.locator('nav a[href="/apps"]').first().click();
  await page.locator(`[aria-setsize="${applications}"]`).first().waitFor({ timeout: 120_000 });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
