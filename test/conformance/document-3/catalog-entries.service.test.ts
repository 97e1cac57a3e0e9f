import { describe, expect, test } from 'vitest';
import type { NewApplication } from '../../../contract/application-fields.ts';
import { setBanner } from '../../../contract/application-media.ts';
import { listCatalog, readCatalogApplication, readCatalogVersion } from '../../../contract/catalog.ts';
import { listCategories, setApplicationCategories } from '../../../contract/categories.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { picture } from '../../fixtures/pictures.ts';
import { openService } from '../../setup/open-service.ts';
import { androidPhone, iPad } from '../../setup/world/people.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { addKind, type KindName, kindNames, kinds } from '../kinds.ts';
import { fieldNames, personWith, type Session, sessionOf } from './people.ts';

const ids = new Map<KindName, string>();
const desk = { udid: 'desk', operating_system: 0, form_factor: 0 } as const;
/** Document 3, Catalog application entry. */
const service = await openService();
const apps = [];
for (const name of kindNames) {
  const { application } = await addKind(service, name, { enabled: true });
  ids.set(name, application.id);
  apps.push({ id: application.psk, is_mandatory: name === 'iosNative' });
}
const person = await personWith(service, apps, desk);

const entryOf = async (name: KindName, session: Session = person.session) => {
  const { applications } = await service.ok(listCatalog, { ...session, query: { count: 1000 } });
  const found = applications.find(({ id }) => id === ids.get(name));
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found;
};

const entry: FieldTable = {
  id: 'string',
  url_scheme: 'string or null',
  type: 'integer',
  bundle_id: 'string',
  add_to_start: 'boolean',
  banner_image_url: 'string or null',
  reviews_enabled: 'boolean',
  required_by_group: 'boolean',
  categories: 'list',
  catalog_info: 'object',
  version: 'object',
};
const info: FieldTable = {
  install_uri: 'string',
  has_update: 'boolean',
  user_liked: 'integer or null',
  review_quote: 'string',
  num_likes: 'integer',
  num_dislikes: 'integer',
  num_downloads: 'integer',
  last_install_file_downloaded_id: 'string or null',
  last_version_downloaded_id: 'string or null',
};
const version: FieldTable = {
  id: 'string',
  app_name: 'string',
  version_num: 'string',
  version_note: 'string',
  binary_version: 'string or null',
  short_description: 'string',
  long_description: 'string',
  custom_metadata: 'object or null',
  release_date: 'timestamp',
  icon_path: 'string',
  install_file: 'object or null',
};
const installFile: FieldTable = {
  id: 'string',
  sign_credentials_id: 'string or null',
  expires: 'timestamp or null',
  created: 'timestamp',
  path: 'string',
  size: 'integer',
};
const category: FieldTable = {
  id: 'string',
  constant: 'string',
  name: 'string',
  icon_path: 'string',
  org_id: 'string',
  i18n_token: 'string',
  description: 'string',
};

/** A hybrid application for Android has an entry when it is signed. */
const listed = kindNames.filter((name) => name !== 'androidHybrid');

describe.each(listed)('an entry of %s', (name) => {
  test('has every field of its table, of its type, in its parts too', async () => {
    const shown = await entryOf(name);
    expect(shown.type).toBe(kinds[name].type);
    expect(wrongFields(entry, shown)).toEqual([]);
    expect(wrongFields(info, shown.catalog_info)).toEqual([]);
    expect(wrongFields(version, shown.version)).toEqual([]);
    expect(Object.keys(shown.catalog_info).toSorted()).toEqual(Object.keys(info).toSorted());
  });

  test('has an install file: the one it was made from, or its address in place of one', async () => {
    const { version, url } = await entryOf(name);
    expect(wrongFields(installFile, version.install_file)).toEqual([]);
    const isFile = 'file' in kinds[name] || name === 'iosHybrid';
    expect(version.install_file.size > 0).toBe(isFile);
    expect(version.install_file).toMatchObject(isFile ? {} : { path: url, size: 0, checksum: '' });
  });
});

test('the catalog user sees only the fields appropriate for end users', async () => {
  const { body } = await service.call(listCatalog, { ...person.session, query: { count: 1000 } });
  const application = { application: ids.get('iosNative') ?? '' };
  const single = await service.call(readCatalogApplication, { ...person.session, params: application });
  const hidden = ['status', 'enabled', 'push_enabled', 'no_auth_delivery_enabled', 'is_adhoc', 'psk'];
  const inside = ['sign_status', 'wrap_status', 'providerx_verification_status', 'notify_users'];
  const ofFiles = ['binary_metadata', 'provisioning_profile', 'plist', 'vendor_wrapper_version'];
  for (const name of [...hidden, ...inside, ...ofFiles]) {
    expect(fieldNames(body)).not.toContain(name);
    expect(fieldNames(single.body)).not.toContain(name);
  }
});

test('required_by_group says whether a group makes it mandatory', async () => {
  expect((await entryOf('iosNative')).required_by_group).toBe(true);
  expect((await entryOf('androidNative')).required_by_group).toBe(false);
});

describe('categories', () => {
  test('are objects with their fields and no other', async () => {
    const { token } = service.admin;
    const [first, second] = (await service.ok(listCategories, { token })).categories;
    const params = { application: ids.get('web') ?? '' };
    const body = { category_psk: [first?.psk ?? 0, second?.psk ?? 0] };
    await service.ok(setApplicationCategories, { token, params, body });
    const shown = (await entryOf('web')).categories;
    expect(new Set(shown.map(({ name }) => name))).toEqual(new Set([first?.name, second?.name]));
    for (const row of shown) {
      expect(wrongFields(category, row)).toEqual([]);
      expect(Object.keys(row).toSorted()).toEqual(Object.keys(category).toSorted());
      expect(row.org_id).toBe(service.admin.orgId);
    }
  });
});

describe('banner_image_url', () => {
  test('is an address of the banner where banners are allowed', async () => {
    const { token, orgId } = service.admin;
    const params = { application: ids.get('web') ?? '' };
    const files = { banner_file: { bytes: await picture('png'), name: 'banner.png' } };
    expect((await entryOf('web')).banner_image_url).toBe(null);
    await service.uploaded(setBanner, { token, params, files });
    const address = (await entryOf('web')).banner_image_url ?? '';
    expect((await service.fetch(address)).headers.get('content-type')).toMatch(/^image\//);
    const allow = (banner_image_enabled: boolean) =>
      service.ok(updateOrganization, { token, params: { org_id: orgId }, body: { banner_image_enabled } });
    await allow(false);
    expect((await entryOf('web')).banner_image_url).toBe(null);
    await allow(true);
  });
});

test('icon_path is an address of the icon', async () => {
  const { icon_path } = (await entryOf('androidNative')).version;
  expect((await service.fetch(icon_path)).headers.get('content-type')).toMatch(/^image\//);
});

describe('install_uri', () => {
  test('is an iOS install-manifest URI', async () => {
    const session = await sessionOf(service, person.user, { ...iPad, udid: 'uri-ipad' });
    const uri = new URL((await entryOf('iosNative', session)).catalog_info.install_uri);
    expect(uri.protocol).toBe('itms-services:');
    expect(uri.searchParams.get('action')).toBe('download-manifest');
    const manifest = await service.fetch(uri.searchParams.get('url') ?? '');
    expect(manifest.body).toContain('<string>software-package</string>');
  });

  test('is a download address', async () => {
    const session = await sessionOf(service, person.user, { ...androidPhone, udid: 'uri-phone' });
    const { install_uri } = (await entryOf('androidNative', session)).catalog_info;
    const redirect = await service.fetch(install_uri);
    expect(redirect.status).toBe(302);
    expect((await service.fetch(redirect.headers.get('location') ?? '')).status).toBe(200);
  });

  test.each<KindName>(['web', 'iosStore', 'androidStore'])(
    'of %s, which has no file, is its address',
    async (name) => {
      const kind: { data: NewApplication } = kinds[name];
      expect((await entryOf(name)).catalog_info.install_uri).toBe(kind.data.url);
    },
  );
});

describe('GET /v2/catalog/applications/versions/<version>', () => {
  test('answers the version with its catalog_info', async () => {
    const shown = await entryOf('androidNative');
    const request = { ...person.session, params: { version: shown.version.id } };
    const { version: read } = await service.ok(readCatalogVersion, request);
    const { catalog_info, ...fields } = read;
    expect(fields).toEqual(shown.version);
    expect(wrongFields(info, catalog_info)).toEqual([]);
    expect(catalog_info.install_uri).toContain(`/v1/downloads/install/versions/${shown.version.id}`);
  });
});
