import type { CDPSession, Page } from 'playwright-core';
import { limited, type Row } from '../measurement.ts';
import { slowdown } from './phone.ts';

/** Milliseconds of a frame that has delayed the next one: screens show one every 16.7 ms. */
const missed = 1.5 * (1000 / 60);
const swipes = 10;
const swipe = { x: 180, y: 600, yDistance: -3000, speed: 2500, gestureSourceType: 'touch' } as const;
const typed = 'application 77';
/** Most milliseconds from an input to the frame that shows its effect, and most of a hundred frames that are missed. */
const limits = { input: 100, frames: 2 };

/** Scrolling the list that is open with a finger, filtering it, and typing into the search. */
export async function interactions(page: Page, session: CDPSession, applications: number): Promise<Row[]> {
  const name = `${applications} applications, ${slowdown} × slower`;
  const frames = await framesOf(page, () => swipeDown(session));
  const late = (100 * frames.filter((frame) => frame > missed).length) / frames.length;
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const taps = await slowestInput(page, () => tapFilters(page));
  await page.locator('nav a[href="/search"]').first().tap();
  const field = page.getByRole('searchbox');
  await field.waitFor();
  const letters = await slowestInput(page, () => field.pressSequentially(typed, { delay: 150 }));
  return [
    limited(`${name}: frames missed while the list scrolls (of ${frames.length})`, late, '%', limits.frames),
    limited(`${name}: from a tap on a filter to its frame, slowest`, taps, 'ms', limits.input),
    limited(`${name}: from a letter in the search to its frame, slowest`, letters, 'ms', limits.input),
  ];
}

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

/** The slowest of several inputs, by the browser's own clock: from the input to the frame that shows its effect. */
async function slowestInput(page: Page, work: () => Promise<void>): Promise<number> {
  const inputs = await page.evaluateHandle(() => {
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
  await work();
  await drawn(page);
  return inputs.evaluate((durations) => Math.max(16, ...durations));
}

async function tapFilters(page: Page): Promise<void> {
  const filters = page.locator('main .chip:has(input[type="radio"]), main .chip[aria-pressed]');
  for (const filter of await filters.all()) {
    await filter.tap();
    await drawn(page);
  }
}

/** Waits until the page has drawn, and has nothing left to do. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  );
