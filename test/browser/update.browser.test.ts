import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import { openLine } from '../setup/line.ts';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { openApplication, readyForOffline, signIn } from './setup/visitor.ts';

const catalog = await mkdtemp(join(tmpdir(), 'appshelf-catalog-'));
await cp(catalogDir, catalog, { recursive: true });
const stage = openStage({ catalog });

afterAll(() => rm(catalog, { recursive: true, force: true }));

/** Another release of the catalog lies at the service from now on: its document differs, and so does the list of files. */
async function deploy(): Promise<void> {
  const page = join(catalog, 'index.html');
  const worker = join(catalog, 'sw.js');
  const before = await readFile(page);
  await appendFile(page, '<!-- another release -->\n');
  const after = await readFile(page);
  let list = await readFile(worker, 'utf8');
  for (const [algorithm, form] of [
    ['md5', 'hex'],
    ['sha256', 'base64'],
  ] as const) {
    const hash = (file: Buffer) => createHash(algorithm).update(file).digest(form);
    expect(list).toContain(hash(before));
    list = list.replace(hash(before), hash(after));
  }
  await writeFile(worker, list);
  for (const packed of ['br', 'gz'])
    for (const file of [page, worker]) await rm(`${file}.${packed}`, { force: true });
}

const offer = 'A new version of the catalog is ready.';

/** Looks for a new release and says whether its worker could be installed. */
const look = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing;
    if (worker === null) return registration.waiting !== null;
    await new Promise<void>((resolve) =>
      worker.addEventListener('statechange', () => resolve(), { once: true }),
    );
    return worker.state === 'installed';
  });

it('a new version of the catalog is offered, and takes over only after the person agreed', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  await deploy();
  await page.reload();
  await page.getByText(offer).waitFor();
  const waiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? null);
  expect(await waiting()).toBe('installed');
  await page.getByRole('link', { name: 'Apps', exact: true }).click();
  await page.getByRole('heading', { name: 'All apps' }).waitFor();
  expect(await waiting()).toBe('installed');

  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await page.getByRole('heading', { name: 'All apps' }).waitFor();
  expect(await waiting()).toBeNull();
  expect(await page.getByText(offer).count()).toBe(0);
});

it('a network that answers in the middle of a release breaks nothing, and when it is gone the release comes', async () => {
  const line = await openLine(stage.product.url);
  try {
    const { page } = await stage.visit(devices.androidPhone, { baseURL: line.url });
    await signIn(page, 'demo.phone');
    await readyForOffline(page);
    await deploy();
    line.before = (_method, path) => {
      line.state = path === '/sw.js' ? 'open' : 'hotel';
    };
    expect(await look(page)).toBe(false);
    await page.reload();
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByRole('heading', { name: 'All apps' }).waitFor();
    expect(await page.getByText(offer).count()).toBe(0);

    line.before = () => {
      line.state = 'open';
    };
    expect(await look(page)).toBe(true);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Update now' }).click();
    await reloaded;
    await page.getByRole('heading', { name: 'All apps' }).waitFor();
    expect(await page.evaluate(async () => (await fetch('/index.html')).text())).toContain('another release');
  } finally {
    await line.close();
  }
});

it('a file that an earlier release kept wrong is fetched again by the next one', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  const kept = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes('precache'));
      const cache = await caches.open(names[0] ?? '');
      const file = (await cache.keys()).find(({ url }) => /\/assets\/catalog-.*\.js$/.test(url));
      return file === undefined ? null : { name: names[0] ?? '', url: file.url };
    });
  const file = await kept();
  expect(file).not.toBeNull();
  await page.evaluate(async (wrong) => {
    const headers = { 'content-type': 'text/html' };
    await (await caches.open(wrong?.name ?? '')).put(
      wrong?.url ?? '',
      new Response('<h1>Welcome</h1>', { headers }),
    );
  }, file);
  await deploy();
  expect(await look(page)).toBe(true);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await page.getByRole('heading', { level: 1 }).waitFor();
});

it('what is half written in one tab is there after another tab accepted a new version', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  await openApplication(page, 'API Demos');
  const other = await context.newPage();
  await other.goto('/');
  await deploy();
  expect(await look(other)).toBe(true);
  await page.getByRole('button', { name: 'Write a review' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially('In the middle of a');
  await other.getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await page.getByRole('button', { name: 'Go on writing' }).click();
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('In the middle of a');
});
