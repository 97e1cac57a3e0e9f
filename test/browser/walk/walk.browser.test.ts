import { describe, expect, it } from 'vitest';
import { demoAccounts } from '../../../mock-server/launch/demo.ts';
import { byTier } from '../../setup/run/tier.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import { type Device, devices } from '../setup/devices.ts';
import { Looking } from '../setup/looking.ts';
import { openStage } from '../setup/stage.ts';
import { journeys } from './journeys.ts';
import { layoutFaults } from './layout-faults.ts';
import { Walker } from './walker.ts';
import { words } from './words.ts';

const stage = openStage({ needsWorker: false });

const { iPhone, iPad } = devices;
const phone = { ...iPhone, viewport: { width: 390, height: 844 } };
const small = { ...iPhone, viewport: { width: 320, height: 568 } };
const onItsSide = { ...iPhone, viewport: { width: 844, height: 390 } };
const tablet = { ...iPad, viewport: { width: 820, height: 1180 } };
const desk: Device = { viewport: { width: 1440, height: 900 } };

/** On what is walked, in turn: the first ones in every run. */
const walks = [
  { on: 'a phone', device: phone, language: 'en' },
  { on: 'a desk', device: desk, language: 'de' },
  { on: 'a small phone', device: small, language: 'de' },
  { on: 'a phone on its side', device: onItsSide, language: 'en' },
  { on: 'a tablet', device: tablet, language: 'de' },
  { on: 'a phone', device: phone, language: 'de' },
  { on: 'a desk', device: desk, language: 'en' },
  { on: 'a small phone', device: small, language: 'en' },
  { on: 'a phone on its side', device: onItsSide, language: 'de' },
  { on: 'a tablet', device: tablet, language: 'en' },
] as const;

const locales = { en: 'en-GB', de: 'de-DE' };

/** Signs in, walks a first way, and signs out: what the other journeys of this device stand between. */
async function enter(walk: (typeof walks)[number]): Promise<Walker> {
  const { page } = await stage.stay(walk.device, { locale: locales[walk.language], reducedMotion: 'reduce' });
  const walker = new Walker(page, words[walk.language], walk.device === desk);
  const { identity, app } = walker.words;
  await page.getByRole('heading', { name: identity.title, level: 1 }).waitFor();
  await page.getByLabel(identity.userId).fill('demo.phone');
  await page.getByLabel(identity.password, { exact: true }).fill(demoAccounts.password);
  await page.getByRole('button', { name: identity.signIn }).click();
  await page.getByRole('heading', { name: app.home, level: 1 }).and(page.locator(':focus')).waitFor();
  return walker;
}

describe.each(walks.slice(0, byTier(2, walks.length)))('on $on, in $language', (walk) => {
  let entered: Promise<Walker> | null = null;

  it.each(Object.entries(journeys))('%s', async (_name, steps) => {
    entered ??= enter(walk);
    const walker = await entered;
    for (const { name, act, leadsTo } of steps) {
      await act(walker);
      await expect
        .poll(() => walker.differences(leadsTo), { message: name, timeout: timeouts.step })
        .toEqual([]);
    }
    expect(walker.takeFaults()).toEqual([]);
  });

  it('signing out leads to the sign-in, with nothing before it to go back to', async () => {
    entered ??= enter(walk);
    const walker = await entered;
    const { page, words: said } = walker;
    await page.goto('/account');
    await page.getByRole('button', { name: said.identity.signOut.button, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: said.identity.signOut.confirm, exact: true })
      .click();
    const signIn = { heading: said.identity.title, address: /^\/$/, tab: null, focus: 'anything' } as const;
    await expect.poll(() => walker.differences(signIn), { timeout: timeouts.step }).toEqual([]);
    expect(walker.takeFaults()).toEqual([]);
  });
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
