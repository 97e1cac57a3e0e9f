import type { CDPSession, Page } from 'playwright-core';
import type { Measurement } from '../measurement.ts';
import { kept, withKeptPage } from './kept-page.ts';

/** Milliseconds of a frame that has delayed the next one: screens show one every 16.7 ms. */
const missed = 1.5 * (1000 / 60);
const swipes = 10;
const swipe = { x: 180, y: 600, yDistance: -3000, speed: 2500, gestureSourceType: 'touch' } as const;
const limits = { part: 1, interaction: 100 };

/** Scrolling the list of kept applications with a finger, and filtering it. */
export const scroll: Measurement = {
  name: 'scroll',
  run: () =>
    withKeptPage(async ({ page, session }) => {
      const frames = await framesOf(page, () => swipeDown(session));
      const work = `list of ${kept.applications} apps, ${kept.slowdown} × slower`;
      return [
        {
          work: `${work}: frames missed while it scrolls (of ${frames.length})`,
          ours: (100 * frames.filter((frame) => frame > missed).length) / frames.length,
          unit: '%',
          against: { name: 'limit', value: limits.part },
          target: { atMost: 1 },
        },
        {
          work: `${work}: from a tap on a filter to its frame`,
          ours: await tapTime(page),
          unit: 'ms',
          against: { name: 'limit', value: limits.interaction },
          target: { atMost: 1 },
        },
      ];
    }),
};

async function swipeDown(session: CDPSession): Promise<void> {
  for (let done = 0; done < swipes; done++) await session.send('Input.synthesizeScrollGesture', swipe);
}

/** How long each frame took during some work, in milliseconds, as the page itself counted. */
async function framesOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  const counter = await page.evaluateHandle(() => {
    const counted = { frames: [] as number[], isOver: false };
    let last = performance.now();
    const count = (at: number) => {
      counted.frames.push(at - last);
      last = at;
      if (!counted.isOver) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    return counted;
  });
  await work();
  return counter.evaluate((counted) => {
    counted.isOver = true;
    return counted.frames.slice(1);
  });
}

/** The slowest of several taps, by the browser's own clock: from the touch to the frame that shows its effect. */
async function tapTime(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const taps = await page.evaluateHandle(() => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    });
    const all: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    };
    observer.observe(all);
    return durations;
  });
  const filters = page.locator('main .chip:has(input[type="radio"]), main .chip[aria-pressed]');
  for (const filter of await filters.all()) {
    await filter.tap();
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestIdleCallback(drawn))),
    );
  }
  return taps.evaluate((durations) => Math.max(16, ...durations));
}
