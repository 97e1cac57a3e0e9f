import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import { type Line, openLine } from './line.ts';
import { startService, type TestService, type TestUser } from './service.ts';

/** The built catalog on a real service, over a line that can be cut. */
export interface CatalogSite {
  service: TestService;
  line: Line;
  /** What people open. */
  origin: string;
  /** The folder that is served: a copy, so that a test may publish another version of the catalog. */
  directory: string;
  close(): Promise<void>;
}

export async function openCatalogSite(): Promise<CatalogSite> {
  const directory = await mkdtemp(join(tmpdir(), 'appshelf-site-'));
  await cp(catalogDir, directory, { recursive: true });
  const service = await startService({ catalogDir: directory });
  const line = await openLine(service.url);
  const close = async () => {
    await line.close();
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  };
  // Browsers trust plain HTTP of this machine as they trust HTTPS of others.
  return { service, line, origin: line.url.replace('127.0.0.1', 'localhost'), directory, close };
}

/** Signs in as a person does, and waits until the catalog is there. */
export async function signInOn(page: Page, origin: string, user: TestUser): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('User ID').fill(user.userId);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Mine' }).waitFor();
}

/** Waits until the service worker serves the page: then it opens without a network. */
export const keptForOffline = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

/** Lets the service worker do what a browser wakes it for when the network is back. */
export async function dispatchSync(context: BrowserContext, origin: string, tag: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
    if (found !== undefined) resolve(found.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await promise;
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
  await page.close();
}
