import { expect, it } from 'vitest';
import { KillableBrowser } from '../../chaos/browser.ts';
import { devices } from '../setup/devices.ts';
import { requireOf } from '../setup/required.ts';
import { inventoryOf } from '../setup/service-state.ts';
import { openStage } from '../setup/stage.ts';
import { confirmInstalled, openApplication, signIn } from '../setup/visitor.ts';

const stage = openStage({ needsWorker: false });

it('until the required application is installed nothing else opens but the account', async () => {
  const { page } = await stage.visit(devices.androidTablet);
  await signIn(page, 'demo.tablet');
  const gate = page.getByRole('heading', { name: 'Install this app to continue' });
  await gate.waitFor();
  for (const path of ['/apps', '/search', '/updates', '/mine']) {
    await page.goto(path);
    await gate.waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  }
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('heading', { name: 'Tomas Okafor' }).waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();

  await page.getByRole('link', { name: 'Home' }).click();
  await gate.waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Install: Contact Manager' }).click();
  await download;
  await confirmInstalled(page);
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  await expect
    .poll(() => inventoryOf(stage.product, 'demo.tablet'))
    .toEqual([{ app_name: 'Contact Manager', version_num: '1.0' }]);
  await page.reload();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
});

it('nothing opens before it is known what is required', async () => {
  const { page } = await stage.visit(devices.androidTablet, { path: '/apps' });
  await page.route(/\/v3\/catalog\/sync/, (route) => route.abort('internetdisconnected'));
  await signIn(page, 'demo.tablet');
  await page.getByRole('heading', { name: 'Couldn’t load the catalog' }).waitFor();
  expect(await page.getByRole('list', { name: 'All apps' }).count()).toBe(0);
  await page.unroute(/\/v3\/catalog\/sync/);
  await page.getByRole('heading', { name: 'Install this app to continue' }).waitFor();
});

it('a tap that begins before it is known what is required, and ends after that, opens its page', async () => {
  const { page } = await stage.visit(devices.desk);
  const known = Promise.withResolvers<void>();
  await page.route(/\/v3\/catalog\/sync/, async (route) => {
    await known.promise;
    await route.continue();
  });
  await signIn(page, 'demo.phone');
  await page.getByRole('link', { name: 'Search', exact: true }).hover();
  await page.mouse.down();
  const answered = page.waitForResponse(/\/v3\/catalog\/sync/);
  known.resolve();
  await answered;
  // So long the page behind the press has time to be replaced.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)));
  await page.mouse.up();
  await page.getByRole('searchbox').waitFor();
});

it('what is required on Android does not stand before an iPad, which says that it is a Mac', async () => {
  const { page } = await stage.visit(devices.iPad);
  await signIn(page, 'demo.tablet');
  await page.getByRole('link', { name: 'Leak Finder' }).first().waitFor();
  expect(await page.getByText('to continue').count()).toBe(0);
});

it('a desk machine that can install nothing may go on', async () => {
  const { page } = await stage.visit(devices.desk);
  await signIn(page, 'demo.tablet');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
});

it('what is half written when the gate closes over it is there when it opens, also after the browser was killed', async () => {
  const browser = await KillableBrowser.make();
  try {
    const page = await (await browser.start()).newPage();
    await page.goto(stage.product.url);
    await signIn(page, 'demo.phone');
    await openApplication(page, 'API Demos');
    await page.getByRole('button', { name: 'Write a review' }).click();
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Half a');
    await requireOf(stage.product, 'demo.phone', { android: ['Gate Pass'], ios: [] });
    // The gate closes by itself: the page is notified.
    await page.getByRole('heading', { name: 'Install this app to continue' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0);
    await browser.kill();

    const again = await (await browser.start()).newPage();
    await again.goto(stage.product.url);
    await again.getByRole('button', { name: 'Install: Gate Pass' }).click();
    await confirmInstalled(again);
    await openApplication(again, 'API Demos');
    await again.getByRole('button', { name: 'Continue writing' }).click();
    expect(await again.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a');
  } finally {
    await browser.remove();
  }
});
