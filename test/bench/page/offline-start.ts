import type { CDPSession, Page } from 'playwright-core';
import type { Measurement } from '../measurement.ts';
import { kept, withKeptPage } from './kept-page.ts';

/** Figures from before the catalog was kept in blocks: milliseconds, and bytes of the page's JavaScript. */
const before = { painted: 247, memory: 16e6 };
const runs = 5;

/** Opening the list of kept applications without a network, and the memory that it takes. */
export const offlineStart: Measurement = {
  name: 'offline-start',
  run: () =>
    withKeptPage(async ({ page, session }) => {
      await session.send('Runtime.enable');
      await session.send('Runtime.addBinding', { name: 'listPainted' });
      await session.send('Page.enable');
      await session.send('Page.addScriptToEvaluateOnNewDocument', { source: tellWhenPainted });
      const times: number[] = [];
      for (let run = 0; run < runs; run++) times.push(await listPainted(page, session));
      return [
        {
          work: `offline start with ${kept.applications} apps, ${kept.slowdown} × slower, list painted (median of ${runs})`,
          ours: times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN,
          unit: 'ms',
          against: { name: 'before', value: before.painted },
          target: { atMost: 1 },
        },
        {
          work: `memory of its JavaScript with ${kept.applications} apps kept`,
          ours: (await memoryOf(session)) / 1e6,
          unit: 'MB',
          against: { name: 'before', value: before.memory / 1e6 },
          target: { atMost: 1 },
        },
      ];
    }),
};

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
