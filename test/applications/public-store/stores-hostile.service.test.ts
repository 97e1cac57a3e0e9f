import type { RequestListener, ServerResponse } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApplication, addVersion, listApplications } from '../../../contract/applications.ts';
import { picture } from '../../fixtures/pictures.ts';
import { PublicStores, playData, playHtml } from '../../setup/servers/public-stores.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { codes } from '../../setup/world/publishing.ts';

const MiB = 1024 * 1024;
const stores = await PublicStores.start();
const service = await startService(stores.config);
const { token } = service.admin;
afterAll(async () => {
  await service.stop();
  stores.stop();
});

let lastId = 5000;
const newId = () => String((lastId += 1));
const urlOf = (id: string) => `https://apps.apple.com/us/app/id${id}`;
const playUrlOf = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;
const add = (url: string, at = service) =>
  at.ok(addApplication, { token: at.admin.token, body: { url, app_name: 'As sent' } });

const json = { 'content-type': 'application/json' };
const sends =
  (body: string | Buffer, headers = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { ...json, ...headers }).end(body);
const redirects =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location }).end();
const half = (response: ServerResponse) => void response.writeHead(200, json).write('{"results":[');

describe('a store that', () => {
  test.each<[string, RequestListener, string]>([
    ['fails', (_, response) => void response.writeHead(500).end(), 'store_not_reached'],
    ['wants a sign-in', (_, response) => void response.writeHead(401).end(), 'store_not_reached'],
    ['breaks off', (_, response) => void response.socket?.destroy(), 'store_not_reached'],
    ['sends too much', sends(Buffer.alloc(8 * MiB, 32)), 'store_not_reached'],
    [
      'sends a bomb',
      sends(gzipSync(Buffer.alloc(30 * MiB)), { 'content-encoding': 'gzip' }),
      'store_not_reached',
    ],
    ['redirects inside', redirects('http://10.0.0.1/'), 'store_not_reached'],
    ['redirects to this machine', redirects('http://localhost:1/'), 'store_not_reached'],
    ['redirects for ever', redirects('#again'), 'store_not_reached'],
    ['sends a page', sends('<html>', { 'content-type': 'text/html' }), 'store_not_understood'],
    ['sends no JSON', sends('{"resultCount":1,'), 'store_not_understood'],
    ['sends a list', sends('[]'), 'store_not_understood'],
    ['sends nothing', sends(''), 'store_not_understood'],
    ['knows nothing', sends('{"resultCount":0,"results":[]}'), 'store_unknown_app'],
    ['has no such page', (_, response) => void response.writeHead(404).end(), 'store_unknown_app'],
    ['sends another application', sends('{"results":[{"trackId":1,"trackName":"x"}]}'), 'store_unknown_app'],
    ['sends odd results', sends('{"results":[null,1,"x",[],{"trackId":{}}]}'), 'store_unknown_app'],
  ])('%s costs the publisher a warning', async (_, answer, code) => {
    const id = newId();
    stores.appleAnswers(id, answer);
    const { application, warnings } = await add(urlOf(id));
    expect(codes(warnings)).toEqual([code]);
    expect(application).toMatchObject({ type: 2, name: 'As sent', url: urlOf(id) });
    const again = await service.ok(addVersion, { token, params: { application: application.id }, body: {} });
    expect(again.application).toEqual(application);
  });

  test('sends a song by that number knows no such application', async () => {
    const id = newId();
    stores.apple(id, { kind: 'song', trackName: 'A song' });
    expect(codes((await add(urlOf(id))).warnings)).toEqual(['store_unknown_app']);
  });

  test('sends values of other kinds loses only those', async () => {
    const id = newId();
    const odd = {
      bundleId: 7,
      version: [],
      description: {},
      minimumOsVersion: 'x',
      features: 'iosUniversal',
    };
    stores.apple(id, {
      trackName: '  A\u0000\n name\ud800 ',
      ...odd,
      screenshotUrls: { a: 1 },
      releaseNotes: null,
    });
    const { application } = await service.ok(addApplication, { token, body: { url: urlOf(id) } });
    expect(application).toMatchObject({
      name: 'A name\ufffd',
      bundle_id: '',
      form_factor: 3,
      version: { version_num: '1.0', min_os_version: null, long_description: '' },
    });
  });

  test('writes at length is cut at a word, within the limits', async () => {
    const id = newId();
    const family = '👨‍👩‍👧‍👦';
    stores.apple(id, {
      trackName: `Everything ${family.repeat(30)}`,
      version: '1.'.repeat(40),
      description: 'word '.repeat(4000),
      releaseNotes: 'note '.repeat(4000),
      sellerName: `a\u0301`.repeat(400),
    });
    const { application, warnings } = await service.ok(addApplication, { token, body: { url: urlOf(id) } });
    expect(warnings).toEqual([]);
    const { version } = application;
    expect(application.name).toBe(`Everything ${family.repeat(16)}…`);
    expect(version?.version_num).toBe('1.1.1.1.1.1.1.1.1.1.1');
    expect(version?.short_description).toMatch(/^(word )+word…$/);
    expect(version?.long_description).toHaveLength(10_000);
    expect(version?.version_note).toHaveLength(4095);
    expect(version?.author).toBe(`${'a\u0301'.repeat(149)}…`);
  });
});

describe('a hostile page', () => {
  const metas = '<meta property="og:title" content="x">'.repeat(50_000);
  test.each<[string, string, string[]]>([
    ['with scripts in its texts', playHtml(playData({ name: '<img src=x onerror=alert(1)>' })), []],
    [
      'that never closes a tag',
      `<meta property="og:title" content="Open" x=${'"<meta '.repeat(200_000)}`,
      ['store_not_understood'],
    ],
    [
      'that never closes an element',
      `${'<a><b><svg><form>'.repeat(150_000)}${'</i></p>'.repeat(150_000)}<meta property="og:title" content="x">`,
      [],
    ],
    [
      'of a hundred thousand attributes',
      `<meta ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ')} property="og:title" content="x">`,
      [],
    ],
    [
      'of half character references',
      `<meta property="og:title" content="x${'&CounterClockwiseContourIntegra&#x'.repeat(50_000)}">`,
      [],
    ],
    ['of a hundred thousand tags', metas, []],
    [
      'of unclosed comments',
      `${'<!-- '.repeat(300_000)}<meta property="og:title" content="x">`,
      ['store_not_understood'],
    ],
    ['of unclosed scripts', '<script type="application/ld+json">{'.repeat(50_000), ['store_not_understood']],
    ['of white space', `<meta${' \n'.repeat(1_000_000)}`, ['store_not_understood']],
    ['of equals signs', `<meta ${'= '.repeat(1_000_000)}>`, ['store_not_understood']],
    [
      'of deep JSON',
      `<script type="application/ld+json">${'['.repeat(1_000_000)}</script>`,
      ['store_not_understood'],
    ],
    [
      'of another application',
      playHtml(
        '<meta property="og:title" content="Other"><meta property="og:url" content="https://play.google.com/store/apps/details?id=org.example.other">',
      ),
      ['store_not_understood'],
    ],
    [
      'without a name',
      playHtml('<meta property="og:title" content=" &#1;&nbsp;&Tab; ">'),
      ['store_not_understood'],
    ],
    ['that is empty', '', ['store_not_understood']],
  ])('%s breaks nothing', async (_, html, expected) => {
    const id = `org.example.page${newId()}`;
    stores.play(id, html);
    expect(codes((await add(playUrlOf(id))).warnings)).toEqual(expected);
  });
});

describe('pictures of a store that', () => {
  /** A PNG whose header claims 30,000 by 30,000 pixels. */
  function bomb(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(30_000, 0);
    header.writeUInt32BE(30_000, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const chunk = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
    };
    const magic = Buffer.from('89504e470d0a1a0a', 'hex');
    const data = deflateSync(Buffer.alloc(MiB));
    return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
  }

  test.each<[string, () => Promise<RequestListener | string>]>([
    ['are bombs', async () => sends(bomb(), { 'content-type': 'image/png' })],
    ['are no pictures', async () => sends('<svg/>', { 'content-type': 'image/png' })],
    ['are of another format', async () => sends(await picture('webp'), { 'content-type': 'image/png' })],
    [
      'say they are of another format',
      async () => sends(await picture('png'), { 'content-type': 'image/svg+xml' }),
    ],
    ['are cut', async () => sends((await picture('png')).subarray(0, 90), { 'content-type': 'image/png' })],
    ['are too big', async () => sends(Buffer.alloc(9 * MiB), { 'content-type': 'image/png' })],
    ['are missing', async () => (_, response) => void response.writeHead(404).end()],
    ['lead to this machine', async () => redirects('http://[::ffff:127.0.0.1]/')],
    ['lie inside', async () => 'http://169.254.169.254/latest/meta-data/'],
    ['lie on this machine', async () => 'http://2130706433/'],
    ['lie on this machine by name', async () => 'http://localhost.:8080/'],
    ['are no addresses', async () => 'javascript:alert(1)'],
    ['carry a password', async () => 'https://user:secret@example.org/'],
  ])('%s are left out, and said', async (_, make) => {
    const id = newId();
    const made = await make();
    const artworkUrl512 = typeof made === 'string' ? made : stores.file(`/${id}/icon.png`, made);
    stores.apple(id, { trackName: 'Named', artworkUrl512, screenshotUrls: [artworkUrl512] });
    const { application, warnings } = await service.ok(addApplication, { token, body: { url: urlOf(id) } });
    expect(application).toMatchObject({ name: 'Named', version: { icon_path: '' } });
    expect(codes(warnings)).toEqual(['store_picture_not_read']);
    expect(warnings[0]?.message).toMatch(/^2 /);
  });

  test('are many fill the slots, and no more are fetched', async () => {
    const id = newId();
    const screenshotUrls = await Promise.all(
      Array.from({ length: 40 }, async (_, at) =>
        stores.file(
          `/${id}/${at}.png`,
          sends(await picture('png', { width: 20 + at }), { 'content-type': 'image/png' }),
        ),
      ),
    );
    stores.apple(id, { trackName: 'Many', screenshotUrls });
    await add(urlOf(id));
    expect(stores.asked.filter((path) => path.startsWith(`/${id}/`))).toHaveLength(5);
  });
});

describe('a publisher waits no longer than the service says', () => {
  let hurried: TestService;
  beforeAll(async () => {
    hurried = await startService({ ...stores.config, limits: { publicStoreTimeout: 1500 } });
  });
  afterAll(() => hurried.stop());

  test.each<[string, RequestListener]>([
    ['silent', () => undefined],
    ['hanging in the middle of an answer', (_, response) => half(response)],
  ])('for a store that is %s', async (_, answer) => {
    const id = newId();
    stores.appleAnswers(id, answer);
    expect(codes((await add(urlOf(id), hurried)).warnings)).toEqual(['store_not_reached']);
  });

  test('for its pictures, and has the rest', async () => {
    const id = newId();
    const icon = stores.file(`/${id}/icon.png`, () => undefined);
    stores.apple(id, { trackName: 'Without pictures', artworkUrl512: icon });
    const body = { url: urlOf(id) };
    const { application, warnings } = await hurried.ok(addApplication, { token: hurried.admin.token, body });
    expect(application.name).toBe('Without pictures');
    expect(codes(warnings)).toEqual(['store_picture_not_read']);
  });
});

test('others publish while a store is asked', async () => {
  const id = newId();
  const request = Promise.withResolvers<ServerResponse>();
  stores.appleAnswers(id, (_, response) => request.resolve(response));
  const adding = add(urlOf(id));
  const response = await request.promise;
  // The embedded database has one connection: a transaction held open would keep this waiting until the store is given up.
  await add('https://meanwhile.example.org/');
  response.writeHead(200, json).end(`{"results":[{"trackId":${id},"trackName":"Late"}]}`);
  expect((await adding).warnings).toEqual([]);
});

describe('stores in the settings', () => {
  test('that are inside are reached only when they are allowed', async () => {
    const careful = await startService({ publicStores: stores.config.publicStores });
    const before = stores.asked.length;
    expect(codes((await add(urlOf(newId()), careful)).warnings)).toEqual(['store_not_reached']);
    expect(stores.asked).toHaveLength(before);
    await careful.stop();
  });

  test('that are not to be asked are not', async () => {
    const quiet = await startService({ ...stores.config, publicStores: null });
    const before = stores.asked.length;
    expect(codes((await add(playUrlOf('org.example.quiet'), quiet)).warnings)).toEqual(['store_not_asked']);
    expect(stores.asked).toHaveLength(before);
    const { applications } = await quiet.ok(listApplications, { token: quiet.admin.token });
    expect(applications).toMatchObject([{ type: 5, bundle_id: 'org.example.quiet', name: 'As sent' }]);
    await quiet.stop();
  });
});
