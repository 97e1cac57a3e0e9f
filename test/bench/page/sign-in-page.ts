import type { Browser, Page } from 'playwright-core';
import { limited, type Row } from '../measurement.ts';
import { median, phoneContext, slowDown, slowdown, workerServes } from './phone.ts';

const runs = 5;
/** Most seconds until the largest part of the page is painted. */
const limits = { newVisitor: 1.8, returning: 0.9 };
/** 1.6 Mbit/s, as bytes a second, and milliseconds for each request. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** The sign-in page on a slow phone with a slow network, for somebody who comes for the first time, and once more. */
export async function signInPage(browser: Browser, url: string): Promise<Row[]> {
  const times: Record<keyof typeof limits, number[]> = { newVisitor: [], returning: [] };
  for (let run = 0; run < runs; run++) {
    const context = await phoneContext(browser);
    const first = await context.newPage();
    times.newVisitor.push(await largestPaint(first, url));
    await workerServes(first);
    await first.close();
    times.returning.push(await largestPaint(await context.newPage(), url));
    await context.close();
  }
  const work = (who: string) =>
    `sign-in page, ${who}, ${slowdown} × slower, 150 ms, 1.6 Mbit/s: LCP (median of ${runs})`;
  return [
    limited(work('new visitor'), median(times.newVisitor) / 1_000, 's', limits.newVisitor),
    limited(work('returning'), median(times.returning) / 1_000, 's', limits.returning),
  ];
}

/** Milliseconds from the navigation until the largest part of the page was painted. */
async function largestPaint(page: Page, url: string): Promise<number> {
  const session = await slowDown(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await page.goto(url);
  await page.locator('button[type="submit"]').waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
          {
            type: 'largest-contentful-paint',
            buffered: true,
          },
        );
      }),
  );
}
