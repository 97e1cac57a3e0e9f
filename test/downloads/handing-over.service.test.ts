import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCatalogApplication } from '../../contract/catalog.ts';
import { installApplication } from '../../contract/downloads.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { startBucketServer } from '../setup/bucket/bucket-server.ts';
import { placeIn } from '../setup/bucket/fresh-bucket.ts';
import { type Overrides, startService } from '../setup/service.ts';
import { makeGroup, publish } from '../setup/world/publishing.ts';

/** A service with one application, and a person who may download it. */
async function download(settings: Overrides) {
  const service = await startService(settings);
  onTestFinished(() => service.stop());
  const app = await publish(service, {}, androidPackages.contactManager);
  const user = await service.makeUser();
  await makeGroup(service, 'Crew', { apps: [{ id: app.psk }], users: [user] });
  const { token, udid } = await service.signIn(user);
  const params = { application: app.id };
  const installing = await service.call(installApplication, { params, query: { token, udid } });
  const address = installing.headers.get('location') ?? '';
  const counted = async () =>
    (await service.ok(readCatalogApplication, { token, udid, params })).application.catalog_info
      .num_downloads;
  const ask = (headers: Record<string, string> = {}) => fetch(address, { headers, redirect: 'manual' });
  return { service, app, address, ask, counted };
}

test('a download is sent on to the bucket with a signed address, counted once, and told nothing of by HEAD', async () => {
  const server = await startBucketServer();
  onTestFinished(() => server.stop());
  const bucket = placeIn(server.endpoint);
  const { service, address, ask, counted } = await download({ bucket, downloads: { by: 'redirect' } });
  const head = await fetch(address, { method: 'HEAD', redirect: 'manual' });
  expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  expect(await counted()).toBe(0);

  const answer = await ask();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
  const location = new URL(answer.headers.get('location') ?? '');
  expect(location.href.startsWith(`${server.endpoint}/${bucket.bucket}/${bucket.prefix}files/`)).toBe(true);
  // The page begins downloads in a frame, which may load nothing from elsewhere.
  const policy = (await service.fetch('/')).headers.get('content-security-policy');
  expect(policy).toMatch(new RegExp(`; frame-src ${server.endpoint}$`));
  const whole = await fetch(location);
  expect(whole.headers.get('content-type')).toBe('application/vnd.android.package-archive');
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="ContactManager\.apk"/);
  const original = await readFile(androidPackages.contactManager);
  expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true);
  const rest = await fetch(address, { headers: { range: 'bytes=100-199' } });
  expect([rest.status, Buffer.from(await rest.arrayBuffer())]).toEqual([206, original.subarray(100, 200)]);
  expect(await counted()).toBe(1);
});

test.each([
  {
    downloads: { by: 'x-accel-redirect', prefix: '/kept/' },
    header: 'x-accel-redirect',
    place: () => '/kept/',
  },
  { downloads: { by: 'x-sendfile' }, header: 'x-sendfile', place: (data: string) => join(data, 'blobs/') },
] as const)('a download is left to the web server before the service by $header', async (way) => {
  const { service, ask, counted } = await download({ bucket: null, downloads: way.downloads });
  const answer = await ask({ range: 'bytes=0-' });
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 0]);
  const path = answer.headers.get(way.header) ?? '';
  const place = way.place(service.platform.config.dataDir);
  expect(path.startsWith(`${place}files/`)).toBe(true);
  const lies = join(service.platform.config.dataDir, 'blobs', path.slice(place.length));
  expect((await readFile(lies)).equals(await readFile(androidPackages.contactManager))).toBe(true);
  expect(answer.headers.get('content-type')).toBe('application/vnd.android.package-archive');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(await counted()).toBe(1);
});
