import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type BrowserFacts, gatherFacts } from '../../src/data/device/browser-facts.ts';
import { describeDevice } from '../../src/data/device/device.ts';
import { detectDeviceKind } from '../../src/data/device/device-system.ts';
import { createRandomId } from '../../src/data/random-id.ts';
import { anyCharacter } from '../setup/any-character.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = { platform: 'iPhone', maxTouchPoints: 5, shorterSide: 393 };
const ipad = { platform: 'MacIntel', maxTouchPoints: 5, shorterSide: 820 };
const android = { platform: 'Linux armv81', maxTouchPoints: 5, shorterSide: 412 };
const tablet = { ...android, shorterSide: 800 };
const desk = { platform: 'Win32', maxTouchPoints: 0, shorterSide: 1080 };
const hints = (model: string, platformVersion: string, mobile = true) => ({
  hints: { platform: 'Android', mobile, model, platformVersion },
});

/** The device, its browser's User-Agent, what else the browser reports, and what is derived from these. */
const devices: [string, string, Omit<BrowserFacts, 'userAgent'>, ReturnType<typeof describeDevice>][] = [
  [
    'an iPhone with Safari 17',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${webkit} Version/17.5 Mobile/15E148 Safari/604.1`,
    iphone,
    { operating_system: 1, operating_system_version: '17.5.1', form_factor: 1, model: 'iPhone' },
  ],
  [
    'an iPhone with iOS 26, which calls itself 18',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/26.0 Mobile/15E148 Safari/604.1`,
    iphone,
    { operating_system: 1, operating_system_version: '26.0', form_factor: 1, model: 'iPhone' },
  ],
  [
    'an iPhone on its home screen, which names no browser',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 16_7 like Mac OS X) ${webkit} Mobile/15E148`,
    iphone,
    { operating_system: 1, operating_system_version: '16.7', form_factor: 1, manufacturer: 'Apple' },
  ],
  [
    'an iPhone with Chrome',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${webkit} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    iphone,
    { operating_system: 1, operating_system_version: '17.4', form_factor: 1 },
  ],
  [
    'an iPad that says it is a Mac',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.4.1 Safari/605.1.15`,
    ipad,
    { operating_system: 1, operating_system_version: '17.4.1', form_factor: 2, model: 'iPad' },
  ],
  [
    'an iPad on its home screen, which tells no version',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit}`,
    ipad,
    { operating_system: 1, form_factor: 2, model: 'iPad', name: 'iPad' },
  ],
  [
    'an iPad with Chrome, whose Safari version is made up',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} CriOS/126 Version/11.1.1 Safari/605.1.15`,
    ipad,
    { operating_system: 1, form_factor: 2 },
  ],
  [
    'an iPad that says so',
    `Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) ${webkit} Version/16.6 Mobile/15E148 Safari/604.1`,
    { ...ipad, platform: 'iPad' },
    { operating_system: 1, operating_system_version: '16.6', form_factor: 2, model: 'iPad' },
  ],
  [
    'a Mac',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.4.1 Safari/605.1.15`,
    { ...desk, platform: 'MacIntel' },
    { operating_system: 0, operating_system_name: 'macOS', form_factor: 0, name: 'Safari, macOS' },
  ],
  [
    'a Pixel with Chrome, which tells the truth only by client hints',
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/126.0.0.0 Mobile Safari/537.36`,
    { ...android, memory: 8, ...hints('Pixel 8', '14.0.0') },
    {
      operating_system: 114,
      operating_system_version: '14.0.0',
      form_factor: 1,
      model: 'Pixel 8',
      manufacturer: 'Google',
      total_ram: 8 * 2 ** 30,
    },
  ],
  [
    'a Pixel with Android 16',
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`,
    { ...android, ...hints('Pixel 10', '16.0.0') },
    { operating_system: 116, form_factor: 1 },
  ],
  [
    'a Samsung tablet',
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-X910) ${blink} SamsungBrowser/23.0 Chrome/115.0.0.0 Safari/537.36`,
    tablet,
    { operating_system: 113, form_factor: 2, model: 'SAMSUNG SM-X910', manufacturer: 'Samsung' },
  ],
  [
    'a Samsung tablet with Chrome and hints',
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/126.0.0.0 Safari/537.36`,
    { ...tablet, ...hints('SM-X710', '14.0.0', false) },
    { operating_system: 114, form_factor: 2, model: 'SM-X710', manufacturer: 'Samsung' },
  ],
  [
    'an Android tablet in desktop mode',
    `Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/126.0.0.0 Safari/537.36`,
    tablet,
    { operating_system: 0, operating_system_name: 'Android', form_factor: 2 },
  ],
  [
    'a folding phone, unfolded',
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/126.0.0.0 Mobile Safari/537.36`,
    { ...android, shorterSide: 720, ...hints('SM-F946B', '14.0.0') },
    { operating_system: 114, form_factor: 2 },
  ],
  [
    'a phone with Firefox',
    'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
    android,
    { operating_system: 114, operating_system_version: '14', form_factor: 1, name: 'Firefox, Android' },
  ],
  [
    'a tablet with Firefox',
    'Mozilla/5.0 (Android 12; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0',
    tablet,
    { operating_system: 112, form_factor: 2 },
  ],
  [
    'an old phone with its build',
    `Mozilla/5.0 (Linux; Android 8.1.0; Nexus 5X Build/OPM7.181205.001) ${blink} Chrome/100.0 Mobile Safari/537.36`,
    android,
    { operating_system: 108, operating_system_version: '8.1.0', model: 'Nexus 5X', manufacturer: 'Google' },
  ],
  [
    'Chrome on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/126.0.0.0 Safari/537.36`,
    { ...desk, hints: { platform: 'Windows', mobile: false, model: '', platformVersion: '15.0.0' } },
    {
      operating_system: 0,
      operating_system_name: 'Windows',
      operating_system_version: '15.0.0',
      form_factor: 0,
    },
  ],
  [
    'Edge on a Windows machine with a touch screen',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    { ...desk, maxTouchPoints: 10 },
    { operating_system: 0, form_factor: 0, name: 'Edge, Windows' },
  ],
  [
    'a Chromebook',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/126.0.0.0 Safari/537.36`,
    { ...desk, platform: 'Linux x86_64', maxTouchPoints: 10 },
    { operating_system: 0, operating_system_name: 'ChromeOS', form_factor: 0 },
  ],
  [
    'Firefox on Linux',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    { ...desk, platform: 'Linux x86_64' },
    { operating_system: 0, operating_system_name: 'Linux', form_factor: 0, name: 'Firefox, Linux' },
  ],
];

describe('device_info', () => {
  it.each(devices)('of %s', (_what, userAgent, facts, expected) => {
    expect(describeDevice({ userAgent, ...facts })).toMatchObject(expected);
  });

  it('leaves out what the browser does not tell', () => {
    const [, userAgent, facts] = devices[5] ?? ['', '', iphone];
    expect(Object.keys(describeDevice({ userAgent, ...facts })).sort()).toEqual([
      'form_factor',
      'manufacturer',
      'model',
      'name',
      'operating_system',
      'operating_system_name',
    ]);
  });

  it('says how the location permission stands, where the browser says it', () => {
    const facts = { userAgent: '', ...desk };
    expect(describeDevice({ ...facts, location: 'prompt' })).toMatchObject({ location_permission: 'prompt' });
    expect(describeDevice(facts)).not.toHaveProperty('location_permission');
  });

  it('counts free storage from what may be used and what is', () => {
    const facts = { userAgent: '', ...desk, storage: { quota: 1000.4, usage: 300 }, camera: true };
    expect(describeDevice(facts)).toMatchObject({ total_storage: 1000, free_storage: 700, camera: true });
  });

  it('is one the service takes, whatever a browser calls itself', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 100, unit: anyCharacter }),
        fc.nat(20),
        (userAgent, maxTouchPoints) => {
          const info = describeDevice({ ...android, userAgent: `Android ${userAgent}`, maxTouchPoints });
          const code = info.operating_system ?? -1;
          expect(code === 0 || (code >= 102 && code <= 199) || code === 1).toBe(true);
          expect([0, 1, 2]).toContain(info.form_factor);
          expect((info.model ?? '').length).toBeLessThanOrEqual(300);
          expect((info.name ?? '').length).toBeLessThanOrEqual(300);
        },
      ),
    );
  });
});

describe('what the screens ask', () => {
  it('is the system that packages are for, and whose screenshots suit', () => {
    const pixel = { userAgent: devices[9]?.[1] ?? '', ...android };
    const mac = { userAgent: devices[8]?.[1] ?? '', ...desk };
    const pad = { userAgent: devices[4]?.[1] ?? '', ...ipad };
    expect([pixel, mac, pad].map((facts) => detectDeviceKind(facts))).toEqual([
      { system: 'android', form: 'phone' },
      { system: 'desk', form: 'tablet' },
      { system: 'ios', form: 'tablet' },
    ]);
  });
});

describe('a browser that lacks interfaces', () => {
  const { crypto } = globalThis;
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  afterEach(() => {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    Reflect.deleteProperty(navigator, 'storage');
  });

  it('gets UUIDs also without a function for that', () => {
    expect(createRandomId()).toMatch(uuid);
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues }, configurable: true });
    const made = new Set(Array.from({ length: 1_000 }, createRandomId));
    expect(made.size).toBe(1_000);
    for (const id of made) expect(id).toMatch(uuid);
  });

  it('is described without storage, cameras and permissions', async () => {
    Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true });
    expect(await gatherFacts()).toMatchObject({ storage: undefined, camera: undefined, location: 'unknown' });
  });
});
