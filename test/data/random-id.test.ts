import { afterEach, expect, it } from 'vitest';
import { gatherFacts } from '../../src/data/device/browser-facts.ts';
import { randomId } from '../../src/data/random-id.ts';

const browser = { crypto: globalThis.crypto };

afterEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: browser.crypto, configurable: true });
  Reflect.deleteProperty(navigator, 'storage');
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('makes UUIDs also in browsers without a function for that', () => {
  expect(randomId()).toMatch(uuid);
  const getRandomValues = browser.crypto.getRandomValues.bind(browser.crypto);
  Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues }, configurable: true });
  const made = new Set(Array.from({ length: 1_000 }, randomId));
  expect(made.size).toBe(1_000);
  for (const id of made) expect(id).toMatch(uuid);
});

it('describes a device whose browser has no storage, no cameras and no permissions to ask about', async () => {
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true });
  expect(await gatherFacts()).toMatchObject({ storage: undefined, camera: undefined, location: 'unknown' });
});
