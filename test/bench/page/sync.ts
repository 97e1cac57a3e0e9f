import type { Page } from 'playwright-core';
import { updateApplication } from '../../../contract/applications.ts';
import { syncCatalog } from '../../../contract/sync.ts';
import { launchBrowser } from '../../setup/browser/browser.ts';
import { type Line, openLine } from '../../setup/http/line.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import type { TestService } from '../../setup/service.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import { assign, publishAndroid, publishWeb } from '../../setup/world/publishing.ts';
import { limited, type Measurement, type Row } from '../measurement.ts';
import { startPages } from './page-service.ts';
import { signIn } from './phone.ts';

const applications = 10_000;
/** The most that each sync may cost, in bytes of whole answers with their headers. */
const limits = {
  firstLoad: 700_000,
  changed: 1_000,
  added: 2_000,
  unchanged: 500,
};

/** What a browser with an open catalog is sent. */
export const sync: Measurement = {
  name: 'sync',
  async run() {
    const service = await startPages();
    const line = await openLine(service.url);
    const browser = await launchBrowser();
    try {
      const group = await fillCatalog(service, applications);
      const app = (await publishAndroid(service, 'org.example.rated')).id;
      await assign(service, group, { id: app });
      const user = await service.makeUser({ groups: [group] });
      const page = await browser.newPage({ serviceWorkers: 'block' });
      await page.goto(`${line.url}/apps`);
      await signIn(page, user);
      await page
        .locator(`[aria-setsize="${applications + 1}"]`)
        .first()
        .waitFor({ timeout: timeouts.step });
      const firstLoad = await sentOver(line);
      await page.goto(`${line.url}/apps/${app}`);
      return [
        row('first load', firstLoad, limits.firstLoad),
        ...(await changesOf({ service, page, line, group, app })),
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
  return [
    row('nothing changed, asked once', unchanged, limits.unchanged),
    row('one application changed', changed, limits.changed),
    row('one application added', added, limits.added),
  ];
}

function row(work: string, { bytes, requests }: Sent, limit: number): Row {
  const sent = `${requests} ${requests === 1 ? 'request' : 'requests'}, with headers`;
  return limited(`sync of ${applications} applications: ${work} (${sent})`, bytes, 'B', limit);
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
