import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { NewApplication } from '../../../contract/application-fields.ts';
import {
  setBanner,
  setIcon,
  setPhoneScreenshot,
  setTabletScreenshot,
} from '../../../contract/application-media.ts';
import { addApplication } from '../../../contract/applications.ts';
import { applicationTypes } from '../../../contract/common/codes.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { writeZip } from '../../../mock-server/app-packages/zip/write-zip.ts';
import { picture } from '../../fixtures/pictures.ts';
import { blackPng, packedZeros, pngChunk, pngOf, withChunk } from '../../fixtures/png.ts';
import { accepted, refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { apk, publishAndroid } from '../../setup/world/publishing.ts';

/**
 * Pictures that are larger than they seem, or something else: what is served was always encoded anew by the service.
 */
const service = await openService();
const { token } = service.admin;
const params = { application: (await publishAndroid(service, 'org.example.hostile')).id, slot: 1 };

const operations = {
  icon: setIcon,
  banner: setBanner,
  phone: setPhoneScreenshot,
  tablet: setTabletScreenshot,
};
const parts = {
  icon: 'icon_file',
  banner: 'banner_file',
  phone: 'screenshot_file',
  tablet: 'screenshot_file',
};
type Place = keyof typeof operations;
const places = Object.keys(operations) as Place[];
const send = (place: Place, bytes: Uint8Array, name = 'a.png') =>
  service.upload(operations[place], { token, params, files: { [parts[place]]: { bytes, name } } });
const stored = async (place: Place, bytes: Uint8Array, name?: string) =>
  accepted(operations[place] satisfies Operation, await send(place, bytes, name)).path;

async function fetched(path: string) {
  const response = await fetch(new URL(path, service.url));
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const page = '<!doctype html><script>alert("stolen")</script>';
const archive = writeZip([{ name: 'index.html', data: Buffer.from(page) }]);
const plainPng = await picture('png');
const plainJpeg = await picture('jpeg');
const text = (keyword: string, value: string) => Buffer.from(`${keyword}\0${value}`, 'latin1');
/** Segments of a JPEG follow its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, body: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker]), length, body, jpeg.subarray(2)]);
}

describe('a picture that is something else too is kept only as the picture', () => {
  const profile = Buffer.concat([Buffer.from('page\0\0'), deflateSync(Buffer.from(page))]);
  test.each<[string, Buffer, Buffer]>([
    ['a PNG and a web page', Buffer.concat([plainPng, Buffer.from(page)]), plainPng],
    ['a PNG and an archive', Buffer.concat([plainPng, archive]), plainPng],
    ['a PNG and an Android package', Buffer.concat([plainPng, apk('org.example.stolen')]), plainPng],
    ['a PNG with a web page as text', withChunk(plainPng, pngChunk('tEXt', text('Comment', page))), plainPng],
    ['a PNG with a web page as colour profile', withChunk(plainPng, pngChunk('iCCP', profile)), plainPng],
    ['a PNG with a web page as EXIF', withChunk(plainPng, pngChunk('eXIf', Buffer.from(page))), plainPng],
    ['a PNG with a private chunk', withChunk(plainPng, pngChunk('paGe', Buffer.from(page))), plainPng],
    ['a JPEG and an archive', Buffer.concat([plainJpeg, archive]), plainJpeg],
    ['a JPEG with a web page as comment', withSegment(plainJpeg, 0xfe, Buffer.from(page)), plainJpeg],
    [
      'a JPEG with a web page as EXIF',
      withSegment(plainJpeg, 0xe1, Buffer.from(`Exif\0\0${page}`)),
      plainJpeg,
    ],
    [
      'a JPEG with a web page for another program',
      withSegment(plainJpeg, 0xed, Buffer.from(page)),
      plainJpeg,
    ],
  ])('%s', async (_, bytes, plain) => {
    const path = await stored('icon', bytes);
    expect(path).toBe(await stored('icon', plain));
    for (const address of [path, path.replace('.png', '-64.webp')]) {
      const image = await fetched(address);
      for (const trace of ['script', 'stolen', 'PK\u0003\u0004', 'index.html']) {
        expect(image.bytes.includes(trace)).toBe(false);
      }
    }
  });

  test.each(places)(
    'as %s, whatever its name says, and no browser takes it for anything else',
    async (place) => {
      const path = await stored(place, Buffer.concat([plainPng, Buffer.from(page)]), '../../page.html');
      const { headers, bytes } = await fetched(path);
      expect(headers.get('content-type')).toBe('image/png');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(bytes.includes('script')).toBe(false);
    },
  );

  test('of an animation its first picture', async () => {
    const control = pngChunk('acTL', Buffer.from('0000000200000000', 'hex'));
    const { bytes } = await fetched(await stored('icon', withChunk(plainPng, control)));
    expect(bytes.includes('acTL')).toBe(false);
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
  });
});

describe('a picture of an unusual kind is stored as every screen shows it', () => {
  const colours = { width: 40, height: 30 };
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['16 bits a channel', () => blackPng({ ...colours, depth: 16, colour: 6 })],
    ['grey with alpha', () => blackPng({ ...colours, colour: 4 })],
    ['one bit a pixel', () => blackPng({ ...colours, depth: 1, colour: 0 })],
    ['a palette', () => sharp(plainPng).resize(40, 30).png({ palette: true }).toBuffer()],
    ['interlaced', () => sharp(plainPng).resize(40, 30).png({ progressive: true }).toBuffer()],
    ['CMYK', () => sharp(plainPng).resize(40, 30).toColourspace('cmyk').jpeg().toBuffer()],
    ['a progressive JPEG', () => sharp(plainPng).resize(40, 30).jpeg({ progressive: true }).toBuffer()],
    [
      'with the colours of a wide screen',
      () => sharp(plainPng).resize(40, 30).withIccProfile('p3').png().toBuffer(),
    ],
  ])('%s', async (_, make) => {
    const { bytes } = await fetched(await stored('phone', await make()));
    const { format, width, height, space, depth, icc } = await sharp(bytes).metadata();
    expect({ format, width, height, depth, icc }).toEqual({
      format: 'png',
      ...colours,
      depth: 'uchar',
      icc: undefined,
    });
    expect(['srgb', 'b-w']).toContain(space);
  });
});

const megabyte = 1024 * 1024;
const zeros = (megabytes: number) => packedZeros(megabytes * megabyte);
const packed = (megabytes: number) => Buffer.concat([Buffer.from('x\0\0'), zeros(megabytes)]);
/** A JPEG whose frame header claims that it is larger than it is. */
function claiming(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

describe('a picture that costs more than it weighs', () => {
  const one = { width: 4, height: 4 };
  test.each<[string, () => Buffer]>([
    ['of 25 megapixels', () => blackPng({ width: 5000, height: 5001, depth: 1, colour: 0 })],
    ['a line of 20,000 pixels', () => blackPng({ width: 20_000, height: 1 })],
    ['a column of 20,000 pixels', () => blackPng({ width: 1, height: 20_000 })],
    [
      'a PNG that says it has 2,147,483,647 pixels on each side',
      () => pngOf({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }, zeros(1)),
    ],
    ['a PNG of no pixels', () => pngOf({ width: 0, height: 0 }, zeros(1))],
    [
      'a PNG that says it is larger than its pixels are',
      () => pngOf({ width: 4000, height: 4000 }, deflateSync(Buffer.alloc(100))),
    ],
    ['a JPEG that says it has 65,500 pixels on each side', () => claiming(plainJpeg, 65_500, 65_500)],
  ])('%s is refused', async (_, make) => {
    for (const place of places) {
      expect(refusal(await send(place, make()))).toMatchObject({ status: 400, code: 1000 });
    }
  });

  test.each<[string, () => Buffer]>([
    ['whose colour profile unpacks to 300 MB', () => blackPng(one, pngChunk('iCCP', packed(300)))],
    ['whose text unpacks to 300 MB', () => blackPng(one, pngChunk('zTXt', packed(300)))],
    ['with 300 MB of pixels too many', () => pngOf(one, zeros(300))],
    [
      'with 20,000 texts',
      () =>
        blackPng(one, Buffer.concat(Array.from({ length: 20_000 }, () => pngChunk('tEXt', text('a', 'b'))))),
    ],
  ])('%s is stored as the few pixels that it is', async (_, make) => {
    const { bytes } = await fetched(await stored('banner', make()));
    expect(bytes.length).toBeLessThan(1000);
  });

  test('of the most pixels that are taken is made as small as screens need', async () => {
    const { bytes } = await fetched(
      await stored('tablet', blackPng({ width: 16_384, height: 1464, depth: 1, colour: 0 })),
    );
    expect((await sharp(bytes).metadata()).width).toBe(2560);
  });
});

describe('an icon in a package', () => {
  const packageWith = (icon: Buffer) =>
    apk('org.example.icon', 1, {
      application: { icon: 'res/icon.png' },
      files: [{ name: 'res/icon.png', data: icon, stored: true }],
    });
  const publish = (icon: Buffer, more: NewApplication = {}) =>
    service.uploaded(addApplication, {
      token,
      files: { app_file: { bytes: packageWith(icon), name: 'a.apk' }, ...more },
    });

  test('that is a web page too is kept only as the icon', async () => {
    const { application } = await publish(Buffer.concat([plainPng, Buffer.from(page)]));
    expect(application.version?.icon_path).toBe(await stored('icon', plainPng));
  });

  test.each<[string, () => Buffer]>([
    ['a web page', () => Buffer.from(page)],
    [
      'a PNG of 30,000 × 30,000 pixels',
      () => blackPng({ width: 30_000, height: 30_000, depth: 1, colour: 0 }),
    ],
    ['a PNG with damaged pixels', () => pngOf({ width: 90, height: 90 }, Buffer.from('no pixels'))],
    ['a PNG cut off', () => plainPng.subarray(0, 50)],
  ])('that is %s leaves the application without one', async (_, make) => {
    const { application } = await publish(make());
    expect(application).toMatchObject({ type: applicationTypes.androidNative, version: { icon_path: '' } });
  });
});
