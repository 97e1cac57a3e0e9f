import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  deletePhoneScreenshot,
  deleteTabletScreenshot,
  listScreenshots,
  setBanner,
  setIcon,
  setPhoneScreenshot,
  setTabletScreenshot,
} from '../../../contract/application-media.ts';
import { listApplications, readApplication, readVersion } from '../../../contract/applications.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { picture } from '../../fixtures/pictures.ts';
import { blackPng } from '../../fixtures/png.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { apk, publish, publishAndroid, publishVersion } from '../../setup/world/publishing.ts';

const service = await openService();
const { token } = service.admin;

const parts = new Map<Operation, string>([
  [setIcon, 'icon_file'],
  [setBanner, 'banner_file'],
  [setPhoneScreenshot, 'screenshot_file'],
  [setTabletScreenshot, 'screenshot_file'],
]);
const send = (operation: Operation, params: Record<string, string | number>, bytes: Uint8Array) =>
  service.upload(operation, {
    token,
    params,
    files: { [parts.get(operation) ?? '']: { bytes, name: 'a.png' } },
  });
async function set(operation: Operation, params: Record<string, string | number>, bytes: Uint8Array) {
  const { status, body } = await send(operation, params, bytes);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { path: expect.stringMatching(/^http:\/\/[^/]+\/media\/[0-9a-f]{64}\.png$/) },
  });
  return (body as { path: string }).path;
}
const fetched = async (path: string) =>
  Buffer.from(await (await fetch(new URL(path, service.url))).arrayBuffer());

describe('screenshots', () => {
  test('stand in five slots for phones and five for tablets, each replaced by the next one', async () => {
    const { id } = await publishAndroid(service, 'org.example.shots');
    const params = { application: id };
    const paths: Record<string, string> = {};
    for (const slot of [5, 1]) {
      const bytes = await picture('png', { width: 90 + slot });
      paths[`phone ${slot}`] = await set(setPhoneScreenshot, { ...params, slot }, bytes);
      paths[`tablet ${slot}`] = await set(
        setTabletScreenshot,
        { ...params, slot },
        await picture('jpeg', { width: 200 + slot }),
      );
    }
    paths['phone 1'] = await set(setPhoneScreenshot, { ...params, slot: 1 }, await picture('jpeg'));
    const listed = await service.ok(listScreenshots, { token, params });
    expect(listed.screenshots).toEqual({
      phone: [1, 5].map((slot) => ({ slot, path: paths[`phone ${slot}`] })),
      tablet: [1, 5].map((slot) => ({ slot, path: paths[`tablet ${slot}`] })),
    });
    const { applications } = await service.ok(listApplications, { token });
    expect(applications.find((row) => row.id === id)).toMatchObject({
      screenshot_path1: paths['phone 1'],
      screenshot_path2: null,
      screenshot_path5: paths['phone 5'],
      tablet_screenshot_path1: paths['tablet 1'],
      tablet_screenshot_path4: null,
      tablet_screenshot_path5: paths['tablet 5'],
    });
  });

  test('are taken away slot by slot', async () => {
    const { id } = await publishAndroid(service, 'org.example.unshot');
    const params = { application: id, slot: 2 };
    await set(setPhoneScreenshot, params, await picture('png'));
    expect(await service.ok(deleteTabletScreenshot, { token, params })).toEqual({ deleted: false });
    expect(await service.ok(deletePhoneScreenshot, { token, params })).toEqual({ deleted: true });
    expect(await service.ok(deletePhoneScreenshot, { token, params })).toEqual({ deleted: false });
    expect((await service.ok(listScreenshots, { token, params })).screenshots.phone).toEqual([]);
  });
});

describe('the icon', () => {
  test('is the package’s, until another is set for the latest version', async () => {
    const app = await publish(service, {}, 'node_modules/sample-apps/pre-built/ContactManager.apk');
    const ofPackage = (await service.ok(readApplication, { token, params: { application: app.id } }))
      .application;
    expect(await sharp(await fetched(ofPackage.version?.icon_path ?? '')).metadata()).toMatchObject({
      format: 'png',
    });
    const path = await set(
      setIcon,
      { application: app.psk },
      await picture('png', { width: 512, height: 512 }),
    );
    const { version } = await service.ok(readVersion, { token, params: { version: app.versionId } });
    expect(version.icon_path).toBe(path);
    const bytes = apk('com.example.android.contactmanager', 9);
    const next = await publishVersion(service, app, {}, { bytes, name: 'a.apk' });
    const { version: later } = await service.ok(readVersion, { token, params: { version: next.versionId } });
    expect(later.icon_path).toBe(path);
  });
});

describe('a picture', () => {
  let params: { application: string; slot: number };
  beforeAll(async () => {
    params = { application: (await publishAndroid(service, 'org.example.pictures')).id, slot: 1 };
  });
  const all = [setIcon, setBanner, setPhoneScreenshot, setTabletScreenshot];

  test.each(all)('is asked for by name in $name', async (operation) => {
    const answer = await service.upload(unchecked(operation), { token, params, data: {} });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 20 });
    expect(refusal(answer).message).toContain(parts.get(operation));
  });

  test('is decoded and drawn anew: nothing that rode along in the file is kept', async () => {
    const tail = Buffer.from('<script>alert(1)</script>PK\u0003\u0004');
    const tagged = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: 'secret place', ImageDescription: 'who took it' } })
      .jpeg()
      .toBuffer();
    const stored = await fetched(await set(setIcon, params, Buffer.concat([tagged, tail])));
    expect((await sharp(stored).metadata()).exif).toBe(undefined);
    for (const text of ['secret place', 'script', 'PK\u0003\u0004'])
      expect(stored.includes(text)).toBe(false);
    expect(stored.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  });

  test('stands upright as its camera meant it', async () => {
    const lying = await sharp(await picture('jpeg', { width: 160, height: 90 }))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height } = await sharp(
      await fetched(await set(setPhoneScreenshot, params, lying)),
    ).metadata();
    expect([width, height]).toEqual([90, 160]);
  });

  test.each([
    [setIcon, 512, 512],
    [setBanner, 2048, 1024],
    [setPhoneScreenshot, 2560, 2560],
  ] as const)(
    '$name is made no larger than screens need, and never larger than it was',
    async (operation, width, height) => {
      const large = await picture('png', { width: 3000, height: 3000 });
      const stored = await sharp(await fetched(await set(operation, params, large))).metadata();
      expect(stored.width).toBe(Math.min(width, height));
      expect(stored.height).toBe(Math.min(width, height));
      const small = await sharp(await fetched(await set(operation, params, await picture('png')))).metadata();
      expect([small.width, small.height]).toEqual([90, 160]);
    },
  );

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a GIF', () => picture('gif')],
    ['a WebP', () => picture('webp')],
    ['a TIFF', () => picture('tiff')],
    ['an SVG', () => svg],
    ['a web page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['empty', () => Buffer.alloc(0)],
    ['only the head of a PNG', async () => (await picture('png')).subarray(0, 60)],
    ['a JPEG cut off', async () => (await picture('jpeg', { width: 900, height: 900 })).subarray(0, 2000)],
    [
      'a PNG of 30,000 × 30,000 pixels',
      () => blackPng({ width: 30_000, height: 30_000, depth: 1, colour: 0 }),
    ],
    ['a PNG with damaged pixels', async () => damaged(await picture('png', { width: 400, height: 400 }))],
  ])('cannot be %s, and nothing is kept of it', async (_, make) => {
    const images = () => readdir(join(service.platform.config.dataDir, 'blobs'), { recursive: true });
    const before = await images();
    for (const operation of all) {
      expect(refusal(await send(operation, params, await make()))).toMatchObject({ status: 400, code: 1000 });
    }
    expect(await images()).toEqual(before);
  });

  test('beyond the limit in bytes is refused', async () => {
    const noise = Buffer.concat([await picture('png'), Buffer.alloc(21 * 1024 * 1024)]);
    expect(refusal(await send(setIcon, params, noise))).toMatchObject({ status: 413, code: 1008 });
  });
});

function damaged(png: Buffer): Buffer {
  const copy = Buffer.from(png);
  const at = copy.indexOf('IDAT') + 40;
  copy.fill(0xff, at, at + 60);
  return copy;
}
