import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, expect, it } from 'vitest';
import { KillableBrowser } from '../chaos/browser.ts';
import { devices } from './setup/devices.ts';
import { type Change, cachedReleases, found, look, offer, Releases } from './setup/releases.ts';
import { openStage } from './setup/stage.ts';
import { readyForOffline, signIn, type Visitor } from './setup/visitor.ts';

const releases = await Releases.copy();
const stage = openStage({ catalog: releases.directory });

/** Each test begins with a working release at the service. */
afterEach(() => releases.deploy());
afterAll(releases.remove);

const takenBack = 'The new version of the catalog didn’t start. The previous one is back.';
const throwing: Change = { script: () => 'throw new Error("This release is broken.");' };
const blank: Change = { script: () => '"This release draws nothing.";' };
/** Its pages fail to draw and show the error page instead: building the address of a picture throws. */
const failing: Change = {
  script: (runBuilt) => `const Own = URL;
    globalThis.URL = class extends Own {
      constructor(address, base) {
        if (base === 'https://own.invalid') throw new Error('This release is broken.');
        super(address, base);
      }
    };
    ${runBuilt}`,
};
/** Its page responds to nothing, not even to the script that watches it. */
const hanging: Change = { script: () => 'for (;;);' };
/** It draws once it is allowed to. */
const held: Change = {
  script: (runBuilt) =>
    `while (!window.mayDraw) await new Promise((done) => setTimeout(done, 50));\n${runBuilt}`,
};
const letDraw = (page: Page) => page.evaluate(() => void Reflect.set(window, 'mayDraw', true));

async function visitor(): Promise<Visitor> {
  const visiting = await stage.visit(devices.androidPhone);
  await signIn(visiting.page, 'demo.phone');
  await readyForOffline(visiting.page);
  return visiting;
}

/** Errors that the release logs itself are not failures of the test. */
const forget = ({ complaints }: Visitor) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((text) => !text.includes('release is broken')),
  );

async function accept(page: Page): Promise<void> {
  await found(page);
  const loaded = page.waitForEvent('framenavigated').catch(async (fault: unknown) => {
    throw new Error(`The accepted release did not load the page again: ${await workersOf(page)}`, {
      cause: fault,
    });
  });
  await Promise.all([loaded, page.getByRole('button', { name: 'Update now' }).click()]);
}

/**
 * The workers that a page knows and what it shows, for failures: when a release does not arrive, one of them is holding
 * it up.
 */
const workersOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { controller } = navigator.serviceWorker;
    const registration = await navigator.serviceWorker.getRegistration();
    const { installing, waiting, active } = registration ?? {};
    const states = { installing, waiting, active, controller };
    const reported = Object.entries(states).map(([name, worker]) => `${name} ${worker?.state ?? 'none'}`);
    return `${reported.join(', ')}; ${document.body.innerText.slice(0, 300)}`;
  });

/** A page of the service itself, on the catalog's origin: it works whatever happens to a release. */
async function openBeside(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${stage.product.url}/healthz`);
  return page;
}

/** How often the release on trial was started without being drawn, as the worker has counted. */
const starts = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const cache = await caches.open('appshelf-precache');
    const [last] = (await cache.keys()).toReversed();
    const record = last && (await (await cache.match(last))?.json());
    return record?.starts.length ?? 0;
  });

const catalogIsThere = (page: Page) => page.getByRole('region', { name: 'Popular' }).waitFor();

it('a release that is drawn stays, and only then the files of the one before go', async () => {
  const { page } = await visitor();
  await releases.deploy(held);
  await accept(page);
  expect(await cachedReleases(page)).toBe(2);
  await letDraw(page);
  await catalogIsThere(page);
  await expect.poll(() => cachedReleases(page)).toBe(1);
  await page.reload();
  await letDraw(page);
  await catalogIsThere(page);
  expect(await page.locator('script[data-release]').count()).toBe(0);
  expect(await page.getByText(takenBack).count()).toBe(0);
});

it('a release whose worker does not hear that it was accepted is told again', async () => {
  const { page } = await visitor();
  await releases.deploy({
    worker: (built) => `let isDeaf = true;
      self.addEventListener('message', (event) => {
        if (isDeaf) event.stopImmediatePropagation();
        isDeaf = false;
      });
      ${built}`,
  });
  await accept(page);
  await catalogIsThere(page);
  await expect.poll(() => cachedReleases(page)).toBe(1);
});

const badReleases: readonly [name: string, bad: Change][] = [
  ['whose script throws', throwing],
  ['that draws nothing', blank],
  ['whose first page ends in the error page', failing],
];

it.each(badReleases)(
  'a release %s is taken back by itself, told of, and never offered again',
  async (_name, bad) => {
    const visiting = await visitor();
    const { page, context } = visiting;
    const other = await context.newPage();
    await other.goto('/apps');
    await releases.deploy(bad);
    await accept(page);
    await page.getByText(takenBack).waitFor();
    await catalogIsThere(page);
    await other.getByRole('heading', { name: 'All apps' }).waitFor();
    await expect.poll(() => cachedReleases(page)).toBe(1);
    expect(await look(page)).toBe(false);
    forget(visiting);
  },
);

it('after a release that was taken back the catalog opens without a network, and the next one is offered', async () => {
  const visiting = await visitor();
  const { page, context } = visiting;
  await releases.deploy(throwing);
  const bad = await releases.keep();
  await accept(page);
  await page.getByText(takenBack).waitFor();
  await catalogIsThere(page);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await context.setOffline(true);
  await page.reload();
  await catalogIsThere(page);
  expect(await page.getByText(takenBack).count()).toBe(0);
  await context.setOffline(false);

  await releases.deploy();
  await accept(page);
  await catalogIsThere(page);
  await expect.poll(() => cachedReleases(page)).toBe(1);
  await page.getByRole('link', { name: 'Account', exact: true }).first().click();
  await page.getByText('You have the latest version.').waitFor();

  // A release that was taken back is also refused when it is offered again.
  await releases.putBack(bad);
  expect(await look(page)).toBe(false);
  await page.goto('/');
  await catalogIsThere(page);
  expect(await page.getByText(offer).count()).toBe(0);
  forget(visiting);
});

it('a release that is killed twice before it has drawn is taken back, whatever keeps it from saying so', async () => {
  const browser = await KillableBrowser.make();
  try {
    let context = await browser.start();
    const page = await context.newPage();
    await page.goto(stage.product.url);
    await signIn(page, 'demo.phone');
    await readyForOffline(page);
    await catalogIsThere(page);
    await releases.deploy(hanging);
    let beside = await openBeside(context);
    await found(page);
    await page.getByRole('button', { name: 'Update now' }).click();
    await expect.poll(() => starts(beside)).toBe(1);
    await browser.kill();

    context = await browser.start();
    beside = await openBeside(context);
    const second = await context.newPage();
    second.goto(stage.product.url).catch(() => undefined);
    await expect.poll(() => starts(beside)).toBe(2);
    await browser.kill();

    context = await browser.start();
    const third = await context.newPage();
    await third.goto(stage.product.url);
    await third.getByText(takenBack).waitFor();
    await catalogIsThere(third);
  } finally {
    await browser.remove();
  }
});
