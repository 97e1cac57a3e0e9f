import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { demoAccounts } from '../../../mock-server/launch/demo.ts';
import { isSmoke } from '../../setup/run/tier.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import type { Device } from './devices.ts';
import type { Product } from './product.ts';

export type DemoAccount = (typeof demoAccounts.userIds)[number];

/** A person with their own device: a new browser profile. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What the browser logged so far: errors on the console, exceptions, violations of the page's security policy. */
  complaints: string[];
  /** Addresses that the page passed to the device's system, which is how iOS packages are installed. */
  handedOver: string[];
}

/** What the console logs of requests without an answer, or refused ones: the screens handle these. */
const expected = /^Failed to load resource: (net::ERR_|the server responded with a status of 4)/;

export interface VisitOptions extends BrowserContextOptions {
  /** The address at which the visit begins. */
  path?: string;
  /** True derives keys from passwords as slowly as the product does: for tests of data that is locked by a password. */
  derivesInFull?: boolean;
}

/** What moves is drawn sixty times a second: a fourteenth of a visit. */
const withoutMotion = { reducedMotion: 'reduce' } as const;

/** Opens the catalog on a device. Closing the context ends the visit. */
export async function visit(
  browser: Browser,
  product: Product,
  { touchPoints, ...device }: Device,
  { path = '/', derivesInFull = false, ...options }: VisitOptions = {},
): Promise<Visitor> {
  const defaults = { locale: 'en-GB', baseURL: product.url, ...(isSmoke() && withoutMotion) };
  const context = await browser.newContext({ ...defaults, ...device, ...options });
  context.setDefaultTimeout(timeouts.step);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (fault) => complaints.push(String(fault.error().stack)));
  if (touchPoints !== undefined) {
    await context.addInitScript((points) => {
      Object.defineProperty(Navigator.prototype, 'maxTouchPoints', { get: () => points });
    }, touchPoints);
  }
  if (!derivesInFull) await context.addInitScript(deriveCheaply);
  const handedOver = await takeAddresses(context);
  const page = await context.newPage();
  await arrive(page, path, complaints);
  return { context, page, complaints, handedOver };
}

/**
 * Opens the page. On a machine that has too much to do the service refuses with 503 for a moment: then the visitor comes
 * again, as the answer asks.
 */
async function arrive(page: Page, path: string, complaints: string[]): Promise<void> {
  for (let times = 0; times < 10; times += 1) {
    const answer = await page.goto(path);
    if (answer?.status() !== 503) return;
    complaints.length = 0;
    await page.waitForTimeout(1000 * Number(answer.headers()['retry-after'] ?? 1));
  }
}

/** Runs in pages: deriving a key from a password takes one round only, as in the simulated pages. */
function deriveCheaply(): void {
  // A page that shows why the catalog can't run derives nothing.
  if (!('SubtleCrypto' in window)) return;
  const { deriveKey } = SubtleCrypto.prototype;
  type Given = Parameters<typeof deriveKey>;
  SubtleCrypto.prototype.deriveKey = function derive(this: SubtleCrypto, ...[algorithm, ...more]: Given) {
    const cheap = typeof algorithm === 'object' && 'iterations' in algorithm;
    return deriveKey.call(this, cheap ? { ...algorithm, iterations: 1 } : algorithm, ...more);
  };
}

/**
 * Intercepts what a page passes to the system, as an iPhone's system would take it. A full browser on a desktop would
 * ask over the page which program should open it, and that question swallows the next click.
 */
async function takeAddresses(context: BrowserContext): Promise<string[]> {
  const taken: string[] = [];
  await context.exposeFunction('takeAddress', (address: string) => void taken.push(address));
  await context.addInitScript(() => {
    navigation.addEventListener('navigate', (event) => {
      const { url } = event.destination;
      if (/^(https?|about|blob):/.test(url)) return;
      event.preventDefault();
      Reflect.get(window, 'takeAddress')(url);
    });
  });
  return taken;
}

/** Fills in the form and submits it. */
export async function fillSignIn(page: Page, account: DemoAccount, password: string): Promise<void> {
  await page.getByLabel('User ID').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in and waits until the catalog, or the required apps before it, are shown. */
export async function signIn(page: Page, account: DemoAccount): Promise<void> {
  await fillSignIn(page, account, demoAccounts.password);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Waits until the service worker serves the page: from then on the network may be cut. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller !== null) return;
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

/** Finds an application by its name and opens its page. */
export async function openApplication(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox').fill(name);
  await page
    .getByRole('list', { name: /found$/ })
    .getByRole('link', { name, exact: true })
    .click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Answers the question after an installation with yes. */
export async function confirmInstalled(page: Page): Promise<void> {
  const done = page.getByRole('button', { name: 'My device is done' });
  const yes = page.getByRole('button', { name: 'Yes, it’s installed' });
  await done.or(yes).waitFor();
  if (await done.isVisible()) await done.click();
  await yes.click();
  await page.getByText('is on your list.').waitFor();
}
