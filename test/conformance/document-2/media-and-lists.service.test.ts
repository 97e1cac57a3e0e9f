import { describe, expect, test } from 'vitest';
import {
  deleteBanner,
  deletePhoneScreenshot,
  deleteTabletScreenshot,
  listRelatedMedia,
  listScreenshots,
  setBanner,
  setIcon,
  setPhoneScreenshot,
  setTabletScreenshot,
} from '../../../contract/application-media.ts';
import {
  addVersion,
  deleteApplication,
  listAppCatalogs,
  listApplications,
  listApplicationsV1,
  listUserApplications,
  readApplication,
  readApplicationStats,
  readVersion,
  updateApplication,
} from '../../../contract/applications.ts';
import { listCategories, setApplicationCategories } from '../../../contract/categories.ts';
import { listGroupApplications } from '../../../contract/groups.ts';
import { picture } from '../../fixtures/pictures.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { makeGroup } from '../../setup/world/publishing.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { addKind } from '../kinds.ts';

/** Document 2, Other application endpoints, Categories, Errors. */
const service = await openService();
const token = service.admin.token;
const id = (await addKind(service, 'androidNative')).application.id;

type PictureOperation =
  | typeof setIcon
  | typeof setBanner
  | typeof setPhoneScreenshot
  | typeof setTabletScreenshot;

describe('pictures', () => {
  const screenshots = [
    ['phone', setPhoneScreenshot, deletePhoneScreenshot],
    ['tablet', setTabletScreenshot, deleteTabletScreenshot],
  ] as const;
  const upload = async (operation: PictureOperation, part: string, slot?: number) => {
    const files = { [part]: { bytes: await picture('png'), name: 'a.png' } };
    const params = { application: id, ...(slot !== undefined && { slot }) };
    return service.uploaded(operation, { token, params, files });
  };

  test.each(screenshots)('POST and DELETE %s screenshots in slots 1 to 5', async (form, set, remove) => {
    for (const slot of [1, 2, 3, 4, 5]) {
      const { path } = await upload(set, 'screenshot_file', slot);
      const params = { application: id };
      const { screenshots: all } = await service.ok(listScreenshots, { token, params });
      expect(all[form]).toContainEqual({ slot, path });
      const { applications } = await service.ok(listApplications, { token });
      const field = `${form === 'phone' ? '' : 'tablet_'}screenshot_path${slot}`;
      expect(applications.find((row) => row.id === id)).toHaveProperty(field, path);
      expect(await service.ok(remove, { token, params: { application: id, slot } })).toEqual({
        deleted: true,
      });
    }
  });

  test.each(screenshots)('%s screenshots have no slot 0 and no slot 6', async (_, set, remove) => {
    for (const slot of [0, 6]) {
      const files = { screenshot_file: { bytes: await picture('png'), name: 'a.png' } };
      const params = { application: id, slot };
      expect(refusal(await service.upload(set, { token, params, files })).status).toBe(400);
      expect((await service.refused(remove, { token, params })).status).toBe(400);
    }
  });

  test('POST icon; POST and DELETE banner_image; GET related_media', async () => {
    const icon = (await upload(setIcon, 'icon_file')).path;
    const banner = (await upload(setBanner, 'banner_file')).path;
    const params = { application: id };
    const { related_media } = await service.ok(listRelatedMedia, { token, params });
    expect(related_media).toEqual([
      { kind: 'icon', slot: null, path: icon },
      { kind: 'banner', slot: null, path: banner },
    ]);
    const shown = async () => (await service.ok(readApplication, { token, params })).application;
    expect(await shown()).toMatchObject({ banner_image_url: banner, version: { icon_path: icon } });
    expect(await service.ok(deleteBanner, { token, params })).toEqual({ deleted: true });
    expect((await shown()).banner_image_url).toBe(null);
  });

  test('a PNG that is a ZIP archive and a web page too is served only as the picture', async () => {
    const tail = Buffer.from('<html><script>alert(1)</script></html>PK\u0003\u0004PK\u0005\u0006');
    const bytes = Buffer.concat([await picture('png'), tail]);
    const files = { icon_file: { bytes, name: 'a.html' } };
    const { path } = await service.uploaded(setIcon, { token, params: { application: id }, files });
    const answer = await fetch(new URL(path, service.url));
    const served = Buffer.from(await answer.arrayBuffer());
    expect([answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      'image/png',
      'nosniff',
    ]);
    expect([served.includes('script'), served.includes('PK\u0005\u0006')]).toEqual([false, false]);
  });
});

describe('lists', () => {
  test('GET /v1/applications/ and /v2/applications/ take list controls and say total_available', async () => {
    for (const name of ['Beta', 'alpha']) await addKind(service, 'web', { app_name: name, author: 'Lists' });
    for (const operation of [listApplicationsV1, listApplications]) {
      const query = { search: 'LISTS', sort: 'name', page: '0,1' };
      const { applications, total_available } = await service.ok(operation, { token, query });
      expect([applications.map(({ name }) => name), total_available]).toEqual([['alpha'], 2]);
    }
  });

  test('sort_weight: the lower value is higher in lists, then the one added first', async () => {
    const group = await makeGroup(service, 'Weighers');
    const user = await service.makeUser({ groups: [group] });
    const weights = [20, undefined, 10, -5, 10];
    for (const [at, sort_weight] of weights.entries()) {
      const data = { app_name: `Weight ${at}`, author: 'Weights', enabled: true, groups: [group] };
      await addKind(service, 'web', { ...data, ...(sort_weight !== undefined && { sort_weight }) });
    }
    const query = { search: 'weights' };
    const lists = [
      await service.ok(listApplicationsV1, { token, query }),
      await service.ok(listApplications, { token, query }),
      await service.ok(listUserApplications, { token: await service.userToken(user) }),
      await service.ok(listGroupApplications, { token, params: { group } }),
    ];
    for (const { applications } of lists) {
      expect(applications.map((row) => row.name)).toEqual([3, 2, 4, 0, 1].map((at) => `Weight ${at}`));
    }
  });

  test('GET /v2/applications/user/ shows the enabled applications of own groups', async () => {
    const group = await makeGroup(service, 'Own');
    const data = { enabled: true, groups: [group] };
    const own = (await addKind(service, 'web', data)).application.id;
    await addKind(service, 'web', { ...data, enabled: false });
    const user = await service.makeUser({ groups: [group] });
    const request = { token: await service.userToken(user) };
    const { applications } = await service.ok(listUserApplications, request);
    expect(applications.map((row) => row.id)).toEqual([own]);
  });

  test('GET /v2/applications/app_catalogs/ shows the App Catalogs', async () => {
    const catalog = await addKind(service, 'iosNative', { is_app_catalog: true });
    const { app_catalogs } = await service.ok(listAppCatalogs, { token });
    expect(app_catalogs.map((row) => row.id)).toEqual([catalog.application.id]);
  });

  test('GET stats counts by day', async () => {
    const { app_stats } = await service.ok(readApplicationStats, { token, params: { application: id } });
    expect(app_stats).toEqual({ downloads: 0, installs: 0, devices: 0, likes: 0, dislikes: 0, by_day: [] });
  });
});

describe('categories', () => {
  const table: FieldTable = {
    psk: 'integer',
    org_psk: 'integer',
    constant: 'string',
    name: 'string',
    icon_path: 'string',
    description: 'string',
  };
  const set = async (category_psk: number[]) =>
    (
      await service.ok(setApplicationCategories, {
        token,
        params: { application: id },
        body: { category_psk },
      })
    ).categories_assigned;

  test('the organization is pre-populated with categories', async () => {
    const { categories } = await service.ok(listCategories, { token });
    expect(categories.length).toBeGreaterThan(0);
    expect(categories.flatMap((category) => wrongFields(table, category))).toEqual([]);
  });

  test('the list overwrites earlier assignments, invalid values are omitted, an empty list removes all', async () => {
    const [first = 0, second = 0] = (await service.ok(listCategories, { token })).categories.map(
      ({ psk }) => psk,
    );
    expect(await set([first])).toEqual([first]);
    expect(await set([second, 999_999, -1, second])).toEqual([second]);
    const { applications } = await service.ok(listApplications, { token });
    expect(applications.find((row) => row.id === id)?.categories).toEqual([second]);
    expect(await set([])).toEqual([]);
  });

  test('category_psk is required', async () => {
    const request = { token, params: { application: id }, body: {} };
    expect((await service.refused(unchecked(setApplicationCategories), request)).status).toBe(400);
  });
});

describe('an application or version that is another organization’s is not found, as one that there is none of', () => {
  const operations = [
    addVersion,
    deleteApplication,
    listRelatedMedia,
    listScreenshots,
    readApplication,
    readApplicationStats,
    readVersion,
    setApplicationCategories,
    updateApplication,
  ];
  test.each(operations)('$method $path', async (operation) => {
    const foreign = await service.makeOrganization();
    const version = (await addKind(service, 'web')).application.latest_version_id ?? '';
    const body = operation === setApplicationCategories ? { category_psk: [] } : {};
    const request = (application: string, of: string) => ({
      token: foreign.token,
      params: { application, version: of },
      ...(operation.method !== 'GET' && operation.method !== 'DELETE' && { body }),
    });
    const strange = await service.refused(unchecked(operation), request(id, version));
    const unheard = await service.refused(unchecked(operation), request('nothing', 'nothing'));
    expect([strange.status, strange.code, strange.message]).toEqual([404, 1010, unheard.message]);
  });
});
