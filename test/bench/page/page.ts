import { listCatalog } from '../../../contract/catalog.ts';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { launchBrowser } from '../../setup/browser/browser.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import type { Measurement } from '../measurement.ts';
import { interactions } from './interactions.ts';
import { layoutShift } from './layout-shift.ts';
import { offlineStart } from './offline-start.ts';
import { startPages } from './page-service.ts';
import { loadCatalog, phoneContext, slowDown } from './phone.ts';
import { signInPage } from './sign-in-page.ts';

const applications = 10_000;

/** What a person with a slow phone notices of the catalog's pages, with 10,000 applications. */
export const page: Measurement = {
  name: 'page',
  async run() {
    const service = await startPages();
    const browser = await launchBrowser();
    try {
      const rows = await signInPage(browser, service.url);
      const group = await fillCatalog(service, applications);
      const user = await service.makeUser({ groups: [group] });
      const [application] = (await service.ok(listCatalog, await service.signIn(user))).applications;
      if (application === undefined) throw new Error('The catalog is empty.');
      const context = await phoneContext(browser);
      const opened = await context.newPage();
      await opened.goto(service.url);
      await loadCatalog(opened, user, applications);
      const session = await slowDown(opened);
      rows.push(await layoutShift(opened, service.url, application.id));
      await opened.goto(service.url + catalogPages.apps);
      await opened.locator(`[aria-setsize="${applications}"]`).first().waitFor();
      await context.setOffline(true);
      rows.push(...(await offlineStart(opened, session, applications)));
      rows.push(...(await interactions(opened, session, applications)));
      return rows;
    } finally {
      await browser.close();
      await service.stop();
    }
  },
};
