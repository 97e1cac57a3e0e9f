import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Line, openLine } from '../setup/http/line.ts';
import { devices } from './setup/devices.ts';
import { requireOf } from './setup/required.ts';
import { openStage } from './setup/stage.ts';
import { signIn } from './setup/visitor.ts';

const stage = openStage();
const names = ['Fuel Log', 'Gate Pass', 'Haul Plan'] as const;

let line: Line;
beforeAll(() => requireOf(stage.product, 'demo.phone', { android: names, ios: ['Ice Watch', 'Jet Wash'] }));
beforeEach(async () => {
  line = await openLine(stage.product.url);
});
afterEach(() => line.close());

/** Passes the gate by installing what is required on a device. */
async function atTheGate(device: (typeof devices)['iPhone']) {
  const visitor = await stage.visit(device, { baseURL: line.url });
  await signIn(visitor.page, 'demo.phone');
  await visitor.page.getByRole('heading', { name: /^Install these \d apps to continue$/ }).waitFor();
  return visitor;
}

/** The files that were fetched, with how often each was. */
const fetched = () =>
  line.log
    .filter(
      ({ method, path, status }) =>
        method === 'GET' && path.startsWith('/downloads/files/') && status === 200,
    )
    .map(({ path }) => path.split('?')[0]);

/** Every one of them was fetched, once. */
function expectEachOnce(): void {
  expect(fetched()).toHaveLength(names.length);
  expect(new Set(fetched()).size).toBe(names.length);
}

const installAll = (page: Page) => page.getByRole('button', { name: 'Install all' }).click();
const request = (page: Page) => page.getByRole('button', { name: /^(Installing…|Check install): / });
const started = (page: Page, count: number) => page.getByText(`${count} of 3 sent to your device.`).waitFor();

it('every download begins where each answer takes seconds, and what is told follows it', async () => {
  const { page } = await atTheGate(devices.androidPhone);
  line.hold = () => new Promise((resolve) => setTimeout(resolve, 2500));
  await installAll(page);
  await page.getByRole('button', { name: 'Starting…: Fuel Log' }).waitFor();
  await page.getByRole('button', { name: 'Queued: Haul Plan' }).waitFor();
  expect(await request(page).count()).toBe(0);
  await started(page, 1);
  expect(await request(page).count()).toBe(1);
  await started(page, 3);
  expect(await request(page).count()).toBe(3);
  expectEachOnce();
});

it('a hotel in the middle stops it; what did not start is named, and starts at a tap', async () => {
  const { page } = await atTheGate(devices.androidPhone);
  await installAll(page);
  await started(page, 1);
  line.before = (_method, path) => {
    line.state = path.startsWith('/v') || path.includes('/downloads/') ? 'hotel' : 'open';
  };
  await page.getByText('Didn’t start: Gate Pass, Haul Plan.').waitFor();
  await page.getByRole('alert').getByText('This network asks you to sign in first').waitFor();
  expect(await request(page).count()).toBe(1);
  delete line.before;
  line.state = 'open';
  await page.getByRole('button', { name: 'Try again: Haul Plan' }).click();
  await page.getByRole('dialog', { name: 'Haul Plan' }).getByRole('button', { name: 'Try again' }).click();
  await started(page, 2);
  await page.getByText('Didn’t start: Gate Pass.').waitFor();
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await started(page, 3);
  expectEachOnce();
});

it('after a reload the rest waits for a tap, and nothing is begun twice', async () => {
  const { page } = await atTheGate(devices.androidPhone);
  await installAll(page);
  await started(page, 1);
  await page.reload();
  await page.getByRole('button', { name: /^Next: .+ — Install$/ }).click();
  await started(page, 3);
  expectEachOnce();
});

it('one tab works it off, and another goes on where that one was closed', async () => {
  const { page, context } = await atTheGate(devices.androidPhone);
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('heading', { name: /^Install these \d apps to continue$/ }).waitFor();
  line.hold = (path) =>
    path.includes('/downloads/') ? new Promise((resolve) => setTimeout(resolve, 1500)) : undefined;
  await installAll(page);
  await other.getByText('Now: ').waitFor();
  expect(await other.getByRole('button', { name: /^Next: / }).count()).toBe(0);
  await started(other, 1);
  await page.close();
  await other.getByRole('button', { name: /^Next: .+ — Install$/ }).click();
  await started(other, 3);
  expectEachOnce();
});

it('what waits can be given up, and is not begun', async () => {
  const { page } = await atTheGate(devices.androidPhone);
  const taken = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  let started = 0;
  line.hold = (path) => {
    if (!/^\/v\d\/downloads\//.test(path)) return undefined;
    started += 1;
    return started === 1 ? taken.promise : cancelled.promise;
  };
  await installAll(page);
  await page.getByRole('button', { name: 'Queued: Gate Pass' }).click();
  await page.getByRole('dialog', { name: 'Gate Pass' }).getByRole('button', { name: 'Remove' }).click();
  taken.resolve();
  await page.getByText('1 of 2 sent to your device.').waitFor();
  await page.getByRole('button', { name: 'Cancel the rest' }).click();
  cancelled.resolve();
  await page.getByRole('button', { name: 'Install all' }).waitFor();
  await page.getByRole('button', { name: 'Install: Haul Plan' }).waitFor();
  expect(await request(page).count()).toBe(1);
  expect(fetched()).toHaveLength(1);
});

it('an iPhone takes one for each tap', async () => {
  const { page, handedOver } = await atTheGate(devices.iPhone);
  await installAll(page);
  await page.getByRole('button', { name: 'Next: Jet Wash — Install' }).waitFor();
  await page.getByText('1 of 2 sent to your device.').waitFor();
  expect(handedOver).toHaveLength(1);
  await page.getByRole('button', { name: 'Next: Jet Wash — Install' }).click();
  await page.getByText('2 of 2 sent to your device.').waitFor();
  await expect.poll(() => new Set(handedOver).size).toBe(2);
});
