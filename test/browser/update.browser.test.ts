import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { readyForOffline, signIn } from './setup/visitor.ts';

const catalog = await mkdtemp(join(tmpdir(), 'appshelf-catalog-'));
await cp(catalogDir, catalog, { recursive: true });
const stage = openStage({ catalog });

afterAll(() => rm(catalog, { recursive: true, force: true }));

/** Another build of the catalog lies at the service from now on: one whose worker differs by a byte. */
async function deploy(): Promise<void> {
  await appendFile(join(catalog, 'sw.js'), '\n');
  await rm(join(catalog, 'sw.js.br'), { force: true });
  await rm(join(catalog, 'sw.js.gz'), { force: true });
}

it('a new version of the catalog is offered, and takes over only after the person agreed', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  await deploy();
  await page.reload();
  await page.getByText('A new version of the catalog is ready.').waitFor();
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
  expect(await page.getByText('A new version of the catalog is ready.').count()).toBe(0);
});
