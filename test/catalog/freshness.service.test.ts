import { afterEach, describe, expect, test, vi } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { buildApp } from '../../mock-server/app.ts';
import { head, openRaw } from '../setup/http/raw-socket.ts';
import { openService } from '../setup/open-service.ts';
import { iPad } from '../setup/world/people.ts';
import { join, makeGroup, publishAndroid, publishIos } from '../setup/world/publishing.ts';

const service = await openService();
const app = await publishAndroid(service, 'org.example.fresh', { app_name: 'Fresh' });
const user = await service.makeUser();
await makeGroup(service, 'Crew', { apps: [{ id: app.psk }], users: [user] });
const session = await service.signIn(user);

/** Without links, whose tokens change with the time. */
const list = (headers: Record<string, string> = {}) =>
  service.call(listCatalog, { ...session, query: { links: 'none' }, headers });
const etagOf = (answer: { headers: Headers }) => answer.headers.get('etag') ?? '';

/** The part of the tag that is about the content, whatever its encoding. */
const contentOf = (answer: { headers: Headers }) => etagOf(answer).replace(/--(zstd|br|gzip)"$/, '"');

describe('an unchanged catalog', () => {
  test('answers 304 without a body to whoever names its tag', async () => {
    const first = await list();
    expect(etagOf(first)).toMatch(/^"[\w-]{43}(--\w+)?"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const tag of [etagOf(first), `"other", W/${etagOf(first)}`, '*']) {
      const again = await list({ 'if-none-match': tag });
      expect(again).toMatchObject({ status: 304, body: '' });
      expect(contentOf(again)).toBe(contentOf(first));
    }
    expect((await list({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('has the same tag for large pages, which are not kept ready', async () => {
    const query = { count: 1000, links: 'none' } as const;
    const first = await service.call(listCatalog, { ...session, query });
    const headers = { 'if-none-match': etagOf(first) };
    expect((await service.call(listCatalog, { ...session, query, headers })).status).toBe(304);
  });
});

describe('a list with links, whose tokens end,', () => {
  afterEach(() => void vi.useRealTimers());

  test('is the same for five minutes, and then another', async () => {
    // At the beginning of five minutes, soon enough for the session.
    const begin = Math.ceil(Date.now() / 300_000) * 300_000;
    const listAt = async (moment: number, tag: string) => {
      vi.setSystemTime(moment);
      return service.call(listCatalog, { ...session, headers: { 'if-none-match': tag } });
    };
    const tag = etagOf(await listAt(begin, '"other"'));
    expect((await listAt(begin + 299_999, tag)).status).toBe(304);
    const later = await listAt(begin + 300_000, tag);
    expect(later.status).toBe(200);
    expect((await listAt(begin + 300_001, etagOf(later))).status).toBe(304);
  });
});

test('a request with a body that nobody reads ends its connection, also when its answer is ready', async () => {
  const own = { 'x-token': session.token, 'x-udid': session.udid };
  const request = `GET ${listCatalog.path}?links=none`;
  const first = openRaw(service.url, head(request, own));
  expect(await first.statuses(1)).toEqual([200]);
  first.close();
  const raw = openRaw(service.url, head(request, { ...own, 'content-length': 4 * 1024 * 1024 }));
  expect(await raw.statuses(1)).toEqual([200]);
  expect((await raw.ended()).toLowerCase()).toContain('connection: close');
});

describe('a changed catalog is seen by the next request', () => {
  const changes: Record<string, () => Promise<unknown>> = {
    'an edited application': () =>
      service.ok(updateApplication, {
        token: service.admin.token,
        params: { application: app.id },
        body: { app_name: 'Fresher' },
      }),
    'a like of somebody else': async () => {
      const colleague = await service.makeUser();
      await makeGroup(service, 'Colleagues', { apps: [{ id: app.psk }], users: [colleague] });
      const theirs = await service.signIn(colleague);
      await service.ok(rateApplication, { ...theirs, params: { application: app.id }, body: { like: 1 } });
    },
    'an inventory': () =>
      service.ok(postInstalled, {
        ...session,
        body: { applications: [{ id: app.id, version_num: '0.1' }] },
      }),
    'another group': async () => {
      const other = await publishAndroid(service, 'org.example.another');
      await join(service, await makeGroup(service, 'More', { apps: [{ id: other.psk }] }), user);
    },
  };
  test.each(Object.keys(changes))('%s', async (change) => {
    const before = await list();
    await changes[change]?.();
    const after = await list({ 'if-none-match': etagOf(before) });
    expect(after.status).toBe(200);
    expect(after.body).not.toEqual(before.body);
  });
});

test('another instance on the same database shows a change at once', async () => {
  const { config } = service.platform;
  const second = await buildApp(config);
  const url = await second.server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const headers = { 'x-token': session.token, 'x-udid': session.udid };
    const there = async () =>
      (await service.fetch(`${url}/v2/catalog/applications/?links=none`, { headers })).body;
    const here = JSON.stringify((await list()).body);
    expect(JSON.stringify(await there())).toBe(here.replaceAll(service.url, url));
    const params = { application: app.id };
    const body = { app_name: 'Changed elsewhere' };
    await service.ok(updateApplication, { token: service.admin.token, params, body });
    expect(JSON.stringify(await there())).toContain('Changed elsewhere');
  } finally {
    await second.close();
  }
});

describe('install links', () => {
  test('carry a token of their own, or none when none is asked for', async () => {
    const withLinks = await service.ok(listCatalog, session);
    const uri = new URL(withLinks.applications[0]?.catalog_info.install_uri ?? '');
    expect(uri.origin).toBe(service.url);
    expect(uri.searchParams.get('download_token')).not.toContain(session.token);
    const without = await service.ok(listCatalog, { ...session, query: { links: 'none' } });
    expect(without.applications[0]?.catalog_info.install_uri).not.toContain('token');
  });

  test('of an iOS application name its manifest', async () => {
    const ios = await publishIos(service, 'org.example.fresh.ios');
    await makeGroup(service, 'iOS', { apps: [{ id: ios.psk }], users: [user] });
    const tablet = await service.signIn(user, { ...iPad, udid: 'fresh-ipad' });
    const { application } = await service.ok(readCatalogApplication, {
      ...tablet,
      params: { application: ios.id },
    });
    const uri = new URL(application.catalog_info.install_uri);
    expect(uri.protocol).toBe('itms-services:');
    expect(uri.searchParams.get('action')).toBe('download-manifest');
    const manifest = new URL(uri.searchParams.get('url') ?? '');
    expect(manifest.pathname).toBe(`/v1/downloads/install/applications/${ios.id}`);
    expect(manifest.searchParams.get('download_token')).toBeTruthy();
  });
});
