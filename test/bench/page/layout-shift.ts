import type { Page } from 'playwright-core';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { limited, type Row } from '../measurement.ts';

/** Milliseconds in which a page that has loaded may still move; its event stream stays open, so it is never idle. */
const settling = 2_000;

/** The sum of all layout shifts of each page while it loads, and of one when the network is lost; the worst of them. */
export async function layoutShift(page: Page, url: string, application: string): Promise<Row> {
  const shifts: { name: string; shift: number }[] = [];
  for (const [name, path] of Object.entries(catalogPages)) {
    await page.goto(url + path.replace(':application', application));
    await page.waitForTimeout(settling);
    shifts.push({ name, shift: await shiftOf(page) });
  }
  await page.goto(url + catalogPages.home);
  await page.waitForTimeout(settling);
  await page.context().setOffline(true);
  await page.waitForTimeout(2 * settling);
  shifts.push({ name: 'the offline line', shift: await shiftOf(page) });
  await page.context().setOffline(false);
  const [worst] = shifts.toSorted((one, other) => other.shift - one.shift);
  const work = `layout shift, worst of ${shifts.length} pages (${worst?.name})`;
  return limited(work, worst?.shift ?? Number.NaN, '', 0.01);
}

/** All shifts since the navigation that did not follow an input. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput !== true)
              sum += Number(entry.value);
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 200);
      }),
  );
