import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { authenticateUser } from '../../contract/identity.ts';
import { addUser } from '../../contract/users.ts';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import { launchBrowser } from '../setup/browser/browser.ts';
import { freePort } from '../setup/free-port.ts';
import { Requests } from '../setup/requests.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { ServiceProcess } from '../setup/service-process.ts';
import { newUser, password } from '../setup/world/people.ts';
import { devices } from './setup/devices.ts';

/**
 * The built service of an organization that chose the strict level at its first start: without the demo, whose accounts
 * are exempt from some rules.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'appshelf-strict-'));
const port = String(await freePort());
const service = new ServiceProcess({
  DATA_DIR: dataDir,
  CATALOG_DIR: catalogDir,
  HOST: '127.0.0.1',
  PORT: port,
  ORGANIZATION_NAME: 'Kestrel Works',
  ADMIN_USER_ID: 'ada',
  ADMIN_PASSWORD: password,
  ADMIN_EMAIL: 'ada@example.org',
  SECURITY_LEVEL: 'strict',
});
await service.start();
const requests = new Requests(`http://127.0.0.1:${port}`);
const { token } = await requests.ok(authenticateUser, { body: { user_id: 'ada', password } });
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function visit(): Promise<Page> {
  const { touchPoints: _, ...device } = devices.androidPhone;
  const context = await browser.newContext({ locale: 'en-GB', baseURL: requests.url, ...device });
  context.setDefaultTimeout(timeouts.step);
  const page = await context.newPage();
  await page.goto('/');
  return page;
}

async function signIn(page: Page, typed: string): Promise<void> {
  await page.getByLabel('User ID').fill('grace');
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('refuses common passwords, and asks for another one than the first, which somebody else knows', async () => {
  const body = newUser('grace');
  expect(await requests.refused(addUser, { token, body: { ...body, password: 'sunshine1' } })).toMatchObject({
    status: 400,
    error_details: { rule: 'common' },
  });
  await requests.ok(addUser, { token, body });

  const page = await visit();
  await signIn(page, password);
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByLabel('New password').fill('sunshine1');
  await page.getByRole('button', { name: 'Change and sign in' }).click();
  await page.getByText('This password is too common').waitFor();
  await page.getByLabel('New password').fill('Lanterns-7-adrift');
  await page.getByRole('button', { name: 'Change and sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
  await page.getByRole('navigation').first().waitFor();
});
