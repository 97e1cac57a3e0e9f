import { afterAll, expect, it } from 'vitest';
import { openLine } from '../setup/http/line.ts';
import { devices } from './setup/devices.ts';
import { found, look, offer, Releases } from './setup/releases.ts';
import { openStage } from './setup/stage.ts';
import { openApplication, readyForOffline, signIn } from './setup/visitor.ts';

const releases = await Releases.copy();
const stage = openStage({ catalog: releases.directory });

afterAll(releases.remove);

it('a new version of the catalog is offered, and takes over only after the person agreed', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  await releases.deploy();
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
    await releases.deploy();
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
    await found(page);
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
  const stored = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('appshelf-precache:'));
      const cache = await caches.open(names[0] ?? '');
      const file = (await cache.keys()).find(({ url }) => /\/assets\/catalog-.*\.js$/.test(url));
      return file === undefined ? null : { name: names[0] ?? '', url: file.url };
    });
  const file = await stored();
  expect(file).not.toBeNull();
  await page.evaluate(async (wrong) => {
    const headers = { 'content-type': 'text/html' };
    await (await caches.open(wrong?.name ?? '')).put(
      wrong?.url ?? '',
      new Response('<h1>Welcome</h1>', { headers }),
    );
  }, file);
  await releases.deploy();
  await found(page);
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
  await releases.deploy();
  await found(other);
  await page.getByRole('button', { name: 'Write a review' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially('In the middle of a');
  await other.getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await page.getByRole('button', { name: 'Continue writing' }).click();
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('In the middle of a');
});
