import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { demoAccounts } from '../../../mock-server/launch/demo.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import type { Device } from './devices.ts';
import type { Product } from './product.ts';

export type DemoAccount = (typeof demoAccounts.userIds)[number];

/** Somebody with a device of their own: a browser profile without a past. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What the browser complained about so far: errors on the console, exceptions, broken rules of the page's policy. */
  complaints: string[];
  /** Addresses that the page gave to the device's system, which installs iOS packages by them. */
  handedOver: string[];
}

/** What the console says of a request that got no answer, or was refused: the screens deal with these. */
const expected = /^Failed to load resource: (net::ERR_|the server responded with a status of 4)/;

export interface VisitOptions extends BrowserContextOptions {
  /** Where the visit begins. */
  path?: string;
  /** Keys are derived from passwords as slowly as the product wants it: for tests of what is locked by a password. */
  derivesInFull?: boolean;
}

/** Opens the catalog on a device. Closing the context ends the visit. */
export async function visit(
  browser: Browser,
  product: Product,
  { touchPoints, ...device }: Device,
  { path = '/', derivesInFull = false, ...options }: VisitOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: product.url, ...device, ...options });
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
  await page.goto(path);
  return { context, page, complaints, handedOver };
}

/** Run in pages: whoever signs in derives a key from the password with one round, as in the simulated pages. */
function deriveCheaply(): void {
  // A page that says why there is no page derives nothing.
  if (!('SubtleCrypto' in window)) return;
  const { deriveKey } = SubtleCrypto.prototype;
  type Given = Parameters<typeof deriveKey>;
  SubtleCrypto.prototype.deriveKey = function derive(this: SubtleCrypto, ...[algorithm, ...more]: Given) {
    const cheap = typeof algorithm === 'object' && 'iterations' in algorithm;
    return deriveKey.call(this, cheap ? { ...algorithm, iterations: 1 } : algorithm, ...more);
  };
}

/**
 * Takes what a page hands to the system, as an iPhone does. A full browser on a desk would ask which program opens it, over
 * the page, and that question swallows the next click.
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

/** Types into the form and sends it. */
export async function fillSignIn(page: Page, account: DemoAccount, password: string): Promise<void> {
  await page.getByLabel('User ID').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in and waits until the catalog, or what is required before it, is there. */
export async function signIn(page: Page, account: DemoAccount): Promise<void> {
  await fillSignIn(page, account, demoAccounts.password);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Waits until the service worker serves the page: from here on the network may go. */
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
  await page.getByRole('button', { name: 'Yes, it is there' }).click();
  await page.getByText('is noted as installed.').waitFor();
}
