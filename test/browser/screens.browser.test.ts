import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { catalogPages } from '../../contract/common/catalog-pages.ts';
import { root } from '../../mock-server/launch/paths.ts';
import { looksAt, sizes } from '../setup/browser/looks.ts';
import { type Device, devices } from './setup/devices.ts';
import { giveDated, giveInspected, giveWebClip } from './setup/governed.ts';
import { inviteSomebody } from './setup/invitation.ts';
import { Looking } from './setup/looking.ts';
import { found, Releases } from './setup/releases.ts';
import { requireOf } from './setup/required.ts';
import { allowDirectInstall, endSessions, switchReviewsOff } from './setup/service-state.ts';
import { openStage } from './setup/stage.ts';
import { askTerms, carryTerms } from './setup/terms.ts';
import {
  confirmInstalled,
  type DemoAccount,
  openApplication,
  readyForOffline,
  signIn,
} from './setup/visitor.ts';

const releases = await Releases.copy();
const stage = openStage({ catalog: releases.directory, needsWorker: false });
const looking = new Looking(stage);

/** The environment variable that requests screenshots for people; drawing them is a tenth of what these tests cost. */
const arePicturesWished = process.env.PICTURES === 'true';
/** Where they go; not part of the checkout. */
const pictures = join(root, 'node_modules/.cache/screens');
const narrowest = { width: 320, height: 640 };

beforeAll(() => mkdir(pictures, { recursive: true }));
/** A working release is at the service when the next visitor comes. */
let isBroken = false;
afterEach(async () => {
  if (isBroken) await releases.deploy();
  isBroken = false;
});
afterAll(releases.remove);

interface View {
  name: string;
  /** Brings the page to the state that is checked. */
  open(page: Page): Promise<unknown>;
  /** What is scrolled into view, if the check is not about the top. */
  part?(page: Page): Locator;
}

interface Screen extends View {
  /** Who looks at the page; null before signing in. */
  account: DemoAccount | null;
  path: string;
  /** Default: an Android phone. */
  device?: Device;
  /** True when the device is left as it was, so that all such screens share one visit. */
  onlyLooks?: true;
  /** It comes about by the service worker. */
  needsWorker?: true;
  /** The page that the visitor opens from there. */
  onward?: readonly View[];
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();
const account = 'demo.phone' as const;

const screens: readonly Screen[] = [
  { name: 'sign-in', account: null, onlyLooks: true, path: '/', open: heading('Sign in') },
  {
    name: 'forgotten',
    account: null,
    onlyLooks: true,
    path: '/welcome#forgotten',
    open: heading('Forgot your password?'),
  },
  {
    name: 'welcome-over',
    account: null,
    onlyLooks: true,
    path: '/welcome#used',
    open: heading('Your invitation'),
  },
  {
    name: 'required',
    account: 'demo.tablet',
    path: '/',
    open: (page) => page.getByRole('button', { name: 'Install: Contact Manager' }).waitFor(),
    onward: [
      {
        name: 'queue',
        open: async (page) => {
          await requireOf(stage.product, 'demo.tablet', { android: ['Fuel Log', 'Gate Pass'], ios: [] });
          await page.reload();
          await page.route('**/v2/catalog/applications/*', (route) => route.abort());
          await page.getByRole('button', { name: 'Install all' }).click();
          await page.getByText('Didn’t start: ').waitFor();
        },
      },
    ],
  },
  {
    name: 'home',
    account,
    onlyLooks: true,
    path: '/',
    open: (page) => page.getByRole('region', { name: 'Popular' }).waitFor(),
  },
  {
    name: 'apps',
    account,
    onlyLooks: true,
    path: '/apps',
    open: (page) => page.getByRole('link', { name: 'API Demos' }).waitFor(),
  },
  { name: 'application', account, onlyLooks: true, path: '/', open: (page) => openWithReviews(page) },
  {
    name: 'search',
    account,
    onlyLooks: true,
    path: '/search',
    open: async (page) => {
      await page.getByRole('searchbox').fill('plan');
      await page.getByRole('list', { name: /found$/ }).waitFor();
    },
  },
  {
    name: 'updates',
    account,
    device: devices.iPhone,
    path: '/',
    open: openWithUpdate,
    onward: [
      {
        name: 'mine',
        open: async (page) => {
          await page.getByRole('link', { name: /^My apps/ }).click();
          await page.getByRole('button', { name: 'Update: Leak Finder' }).waitFor();
        },
      },
    ],
  },
  {
    name: 'account',
    account,
    onlyLooks: true,
    path: '/account',
    open: (page) => page.getByText('This device', { exact: true }).waitFor(),
  },
  // One after the other, each in every browser: a full one may still ask, the packed one has refused.
  {
    name: 'notifications-ask',
    account,
    path: '/account',
    open: async (page) => {
      await setNotifications(page, 'prompt');
      await page.getByRole('button', { name: 'Turn on notifications' }).waitFor();
    },
    part: notifications,
    onward: [
      {
        name: 'notifications-blocked',
        open: async (page) => {
          await setNotifications(page, 'denied');
          await page.getByText('Notifications are blocked for this site.').waitFor();
        },
        part: notifications,
      },
    ],
  },
  {
    name: 'changes-told',
    account,
    path: '/',
    needsWorker: true,
    open: openWithRefused,
    onward: [
      {
        name: 'changes',
        open: async (page) => {
          await page.getByRole('link', { name: '1 change wasn’t accepted.' }).click();
          await page.getByRole('heading', { name: 'Your review of Appium Settings' }).waitFor();
        },
      },
    ],
  },
  {
    name: 'changes-none',
    account,
    onlyLooks: true,
    path: '/account/changes',
    open: (page) => page.getByText('All changes sent').waitFor(),
  },
  {
    name: 'install-sheet',
    account,
    path: '/',
    open: async (page) => {
      await openWithReviews(page);
      await page.getByRole('button', { name: 'Install: Contact Manager' }).click();
      await page.getByRole('dialog', { name: 'Installing Contact Manager' }).waitFor();
    },
    onward: [
      {
        name: 'messages',
        open: async (page) => {
          await page.goto('/messages');
          await heading('Messages')(page);
        },
      },
    ],
  },
  {
    name: 'review-sheet',
    account,
    onlyLooks: true,
    path: '/',
    open: async (page) => {
      await openWithReviews(page);
      await page.getByRole('button', { name: 'Write a review' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'not-found',
    account,
    onlyLooks: true,
    path: '/no-such-page',
    open: (page) => page.getByText('The address is mistyped or out of date.').waitFor(),
  },
  {
    name: 'welcome',
    account: null,
    onlyLooks: true,
    path: '/',
    open: async (page) => {
      await page.goto(await inviteSomebody(stage.product, 'noor.screen'));
      await page.getByText('noor.screen').waitFor();
    },
  },
  { name: 'direct', account: null, onlyLooks: true, path: '/', open: openDirect },
  {
    name: 'direct-refused',
    account: null,
    onlyLooks: true,
    path: '/direct/unknown',
    open: (page) => page.getByText('This link can’t install the app').waitFor(),
  },
  {
    name: 'privacy',
    account,
    onlyLooks: true,
    path: '/',
    open: async (page) => {
      await giveInspected(stage.product, account, 'Patrol Book');
      await openGiven(page, 'Patrol Book');
      await page.getByRole('list', { name: 'Trackers and ads' }).waitFor();
    },
    part: (page) => page.getByRole('region', { name: 'Privacy' }),
  },
  {
    name: 'signed-by',
    account,
    onlyLooks: true,
    path: '/',
    open: (page) => openGiven(page, 'Patrol Book'),
    part: (page) => page.getByText('Signed by'),
  },
  {
    name: 'closed',
    account,
    onlyLooks: true,
    path: '/',
    open: async (page) => {
      await giveDated(stage.product, account, 'Winter Duty', { start: '2999-11-01', end: '2999-12-31' });
      await openGiven(page, 'Winter Duty');
      await page.getByText(/^This app can be installed from/).waitFor();
    },
  },
  {
    name: 'closed-row',
    account,
    onlyLooks: true,
    path: '/search',
    open: async (page) => {
      await page.getByRole('searchbox').fill('duty');
      await page.getByText('not available now').waitFor();
    },
  },
  {
    name: 'web-clip',
    account,
    device: devices.iPhone,
    path: '/',
    open: async (page) => {
      await giveWebClip(stage.product, account, 'Canteen Menu');
      await openGiven(page, 'Canteen Menu');
    },
    onward: [
      {
        name: 'web-clip-sheet',
        open: async (page) => {
          await page.getByRole('button', { name: 'Install: Canteen Menu' }).click();
          await page.getByText('Allow it, install it in Settings').waitFor();
        },
      },
    ],
  },
  {
    name: 'release-taken-back',
    account,
    path: '/',
    needsWorker: true,
    open: openTakenBack,
    onward: [
      {
        name: 'release-taken-back-account',
        open: async (page) => {
          await page.getByRole('button', { name: 'OK', exact: true }).click();
          await page.getByRole('link', { name: 'Account', exact: true }).first().click();
          await page.getByText('You’ll find the next version here.').waitFor();
        },
        part: (page) => page.getByRole('region', { name: 'Catalog version' }),
      },
    ],
  },
  // The last one: it closes the catalog until the terms are accepted, and ends this person's sessions on all
  // devices.
  {
    name: 'terms-sheet',
    account,
    path: '/',
    open: async (page) => {
      await carryTerms(stage.product, 'Contact Manager');
      await openGiven(page, 'Contact Manager');
      await page.getByRole('button', { name: 'Install: Contact Manager' }).click();
      await page
        .getByRole('dialog', { name: 'Terms: Contact Manager' })
        .getByText('It reads the contacts')
        .waitFor();
    },
    onward: [
      {
        name: 'terms-account',
        open: async (page) => {
          await page.goto('/account');
          await page.getByRole('region', { name: 'Terms' }).waitFor();
        },
        part: (page) => page.getByRole('region', { name: 'Terms' }),
      },
      {
        name: 'terms',
        open: async (page) => {
          await askTerms(stage.product);
          await page.goto('/');
          await heading('Terms')(page);
        },
      },
      {
        name: 'terms-declined',
        open: async (page) => {
          await page.getByRole('button', { name: 'Decline' }).click();
          await page.getByText('The catalog stays closed until you accept.').waitFor();
        },
      },
      {
        name: 'terms-read-again',
        open: async (page) => {
          await page.goto('/account');
          await page
            .getByRole('region', { name: 'Terms' })
            .getByRole('button', { name: /Declined$/ })
            .click();
          await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
          await page
            .getByRole('dialog')
            .getByText(/^You accepted them on/)
            .waitFor();
        },
      },
      {
        name: 'session-ended',
        open: async (page) => {
          await page.goto('/');
          await page.getByRole('region', { name: 'Popular' }).waitFor();
          await endSessions(stage.product, account);
          await page.reload();
          await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
        },
      },
    ],
  },
];

/** All that is looked at, in its order. */
const names = screens.flatMap(({ name, onward = [] }) => [name, ...onward.map((view) => view.name)]);

/** The screens that show each page of the catalog: the compiler demands one for a new page. */
const shown: Record<keyof typeof catalogPages, string> = {
  home: 'home',
  apps: 'apps',
  application: 'application',
  search: 'search',
  updates: 'updates',
  mine: 'mine',
  account: 'account',
  changes: 'changes',
  messages: 'messages',
  direct: 'direct',
  welcome: 'welcome',
};

it.each(Object.entries(shown))('the page %s is looked at, as the screen %s', (_page, name) => {
  expect(names).toContain(name);
});

async function openWithReviews(page: Page): Promise<void> {
  await openApplication(page, 'Contact Manager');
  await page.getByRole('heading', { name: 'Does what it says' }).waitFor();
}

/** The page of an application that the person was just given. */
async function openGiven(page: Page, name: string): Promise<void> {
  await page.reload();
  await openApplication(page, name);
}

/** After a new release of the catalog that draws nothing; it stays at the service. */
async function openTakenBack(page: Page): Promise<void> {
  await readyForOffline(page);
  isBroken = true;
  await releases.deploy({ script: () => '"This release draws nothing.";' });
  await found(page);
  const loaded = page.waitForEvent('framenavigated');
  await page.getByRole('button', { name: 'Update now' }).click();
  await loaded;
  await page.getByText('The previous one is back.').waitFor();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
}

function notifications(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' });
}

/** What the browser remembers of the question whether the catalog may notify; the page asks when it is loaded. */
async function setNotifications(page: Page, setting: 'prompt' | 'denied'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    origin: new URL(page.url()).origin,
    permission: { name: 'notifications' },
    setting,
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
  });
  await page.goto('/account');
}

/** With an older version of Leak Finder on the device. */
async function openWithUpdate(page: Page): Promise<void> {
  await openApplication(page, 'Leak Finder');
  await page.getByRole('button', { name: /^Show \d+ earlier version/ }).click();
  await page.getByRole('button', { name: 'Install 4.1.0' }).click();
  await confirmInstalled(page);
  await page.getByRole('link', { name: /^Updates/ }).click();
  await page.getByRole('button', { name: 'Update: Leak Finder' }).waitFor();
}

/** With a review that was refused, and, without a network, a rating that waits; on the home page. */
async function openWithRefused(page: Page): Promise<void> {
  await openApplication(page, 'Appium Settings');
  await readyForOffline(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Write a review' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Like', exact: true }).click();
  await sheet.getByRole('textbox', { name: 'Title' }).fill('Asks for a lot less now');
  await sheet
    .getByRole('textbox', { name: 'What should others know?' })
    .fill('Since the last version it wants the camera only when it is needed.');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await switchReviewsOff(stage.product, 'Appium Settings');
  await page.context().setOffline(false);
  await page.getByText('1 change wasn’t accepted.').waitFor();
  await openApplication(page, 'API Demos');
  const like = page.getByRole('button', { name: 'Like', exact: true });
  await like.waitFor();
  await page.context().setOffline(true);
  await like.click();
  await page.getByText('1 change not sent yet.').waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** The page behind a link for everybody, which the organization allowed. */
async function openDirect(page: Page): Promise<void> {
  const id = await allowDirectInstall(stage.product, 'com.example.android.contactmanager');
  await page.goto(`/direct/${id}`);
  await page.getByRole('button', { name: 'Install', exact: true }).waitFor();
}

/** By how many pixels the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Waits until every picture in view is loaded, and animations have ended. */
async function settle(page: Page): Promise<void> {
  // Two frames: lazy pictures are requested, and no longer count as complete, only once the new view is laid out.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // Not until the network is idle: an open catalog always listens for events.
  await page.waitForFunction(() => {
    const isInView = (image: HTMLImageElement) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && image.checkVisibility();
    };
    return [...document.images]
      .filter((image) => image.loading !== 'lazy' || isInView(image))
      .every((image) => image.complete);
  });
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter(({ complete }) => complete)
        .map((image) => image.decode().catch(() => undefined)),
    ),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  );
}

/** The page of a visitor with their own device. */
async function pageOf(screen: Screen): Promise<Page> {
  const { account: who, device = devices.androidPhone, path, needsWorker } = screen;
  const worker = needsWorker && ({ serviceWorkers: 'allow' } as const);
  const { page } = await stage.visit(device, { path, reducedMotion: 'reduce', ...worker });
  if (who !== null) await signIn(page, who);
  return page;
}

/** Checks a page in every size and appearance of this run. Returns what is wrong. */
async function lookAt(page: Page, { name, part }: View): Promise<string[]> {
  const found: string[] = [];
  for (const { size, colorScheme, wrong } of looksAt(names.indexOf(name))) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme });
    await part?.(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await settle(page);
    const path = join(pictures, `${name}-${size}-${colorScheme}.png`);
    if (arePicturesWished) await page.screenshot({ path });
    found.push(...(await wrong(page)).map((line) => `${name}, ${size}, ${colorScheme}: ${line}`));
  }
  await page.setViewportSize(narrowest);
  if ((await overflow(page)) > 0) found.push(`${name} is wider than a narrow phone`);
  await page.setViewportSize(sizes.phone);
  return found;
}

describe.each(screens)('the screen $name', (screen) => {
  const { account: who, path, onlyLooks = false, onward = [] } = screen;

  it('is accessible and fits at every size, light and dark', async () => {
    const page = onlyLooks ? await looking.page(who, path) : await pageOf(screen);
    for (const view of [screen, ...onward]) {
      await view.open(page);
      expect(await lookAt(page, view)).toEqual([]);
    }
  });
});
