import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../setup/browser/browser.ts';
import { openLine } from '../../setup/http/line.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import type { TestService } from '../../setup/service.ts';
import { assign, makeGroup, publishAndroid } from '../../setup/world/publishing.ts';
import type { Measurement } from '../measurement.ts';
import { startPages } from './page-service.ts';

const runs = 5;
/** Milliseconds without the service before it returns; after a longer failure, pages check less often. */
const trouble = 15_000;
const limit = 5_000;

/** Milliseconds from the moment at which the service can be reached again until it has what was waiting on a device. */
export const wellAgain: Measurement = {
  name: 'well-again',
  async run() {
    const service = await startPages();
    const line = await openLine(service.url);
    const browser = await launchBrowser();
    try {
      const { id } = await publishAndroid(service, 'org.example.rated');
      const group = await makeGroup(service);
      await assign(service, group, { id });
      const user = await service.makeUser({ groups: [group] });
      const page = await browser.newPage();
      await page.goto(`${line.url}/apps/${id}`);
      await page.locator('input[autocomplete="username"]').fill(user.userId);
      await page.locator('input[type="password"]').fill(user.password);
      await page.locator('button[type="submit"]').click();
      await page.getByRole('button', { name: 'Like', exact: true }).waitFor({ timeout: timeouts.step });
      const times: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        line.state = 'cut';
        const like = run % 2 === 0 ? 1 : 0;
        await tap(page, like);
        await wait(trouble);
        const begun = performance.now();
        line.state = 'open';
        await arrived(service, user.id, like);
        times.push(performance.now() - begun);
      }
      return [
        {
          work: `what waits is sent when the service is well again, after ${trouble / 1000} s without it (slowest of ${runs})`,
          ours: Math.max(...times),
          unit: 'ms',
          against: { name: 'limit', value: limit },
          target: { atMost: 1 },
        },
      ];
    } finally {
      await browser.close();
      await line.close();
      await service.stop();
    }
  },
};

const tap = (page: Page, like: 0 | 1): Promise<void> =>
  page
    .getByRole('button', { name: like === 1 ? 'Like' : 'Dislike', exact: true, pressed: false })
    .click({ timeout: timeouts.step });

async function arrived({ platform }: TestService, user: string, like: 0 | 1): Promise<void> {
  const review = platform.database.db.selectFrom('reviews').select('like').where('user', '=', user);
  while ((await review.executeTakeFirst())?.like !== like) await wait(20);
}
