import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { demoAccounts } from '../../../mock-server/launch/demo.ts';
import { byTier } from '../../setup/run/tier.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import { type Device, devices } from '../setup/devices.ts';
import { Looking } from '../setup/looking.ts';
import { requireOf } from '../setup/required.ts';
import { openStage } from '../setup/stage.ts';
import { askTerms, withdrawTerms } from '../setup/terms.ts';
import type { DemoAccount } from '../setup/visitor.ts';
import { dialogJourneys, gateJourney, termsJourney } from './dialog-journeys.ts';
import { journeys } from './journeys.ts';
import { layoutFaults } from './layout-faults.ts';
import { type Step, Walker } from './walker.ts';
import { words } from './words.ts';

const stage = openStage({ needsWorker: false });

const { androidPhone, iPhone, iPad } = devices;
const phone = { ...iPhone, viewport: { width: 390, height: 844 } };
const small = { ...androidPhone, viewport: { width: 320, height: 568 } };
const onItsSide = { ...iPhone, viewport: { width: 844, height: 390 } };
const tablet = { ...iPad, viewport: { width: 820, height: 1180 } };
const desk: Device = { viewport: { width: 1440, height: 900 } };

/** On what is walked: each size once, since languages differ in words only, and German ones are the longer. */
const walks = [
  { on: 'a phone', device: phone, language: 'en' },
  { on: 'a small phone', device: small, language: 'de' },
  { on: 'a desk', device: desk, language: 'de' },
  { on: 'a phone on its side', device: onItsSide, language: 'en' },
  { on: 'a tablet', device: tablet, language: 'de' },
] as const;
/** The walks of this run. */
const taken = walks.slice(0, byTier(1, walks.length));

const locales = { en: 'en-GB', de: 'de-DE' };

type Walk = (typeof walks)[number];

/** Comes to the sign-in with a device of their own, and signs in. */
async function signIn(walk: Walk, account: DemoAccount): Promise<Walker> {
  const { page } = await stage.stay(walk.device, { locale: locales[walk.language], reducedMotion: 'reduce' });
  const app = walk.device === small ? 'Contact Manager' : 'Leak Finder';
  const walker = new Walker(page, { words: words[walk.language], isDesk: walk.device === desk, app });
  const { identity } = walker.words;
  await page.getByRole('heading', { name: identity.title, level: 1 }).waitFor();
  await page.getByLabel(identity.userId).fill(account);
  await page.getByLabel(identity.password, { exact: true }).fill(demoAccounts.password);
  await page.getByRole('button', { name: identity.signIn }).click();
  return walker;
}

/** The walker of the journeys of one device: signs in before the first one. */
async function enter(walk: Walk): Promise<Walker> {
  const walker = await signIn(walk, 'demo.phone');
  const { page, words: reported } = walker;
  await page
    .getByRole('heading', { name: reported.app.home, level: 1 })
    .and(page.locator(':focus'))
    .waitFor();
  return walker;
}

/** Takes the steps, and checks after each. Returns what is wrong with the layout of the screens. */
async function take(walker: Walker, steps: readonly Step[]): Promise<string[]> {
  for (const { name, act, leadsTo, where } of steps) {
    if (where?.(walker) === false) continue;
    await act(walker);
    await expect
      .poll(() => walker.differences(leadsTo), { message: name, timeout: timeouts.step })
      .toEqual([]);
  }
  return walker.takeFaults();
}

beforeAll(() => requireOf(stage.product, 'demo.tablet', { android: [], ios: ['Site Pass'] }));

describe.each(taken)('on $on, in $language', (walk) => {
  let entered: Promise<Walker> | null = null;

  it.each(Object.entries({ ...journeys, ...dialogJourneys }))('%s', async (_name, steps) => {
    entered ??= enter(walk);
    expect(await take(await entered, steps)).toEqual([]);
  });

  it('new terms close the catalog until they are accepted', async () => {
    entered ??= enter(walk);
    await askTerms(stage.product);
    onTestFinished(() => withdrawTerms(stage.product));
    expect(await take(await entered, termsJourney)).toEqual([]);
  });

  it('signing out leads to the sign-in, with nothing before it to go back to', async () => {
    entered ??= enter(walk);
    const walker = await entered;
    const { page, words: reported } = walker;
    await page.goto('/account');
    await page.getByRole('button', { name: reported.identity.signOut.button, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: reported.identity.signOut.confirm, exact: true })
      .click();
    const signIn = {
      heading: reported.identity.title,
      address: /^\/$/,
      tab: null,
      focus: 'anything',
    } as const;
    await expect.poll(() => walker.differences(signIn), { timeout: timeouts.step }).toEqual([]);
    expect(walker.takeFaults()).toEqual([]);
  });
});

it.each(taken)('the gate of required apps, on $on, in $language', async (walk) => {
  expect(await take(await signIn(walk, 'demo.tablet'), gateJourney)).toEqual([]);
});

const looking = new Looking(stage);

it('finds a button that is squeezed beside another, too low, or cut', async () => {
  const page = await looking.page('demo.phone', '/apps');
  await page.getByLabel('Sort by').waitFor();
  await page.evaluate(() => {
    const row = document.querySelectorAll('main .chips')[1];
    const squeezed = document.createElement('button');
    squeezed.className = 'button';
    squeezed.style.cssText = 'min-inline-size: 0; inline-size: 38px; padding: 0; white-space: nowrap';
    squeezed.textContent = 'Show all';
    const low = document.createElement('button');
    low.textContent = 'Low';
    low.style.cssText = 'display: block; flex: none; block-size: 20px; margin-inline-start: -20px';
    row?.prepend(squeezed, low);
  });
  const faults = await layoutFaults(page);
  expect(faults).toContainEqual(expect.stringMatching(/“Show all” is narrower than its text/));
  expect(faults).toContainEqual(expect.stringMatching(/“Show all” overlaps .*“Low”/));
  expect(faults).toContainEqual(expect.stringMatching(/“Low” can be tapped on \d+ px only/));
});
