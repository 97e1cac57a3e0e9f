import type { Page } from 'playwright-core';
import { updateApplication } from '../../../contract/applications.ts';
import { rateApplication } from '../../../contract/reviews.ts';
import { syncCatalog } from '../../../contract/sync.ts';
import { buildIfChanged } from '../../../mock-server/launch/build.ts';
import { catalogDir } from '../../../mock-server/launch/paths.ts';
import { launchBrowser } from '../../setup/browser/browser.ts';
import { type Line, openLine } from '../../setup/http/line.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import type { TestUser } from '../../setup/world/people.ts';
import { assign, publishAndroid, publishWeb } from '../../setup/world/publishing.ts';
import type { Measurement, Row } from '../measurement.ts';

const applications = 10_000;
const colleagues = 5;
const runs = 5;
/** The most that each sync may cost, in bytes of whole answers with their headers; `visible` is in milliseconds. */
const limits = {
  firstLoad: 700_000,
  changed: 1_000,
  added: 2_000,
  ownLike: 1_000,
  likes: 1_000,
  unchanged: 500,
  visible: 2_000,
};

/** What a browser with an open catalog is sent, and how soon it shows what was published. */
export const sync: Measurement = {
  name: 'sync',
  async run() {
    await buildIfChanged();
    // The counts of other people's actions are sent with every request here; in use they are sent once a minute, which
    // is not measured.
    const service = await startService({ catalogDir, limits: { numbersEvery: 0 } });
    const line = await openLine(service.url);
    const browser = await launchBrowser();
    try {
      const group = await fillCatalog(service, applications);
      const app = (await publishAndroid(service, 'org.example.rated')).id;
      await assign(service, group, { id: app });
      const user = await service.makeUser({ groups: [group] });
      const page = await browser.newPage({ serviceWorkers: 'block' });
      await signIn(page, line.url, user);
      await page
        .locator(`[aria-setsize="${applications + 1}"]`)
        .first()
        .waitFor({ timeout: timeouts.step });
      const firstLoad = await sentOver(line);
      await page.goto(`${line.url}/apps/${app}`);
      return [
        row('first load', firstLoad, limits.firstLoad),
        ...(await changesOf({ service, page, line, group, app })),
        await visible(service, page, line.url, group),
      ];
    } finally {
      await browser.close();
      await line.close();
      await service.stop();
    }
  },
};

interface Open {
  service: TestService;
  page: Page;
  line: Line;
  group: number;
  /** The application whose page is open. */
  app: string;
}

async function changesOf({ service, page, line, group, app }: Open): Promise<Row[]> {
  await sentOver(line);
  // As when a person returns to the page.
  const ask = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await ask();
  const unchanged = await sentOver(line);
  await service.ok(updateApplication, {
    token: service.admin.token,
    params: { application: app },
    body: { app_name: 'Renamed while it is open' },
  });
  const changed = await sentOver(line);
  await publishWeb(service, 'Added', { groups: [group] });
  const added = await sentOver(line);
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  const ownLike = await sentOver(line);
  for (let one = 0; one < colleagues; one += 1) {
    const theirs = await service.signIn(await service.makeUser({ groups: [group] }));
    await service.ok(rateApplication, { ...theirs, params: { application: app }, body: { like: 1 } });
  }
  await sentOver(line);
  await ask();
  const likes = await sentOver(line);
  return [
    row('nothing changed, asked once', unchanged, limits.unchanged),
    row('one application changed', changed, limits.changed),
    row('one application added', added, limits.added),
    row('an own like', ownLike, limits.ownLike),
    row(`${colleagues} likes of others`, likes, limits.likes),
  ];
}

const row = (work: string, { bytes, requests }: Sent, limit: number): Row => ({
  work: `sync of ${applications} apps: ${work} (${requests} ${requests === 1 ? 'request' : 'requests'}, with headers)`,
  ours: bytes,
  unit: 'B',
  against: { name: 'limit', value: limit },
  target: { atMost: 1 },
});

/** Milliseconds from the beginning of a publication until an open page shows it. */
async function visible(service: TestService, page: Page, url: string, group: number): Promise<Row> {
  await page.goto(url);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const name = `Published${run}`;
    await page.waitForTimeout(1_000);
    const begun = performance.now();
    await publishWeb(service, name, { groups: [group] });
    await page.getByText(name).first().waitFor({ timeout: timeouts.step });
    times.push(performance.now() - begun);
  }
  return {
    work: `publish until an open catalog of ${applications} apps shows it (slowest of ${runs})`,
    ours: Math.max(...times),
    unit: 'ms',
    against: { name: 'limit', value: limits.visible },
    target: { atMost: 1 },
  };
}

async function signIn(page: Page, url: string, user: TestUser): Promise<void> {
  await page.goto(`${url}/apps`);
  await page.locator('input[autocomplete="username"]').fill(user.userId);
  await page.locator('input[type="password"]').fill(user.password);
  await page.locator('button[type="submit"]').click();
}

interface Sent {
  requests: number;
  bytes: number;
}

/** Milliseconds without a sync after which no more are expected: a listener waits less. */
const silence = 2_500;

/** The syncs since the last call, once no more come. */
async function sentOver(line: Line): Promise<Sent> {
  const syncs = () => line.log.filter(({ path }) => path.startsWith(syncCatalog.path));
  for (let before = -1; syncs().length !== before; ) {
    before = syncs().length;
    await new Promise((resolve) => setTimeout(resolve, silence));
  }
  const sent = { requests: syncs().length, bytes: syncs().reduce((sum, { bytes }) => sum + bytes, 0) };
  line.log.length = 0;
  return sent;
}
