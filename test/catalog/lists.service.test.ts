import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setBanner, setPhoneScreenshot } from '../../contract/application-media.ts';
import * as catalog from '../../contract/catalog.ts';
import { listCategories, setApplicationCategories } from '../../contract/categories.ts';
import type { Operation } from '../../contract/common/operation.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { unchecked } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';

let service: TestService;
let user: TestUser;
let session: { token: string; udid: string };
const apps: Record<'alpha' | 'beta' | 'gamma' | 'delta', PublishedApplication> = Object.create(null);

beforeAll(async () => {
  service = await startService();
  apps.gamma = await publishAndroid(service, 'org.example.gamma', { app_name: 'gamma', sort_weight: 5 });
  apps.alpha = await publishAndroid(service, 'org.example.alpha', { app_name: 'Älpha', sort_weight: 9 });
  apps.beta = await publishWeb(service, 'Beta', { short_description: 'Counts BOLTS', sort_weight: 5 });
  apps.delta = await publishWeb(service, 'delta', { author: 'Workshop', sort_weight: 7 });
  user = await service.makeUser();
  const assigned = Object.values(apps).map(({ psk }) => ({ id: psk }));
  await makeGroup(service, 'Everything', { apps: assigned, users: [user] });
  session = await service.signIn(user);
});
afterAll(() => service.stop());

type Listing = Operation & Pick<typeof catalog.listCatalog, 'response'>;
const names = async (operation: Listing, query: Record<string, string | number> = {}, params = {}) =>
  (await service.ok(operation, { ...session, query, params })).applications.map(({ id }) => nameOf(id));
const nameOf = (id: string) => Object.entries(apps).find(([, app]) => app.id === id)?.[0];

/** Downloads an application as the device would: the redirect, then the file. */
async function download(app: PublishedApplication): Promise<void> {
  const { application } = await service.ok(catalog.readCatalogApplication, {
    ...session,
    params: { application: app.id },
  });
  const redirect = await service.fetch(application.catalog_info.install_uri);
  expect((await service.fetch(redirect.headers.get('location') ?? '')).status).toBe(200);
}

describe('order and pages', () => {
  test('by name without regard to case and accents, unless something else is asked for', async () => {
    expect(await names(catalog.listCatalog)).toEqual(['alpha', 'beta', 'delta', 'gamma']);
    expect(await names(catalog.listCatalog, { sort: '-name' })).toEqual(['gamma', 'delta', 'beta', 'alpha']);
    expect(await names(catalog.listCatalog, { sort: 'release_date' })).toEqual([
      'gamma',
      'alpha',
      'beta',
      'delta',
    ]);
  });

  test('later fields break ties', async () => {
    expect(await names(catalog.listCatalog, { sort: 'sort_weight,-name' })).toEqual([
      'gamma',
      'beta',
      'delta',
      'alpha',
    ]);
  });

  test.each(['+name', 'Name', 'name,unknown', '-'])('sort by %s is refused', async (sort) => {
    expect(await service.refused(catalog.listCatalog, { ...session, query: { sort } })).toMatchObject({
      status: 400,
      code: 20,
    });
  });

  test('pages follow each other through relative addresses that keep the other parameters', async () => {
    const query = { count: 3, sort: '-name', links: 'none' } as const;
    const first = await service.ok(catalog.listCatalog, { ...session, query });
    expect(first.applications).toHaveLength(3);
    expect(first.paging).toMatchObject({ total: 4, previous: null });
    expect(first.paging.next).toMatch(/^\/v2\/catalog\/applications\/\?.*start=3/);
    expect(first.paging.next).toContain('sort=-name');
    const headers = { 'x-token': session.token, 'x-udid': session.udid };
    const second = await service.fetch(first.paging.next ?? '', { headers });
    expect(second.body).toMatchObject({
      applications: [{ id: apps.alpha.id }],
      paging: { total: 4, next: null },
    });
  });

  test('a page beyond the end is empty, and a count of 0 only counts', async () => {
    const beyond = await service.ok(catalog.listCatalog, { ...session, query: { start: 100 } });
    expect(beyond).toMatchObject({ applications: [], paging: { total: 4, next: null } });
    const none = await service.ok(catalog.listCatalog, { ...session, query: { count: 0 } });
    expect(none).toEqual({ applications: [], paging: { total: 4, next: null, previous: null } });
  });

  test('a count above 1,000 is answered with at most as many', async () => {
    const { applications } = await service.ok(catalog.listCatalog, { ...session, query: { count: 1e9 } });
    expect(applications).toHaveLength(4);
    const query = { start: 2, count: 5000 };
    const { paging } = await service.ok(catalog.listCatalog, { ...session, query });
    expect(paging.previous).toMatch(/[?&]start=0&count=1000$/);
  });

  test.each([{ start: -1 }, { count: -1 }, { start: 'x' }, { start: 1.5 }, { links: 'all' }])(
    'query %o is refused',
    async (query) => {
      const refused = await service.refused(unchecked(catalog.listCatalog), { ...session, query });
      expect(refused).toMatchObject({ status: 400 });
    },
  );
});

describe('search', () => {
  test('finds parts of names, descriptions, author and category, in any case', async () => {
    expect(await names(catalog.searchCatalog, { q: 'ÄLP' })).toEqual(['alpha']);
    expect(await names(catalog.searchCatalog, { q: 'bolts' })).toEqual(['beta']);
    expect(await names(catalog.searchCatalog, { q: 'workshop' })).toEqual(['delta']);
    expect(await names(catalog.searchCatalog, { q: 'a', count: 1, start: 1 })).toEqual(['beta']);
    expect(await names(catalog.searchCatalog, { q: '%' })).toEqual([]);
  });

  test('needs something to look for', async () => {
    expect((await service.refused(catalog.searchCatalog, session)).status).toBe(400);
    expect((await service.refused(catalog.searchCatalog, { ...session, query: { q: '' } })).status).toBe(400);
  });
});

describe('categories', () => {
  test('with visible applications are listed with their number, and list them under any alias', async () => {
    const { token } = service.admin;
    const [first, second] = (await service.ok(listCategories, { token })).categories;
    if (first === undefined || second === undefined) throw new Error('no categories');
    const unseen = await publishWeb(service, 'Unseen');
    const set = (application: number, category_psk: number[]) =>
      service.ok(setApplicationCategories, { token, params: { application }, body: { category_psk } });
    await set(apps.alpha.psk, [first.psk]);
    await set(apps.beta.psk, [first.psk]);
    await set(unseen.psk, [second.psk]);
    const { categories } = await service.ok(catalog.listCatalogCategories, session);
    expect(categories).toMatchObject([{ name: first.name, application_count: 2 }]);
    for (const category of [first.psk, first.constant, categories[0]?.id ?? '']) {
      expect(await names(catalog.listCategoryApplications, {}, { category })).toEqual(['alpha', 'beta']);
    }
    expect(await names(catalog.listCategoryApplications, {}, { category: second.psk })).toEqual([]);
    expect(await names(catalog.searchCatalog, { q: first.name })).toEqual(['alpha', 'beta']);
    const nowhere = { ...session, params: { category: 'nowhere' } };
    expect(await service.refused(catalog.listCategoryApplications, nowhere)).toMatchObject({ status: 404 });
  });
});

describe('featured', () => {
  test('are applications with a banner by weight, and none when banners are switched off', async () => {
    const { token, orgId } = service.admin;
    const bytes = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    for (const app of [apps.alpha, apps.gamma]) {
      const files = { banner_file: { bytes, name: 'banner.png' } };
      await service.uploaded(setBanner, { token, params: { application: app.id }, files });
    }
    expect(await names(catalog.listFeatured)).toEqual(['gamma', 'alpha']);
    const body = { banner_image_enabled: false };
    await service.ok(updateOrganization, { token, params: { org_id: orgId }, body });
    expect(await names(catalog.listFeatured)).toEqual([]);
    const { applications } = await service.ok(catalog.listCatalog, session);
    expect(applications.every(({ banner_image_url }) => banner_image_url === null)).toBe(true);
  });
});

describe('what the person did', () => {
  test('downloads are counted, lead the popular list, and make the downloaded one', async () => {
    await download(apps.gamma);
    expect(await names(catalog.listPopular)).toEqual(['gamma', 'alpha', 'beta', 'delta']);
    expect(await names(catalog.listDownloaded)).toEqual(['gamma']);
    const [entry] = (await service.ok(catalog.listDownloaded, session)).applications;
    expect(entry?.catalog_info).toMatchObject({
      num_downloads: 1,
      last_version_downloaded_id: apps.gamma.versionId,
      last_install_file_downloaded_id: apps.gamma.fileId,
    });
    const colleague = await service.signIn(await service.makeUser());
    expect((await service.ok(catalog.listDownloaded, colleague)).applications).toEqual([]);
  });

  test('a review is quoted and counted at once', async () => {
    const params = { application: apps.gamma.id };
    const comment = `Never\n lost  a bolt since. ${'And so on. '.repeat(30)}`;
    await service.ok(rateApplication, { ...session, params, body: { like: 1, title: 'Good', comment } });
    const { application } = await service.ok(catalog.readCatalogApplication, { ...session, params });
    expect(application.catalog_info).toMatchObject({ user_liked: 1, num_likes: 1, num_dislikes: 0 });
    expect(application.catalog_info.review_quote).toMatch(/^Never lost a bolt since\. And so on\..*…$/);
    expect(await names(catalog.listCatalog, { sort: '-num_likes,name' })).toEqual([
      'gamma',
      'alpha',
      'beta',
      'delta',
    ]);
  });

  test('an update waits for what is installed in an older version', async () => {
    const report = (version_id: string) =>
      service.ok(postInstalled, {
        ...session,
        body: { applications: [{ id: apps.alpha.psk, version_id }] },
      });
    await report(apps.alpha.versionId);
    expect(await names(catalog.listUpdates)).toEqual([]);
    const bytes = apk('org.example.alpha', 2);
    const second = await publishVersion(service, apps.alpha, {}, { bytes, name: 'a.apk' });
    expect(await names(catalog.listUpdates)).toEqual(['alpha']);
    const [entry] = (await service.ok(catalog.listUpdates, session)).applications;
    expect(entry?.catalog_info.has_update).toBe(true);
    await report(second.versionId);
    expect(await names(catalog.listUpdates)).toEqual([]);
  });
});

test('one application has all that its page shows', async () => {
  const { token } = service.admin;
  const bytes = await sharp({ create: { width: 40, height: 80, channels: 3, background: '#468' } })
    .png()
    .toBuffer();
  const { path } = await service.uploaded(setPhoneScreenshot, {
    token,
    params: { application: apps.beta.id, slot: 2 },
    files: { screenshot_file: { bytes, name: 'shot.png' } },
  });
  const params = { application: apps.beta.psk };
  const { application } = await service.ok(catalog.readCatalogApplication, { ...session, params });
  expect(application).toMatchObject({
    id: apps.beta.id,
    url: 'https://beta.example.org/',
    screenshots: { phone: [path], tablet: [] },
    mandatory: false,
    installed_version_id: null,
    catalog_info: { install_uri: 'https://beta.example.org/' },
    reviews_enabled: false,
  });
  expect((await service.fetch(path)).status).toBe(200);
});
