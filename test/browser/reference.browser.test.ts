import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { root } from '../../mock-server/launch/paths.ts';
import { violations } from '../setup/browser/axe.ts';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { readyForOffline } from './setup/visitor.ts';

const stage = openStage({ needsWorker: false });
const pictures = join(root, 'node_modules/.cache/screens');
const article = 'article:visible';
/** The page is long and its check takes a while: each size once, each appearance once. */
const ways = [
  ['phone', 'light'],
  ['desk', 'dark'],
] as const;

describe('the API reference', () => {
  it.each(ways)('can be read by everybody on a %s in %s', async (name, colorScheme) => {
    const device = name === 'phone' ? devices.androidPhone : devices.desk;
    const { page } = await stage.visit(device, { path: '/docs', colorScheme });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `reference-${name}-${colorScheme}.png`) });
    expect(await violations(page)).toEqual([]);
  });

  it('finds operations by words of their name, path and summary', async () => {
    const { page } = await stage.visit(devices.desk, { path: '/docs' });
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('api_tokens delete');
    await page.getByText(`1 of ${operations.length} operations`).waitFor();
    expect(await page.locator(article).count()).toBe(1);
    await page.getByRole('heading', { name: 'Delete an API token' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Errors' }).click();
    await page.getByRole('columnheader', { name: 'Status' }).waitFor();
    expect(await page.locator(article).count()).toBeGreaterThan(operations.length);
  });

  it('is whole without scripts', async () => {
    const { page } = await stage.visit(devices.androidPhone, { path: '/docs', javaScriptEnabled: false });
    expect(await page.locator(article).count()).toBeGreaterThan(operations.length);
    expect(await page.getByRole('searchbox').count()).toBe(0);
  });

  it('is not mistaken for a page of the catalog by its service worker', async () => {
    const { page } = await stage.visit(devices.desk, { serviceWorkers: 'allow' });
    await readyForOffline(page);
    await page.goto('/docs');
    await page.getByRole('heading', { name: 'Appshelf API reference', level: 1 }).waitFor();
    const answer = await page.goto('/openapi.json');
    expect(answer?.headers()['content-type']).toContain('application/json');
  });
});
