import type { CDPSession, Page } from 'playwright-core';
import { limited, type Row } from '../measurement.ts';
import { median, slowdown } from './phone.ts';

const limits = { milliseconds: 350, megabytes: 40 };
const runs = 5;

/** Opening the list without a network, and the memory that it takes. */
export async function offlineStart(page: Page, session: CDPSession, applications: number): Promise<Row[]> {
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'listPainted' });
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: tellWhenPainted });
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await listPainted(page, session));
  await page.locator(`[aria-setsize="${applications}"]`).first().waitFor();
  const start = `offline start with ${applications} applications, ${slowdown} × slower (median of ${runs})`;
  const memory = `memory of an open catalog of ${applications} applications`;
  return [
    limited(start, median(times), 'ms', limits.milliseconds),
    limited(memory, (await memoryOf(session)) / 1e6, 'MB', limits.megabytes),
  ];
}

/** Bytes that the page's scripts use after a garbage collection. */
async function memoryOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/**
 * A script in the page that reports when the frame with the first rows was drawn: milliseconds since the navigation.
 */
const tellWhenPainted = `
  const look = () =>
    document.querySelector('.app-row') === null
      ? requestAnimationFrame(look)
      : requestAnimationFrame(() => setTimeout(() => listPainted(String(performance.now()))));
  look();
`;

/**
 * Opens the page again; returns when its list was painted. The page measures that itself: a helper of the test's driver
 * in the page would be slowed down like the page, and be measured with it.
 */
async function listPainted(page: Page, session: CDPSession): Promise<number> {
  const painted = new Promise<number>((resolve) => {
    session.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)));
  });
  await session.send('Page.reload');
  const milliseconds = await painted;
  await page.waitForLoadState('networkidle');
  return milliseconds;
}
