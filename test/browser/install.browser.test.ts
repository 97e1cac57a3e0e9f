import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'plist';
import { expect, it } from 'vitest';
import { openLine } from '../setup/http/line.ts';
import { devices } from './setup/devices.ts';
import { allowDirectInstall, checksumOf, inventoryOf } from './setup/service-state.ts';
import { openStage } from './setup/stage.ts';
import { confirmInstalled, openApplication, signIn } from './setup/visitor.ts';

const stage = openStage();

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Manifest {
  items: { assets: { kind: string; url: string }[]; metadata: Record<string, string> }[];
}

it('on Android the package arrives, byte for byte what was published', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'API Demos');
  const starting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Install: API Demos' }).click();
  const download = await starting;
  expect(download.suggestedFilename()).toBe('ApiDemos-debug.apk');
  const bytes = await readFile(await download.path());
  expect(sha256(bytes)).toBe(await checksumOf(stage.product, 'API Demos'));
  expect(await page.getByText(sha256(bytes)).count()).toBe(1);
});

it('a download that cannot begin leaves the page, says why, and asks nothing', async () => {
  const line = await openLine(stage.product.url);
  try {
    const { page, complaints } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    await signIn(page, 'demo.phone');
    await openApplication(page, 'API Demos');
    for (const state of ['cut', 'failing', 'hotel'] as const) {
      line.before = (_method, path) => {
        line.state = path.includes('/downloads/') ? state : 'open';
      };
      await page.getByRole('button', { name: 'Install: API Demos' }).click();
      const sheet = page.getByRole('dialog', { name: 'The install couldn’t be started' });
      await sheet.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('heading', { name: 'API Demos', level: 1 }).waitFor();
    }
    line.before = () => {
      line.state = 'open';
    };
    const starting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Install: API Demos' }).click();
    await (await starting).path();
    await page.getByRole('dialog', { name: 'Installing API Demos' }).waitFor();
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('status of 503')));
  } finally {
    await line.close();
  }
});

it('a download whose answer changes after it was asked leaves the page, and nothing is asked about it', async () => {
  const line = await openLine(stage.product.url);
  try {
    const { page, complaints, context } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    await context.route('http://hotel.example/**', (route) => route.fulfill({ body: 'Welcome' }));
    await signIn(page, 'demo.phone');
    await openApplication(page, 'API Demos');
    const address = page.url();
    for (const state of ['cut', 'failing', 'hotel', 'captive'] as const) {
      line.before = (method, path) => {
        line.state = method === 'GET' && path.includes('/downloads/') ? state : 'open';
      };
      await page.getByRole('button', { name: 'Install: API Demos' }).click();
      const sheet = page.getByRole('dialog', { name: 'The install couldn’t be started' });
      await sheet.getByText('The download didn’t start.').waitFor();
      await sheet.getByRole('button', { name: 'Close' }).click();
      expect([state, page.url(), context.pages().length]).toEqual([state, address, 1]);
    }
    await page.getByRole('button', { name: 'Install: API Demos' }).waitFor();
    // One line about the proxy's 503, and one about the page's security policy, which blocks the hotel's sign-in
    // page.
    const own = complaints.filter((text) => !/status of 503|hotel\.example/.test(text));
    complaints.splice(0, complaints.length, ...own);
  } finally {
    await line.close();
  }
});

it('a tap on Install over a line that is half dead has a word after seconds and an answer soon after, and can be tried again', async () => {
  const line = await openLine(stage.product.url);
  try {
    const { page } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    await signIn(page, 'demo.phone');
    await openApplication(page, 'API Demos');
    for (const part of ['/v2/catalog/applications/', '/downloads/']) {
      line.before = (_method, path) => {
        line.state = path.includes(part) ? 'stuck' : 'open';
      };
      await page.getByRole('button', { name: 'Install: API Demos' }).click();
      await page.getByText('Your connection is slow. Still waiting for an answer.').waitFor();
      const sheet = page.getByRole('dialog', { name: 'The install couldn’t be started' });
      await sheet.getByRole('button', { name: 'Close' }).click();
    }
    delete line.before;
    line.state = 'open';
    const starting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Install: API Demos' }).click();
    await (await starting).path();
    await page.getByRole('dialog', { name: 'Installing API Demos' }).waitFor();
  } finally {
    await line.close();
  }
});

it('the page behind a direct link stays too, and says what became of it', async () => {
  const line = await openLine(stage.product.url);
  try {
    const { page } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    const application = await allowDirectInstall(stage.product, 'com.example.android.contactmanager');
    await page.goto(`/direct/${application}`);
    line.before = (method, path) => {
      line.state = method === 'GET' && path.startsWith('/downloads/') ? 'cut' : 'open';
    };
    await page.getByRole('button', { name: 'Install' }).click();
    await page.getByRole('alert').getByText('The download didn’t start.').waitFor();
    delete line.before;
    line.state = 'open';
    const starting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Install' }).click();
    await (await starting).path();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${line.url}/direct/${application}`);
  } finally {
    await line.close();
  }
});

it('on iOS the system gets a manifest, and by it the package', async () => {
  const { page, handedOver } = await stage.visit(devices.iPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Leak Finder');
  await page.getByRole('button', { name: 'Install: Leak Finder' }).click();
  await expect.poll(() => handedOver).toHaveLength(1);
  const link = new URL(handedOver[0] ?? '');
  expect(link.protocol).toBe('itms-services:');
  expect(link.searchParams.get('action')).toBe('download-manifest');
  const answer = await fetch(link.searchParams.get('url') ?? '');
  const { items } = parse(await answer.text()) as unknown as Manifest;
  expect(items[0]?.metadata).toMatchObject({
    'bundle-identifier': 'example.northwind.leakfinder',
    'bundle-version': '2',
    kind: 'software',
    title: 'Leak Finder',
  });
  const urls = new Map(items[0]?.assets.map((asset) => [asset.kind, asset.url]));
  const file = await fetch(urls.get('software-package') ?? '');
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(
    await checksumOf(stage.product, 'Leak Finder'),
  );
  const icon = await fetch(urls.get('display-image') ?? '');
  expect(icon.headers.get('content-type')).toBe('image/png');
});

it('the button says what is known: waiting, asked, declined, installed, removed', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Contact Manager');
  await page.getByRole('button', { name: 'Install: Contact Manager' }).click();
  const sheet = page.getByRole('dialog', { name: 'Installing Contact Manager' });
  await sheet.getByText('look at your home screen').waitFor();
  const question = page.getByRole('dialog', { name: 'Is Contact Manager installed?' });
  expect(await question.count()).toBe(0);
  await sheet.getByRole('button', { name: 'My device is done' }).click();
  await question.getByRole('button', { name: 'Not yet' }).click();
  await page.getByRole('button', { name: 'Check install: Contact Manager' }).click();
  await question.getByRole('button', { name: 'No, I need help' }).click();
  const help = page.getByRole('dialog', { name: 'Help with Contact Manager' });
  await help.getByRole('button', { name: 'Play Protect warns or blocks the app' }).click();
  await help.getByText('Tap More details, then Install anyway.').waitFor();
  await help.getByRole('button', { name: 'I see something else' }).click();
  await help.getByRole('button', { name: 'Unknown apps from this source aren’t allowed' }).click();
  await help.getByText('Switch on “Allow from this source” for your browser.').waitFor();
  await help.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Install: Contact Manager' }).click();
  await confirmInstalled(page);
  await page.getByRole('button', { name: 'Reinstall: Contact Manager' }).waitFor();
  await expect
    .poll(() => inventoryOf(stage.product, 'demo.phone'))
    .toEqual([{ app_name: 'Contact Manager', version_num: '1.0' }]);

  await page.getByRole('link', { name: 'My apps' }).click();
  await page.getByText('Version 1.0').waitFor();
  await page.getByRole('button', { name: 'More about Contact Manager' }).click();
  await page.getByRole('button', { name: 'Mark as removed' }).click();
  await expect.poll(() => inventoryOf(stage.product, 'demo.phone')).toEqual([]);
});

it('an update appears after an older version was installed, and goes when it is installed', async () => {
  const { page } = await stage.visit(devices.iPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Leak Finder');
  await page.getByRole('button', { name: /^Show \d+ earlier version/ }).click();
  await page.getByRole('button', { name: 'Install 4.1.0' }).click();
  await confirmInstalled(page);
  await page.getByRole('button', { name: 'Update to 4.2.0: Leak Finder' }).waitFor();
  await page.getByRole('link', { name: 'Updates 1 update' }).click();
  await page.getByText('New in 4.2.0').waitFor();
  await page.getByText('Two sensors can be paired at once.').waitFor();
  await page.getByRole('button', { name: 'Update: Leak Finder' }).click();
  await confirmInstalled(page);
  await page.getByRole('heading', { name: 'Everything is up to date' }).waitFor();
  await expect
    .poll(() => inventoryOf(stage.product, 'demo.phone'))
    .toContainEqual({ app_name: 'Leak Finder', version_num: '4.2.0' });
});

it('a web application opens in a tab of its own', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await context.route('https://northwind.example/**', (route) => route.fulfill({ body: 'The clock' }));
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Shift Clock');
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open: Shift Clock' }).click();
  const tab = await opening;
  expect(tab.url()).toBe('https://northwind.example/clock');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
});

it('on a desk the way to the phone is shown as a code', async () => {
  const { page } = await stage.visit(devices.desk);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Contact Manager');
  await page.getByRole('button', { name: 'Get it on your phone: Contact Manager' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Install on a phone or tablet' });
  await dialog.locator('svg path').first().waitFor();
  await dialog.getByText('Point its camera at the code').waitFor();
});
