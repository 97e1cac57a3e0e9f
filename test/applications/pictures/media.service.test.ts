import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { setPhoneScreenshot } from '../../../contract/application-media.ts';
import { picture } from '../../fixtures/pictures.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { publishAndroid } from '../../setup/world/publishing.ts';

const service = await openService();
const { id } = await publishAndroid(service, 'org.example.media');
const shot = await service.uploaded(setPhoneScreenshot, {
  token: service.admin.token,
  params: { application: id, slot: 1 },
  files: { screenshot_file: { bytes: await picture('png', { width: 800, height: 1600 }), name: 'a.png' } },
});
const { path } = shot;
const sha256 = new URL(path).pathname.slice('/media/'.length, -'.png'.length);

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(address, service.url), { method, headers });

describe('a stored image', () => {
  test('is had by its name, by anybody, for ever', async () => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${sha256}.png"`,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 800, height: 1600 });
  });

  test.each([64, 128, 192, 256, 384, 512, 768])('is had %i pixels wide as WebP', async (width) => {
    const answer = await get(`/media/${sha256}-${width}.webp`);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
      format: 'webp',
      width,
      height: width * 2,
    });
  });

  test.each([1024, 1536])('is never made larger than it is (%i)', async (width) => {
    const bytes = await (await get(`/media/${sha256}-${width}.webp`)).arrayBuffer();
    expect((await sharp(bytes).metadata()).width).toBe(800);
  });

  test('is not sent again to who has it', async () => {
    for (const address of [path, `/media/${sha256}-64.webp`]) {
      const etag = (await get(address)).headers.get('etag') ?? '';
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(address, { 'if-none-match': known });
        expect([answer.status, await answer.text()]).toEqual([304, '']);
      }
      expect((await get(address, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  test('tells its headers by HEAD', async () => {
    const answer = await get(path, {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('asked for by many at once is the same for all, and no half is left behind', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 12 }, async () =>
        Buffer.from(await (await get(`/media/${sha256}-384.webp`)).arrayBuffer()),
      ),
    );
    for (const body of bodies) expect(body.equals(bodies[0] ?? Buffer.alloc(0))).toBe(true);
    const cache = join(service.platform.config.dataDir, 'cache', 'media', sha256.slice(0, 2));
    for (const name of await readdir(cache)) expect(name).toMatch(/^[0-9a-f]{64}-\d+\.webp$/);
  });
});

test.each([
  () => `/media/${'0'.repeat(64)}.png`,
  () => `/media/${'0'.repeat(64)}-64.webp`,
  () => `/media/${sha256}`,
  () => `/media/${sha256}.webp`,
  () => `/media/${sha256}-65.webp`,
  () => `/media/${sha256}-064.webp`,
  () => `/media/${sha256}-4096.webp`,
  () => `/media/${sha256}-64.png`,
  () => `/media/${sha256.toUpperCase()}.png`,
  () => `/media/${sha256.slice(1)}.png`,
  () => '/media/..%2f..%2fappshelf.sqlite',
  () => '/media/',
])('what is no image is not found, and no cache keeps that (%#)', async (address) => {
  const answer = await service.fetch(address(), { headers: { 'if-none-match': '*' } });
  expect(refusal(answer)).toMatchObject({ status: 404, code: 1010 });
  expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
});

test('an install file is no image, even to who knows its checksum', async () => {
  const row = await service.platform.database.db
    .selectFrom('install_files')
    .select('sha256')
    .executeTakeFirstOrThrow();
  expect(refusal(await service.fetch(`/media/${row.sha256}.png`)).status).toBe(404);
});
