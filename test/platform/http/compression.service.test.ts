import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openService } from '../../setup/open-service.ts';
import { makeGroup, publishAndroid } from '../../setup/world/publishing.ts';

const service = await openService();
const apps = [];
for (let at = 0; at < 12; at += 1) {
  const { psk } = await publishAndroid(service, `org.example.large${at}`, {
    app_name: `Large ${at}`,
    long_description: 'It helps people in the field to do their work. '.repeat(20),
  });
  apps.push({ id: psk });
}
const user = await service.makeUser();
await makeGroup(service, 'Crew', { apps, users: [user] });
const { token, udid } = await service.signIn(user);
const signedIn = { 'x-token': token, 'x-udid': udid };

interface Raw {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** An answer as it was sent; `fetch` would decompress it. */
async function raw(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  const { promise, resolve, reject } = Promise.withResolvers<Raw>();
  request(new URL(path, service.url), { headers: { ...signedIn, ...headers } }, (response) => {
    buffer(response).then(
      (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
      reject,
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

const list = '/v2/catalog/applications/?links=none';
/** Long enough that Zstandard is chosen, and short enough that Brotli is. */
const [long, short] = [`${list}&count=12`, `${list}&count=2`];
const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

describe('an answer of 1 kB and more', () => {
  test.each(['zstd', 'br', 'gzip'] as const)('comes in %s when only that is accepted', async (coding) => {
    for (const path of [long, short, '/openapi.json', '/docs', `/v2/applications/`]) {
      const headers = {
        ...signedIn,
        ...(path === '/v2/applications/' && { 'x-token': service.admin.token }),
      };
      const plain = await raw(path, headers);
      const packed = await raw(path, { ...headers, 'accept-encoding': coding });
      expect([path, packed.status, packed.headers['content-encoding']]).toEqual([path, 200, coding]);
      expect(unpack[coding](packed.bytes)).toEqual(plain.bytes);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
      for (const { headers: sent } of [plain, packed]) {
        expect(sent['cache-control'] === 'no-store' ? 'Accept-Encoding' : sent.vary).toMatch(
          /Accept-Encoding/i,
        );
      }
    }
  });

  test.each([
    ['zstd, br, gzip', long, 'zstd'],
    ['zstd, br, gzip', short, 'br'],
    ['gzip, deflate', long, 'gzip'],
    ['br;q=0, gzip;q=0.5', short, 'gzip'],
    ['*', long, 'zstd'],
    ['*;q=0', long, undefined],
    ['identity', long, undefined],
    ['deflate', long, undefined],
    ['', long, undefined],
    ['gzip;q=none', long, undefined],
  ])('to who takes “%s”, of %s, comes in %s', async (accepted, path, coding) => {
    const { status, headers } = await raw(path, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, coding]);
  });

  test('has an entity tag for each form, and each names the same content', async () => {
    const forms = await Promise.all(
      ['', 'gzip', 'br', 'zstd'].map((accepted) => raw(long, { 'accept-encoding': accepted })),
    );
    const tags = forms.map(({ headers }) => String(headers.etag));
    expect(new Set(tags).size).toBe(4);
    for (const tag of tags) {
      const again = await raw(long, { 'if-none-match': `"other", W/${tag}`, 'accept-encoding': 'gzip' });
      expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, tag, 0]);
      expect(again.headers.vary).toMatch(/Accept-Encoding/i);
    }
  });
});

describe('what goes out as it is', () => {
  test('is a short answer', async () => {
    const { headers } = await raw('/healthz', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('is a package, also in parts', async () => {
    const { bytes } = await raw('/v2/catalog/applications/?count=1');
    const { applications } = JSON.parse(bytes.toString()) as {
      applications: { catalog_info: { install_uri: string }; version: { install_file: { size: number } } }[];
    };
    const size = applications[0]?.version.install_file.size;
    const { headers } = await raw(applications[0]?.catalog_info.install_uri ?? '');
    const file = String(headers.location);
    const whole = await raw(file, { 'accept-encoding': 'zstd, br, gzip' });
    expect([whole.status, whole.headers['content-encoding'], whole.bytes.length]).toEqual([
      200,
      undefined,
      size,
    ]);
    const part = await raw(file, { 'accept-encoding': 'gzip', range: 'bytes=0-499' });
    expect([part.status, part.headers['content-encoding'], part.bytes.length]).toEqual([206, undefined, 500]);
  });
});
