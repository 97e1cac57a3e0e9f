import { describe, expect, test } from 'vitest';
import { setBanner, setPhoneScreenshot } from '../../contract/application-media.ts';
import * as catalog from '../../contract/catalog.ts';
import { listCategories, setApplicationCategories } from '../../contract/categories.ts';
import type { Operation } from '../../contract/common/operation.ts';
import type { DeviceInfo } from '../../contract/devices.ts';
import * as downloads from '../../contract/downloads.ts';
import { listInstalled, postInstalled } from '../../contract/inventory.ts';
import { operations } from '../../contract/operations.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { syncCatalog } from '../../contract/sync.ts';
import { addKind, kindNames } from '../conformance/kinds.ts';
import { picture } from '../fixtures/pictures.ts';
import { openService } from '../setup/open-service.ts';
import { androidPhone, iPad } from '../setup/world/people.ts';
import {
  apk,
  ipa,
  makeGroup,
  publish,
  publishAndroid,
  publishIos,
  publishVersion,
} from '../setup/world/publishing.ts';

/**
 * Answers that are assembled from prepared JSON: each is checked against its schema, with entries that have everything
 * an entry can show.
 */
const lists = [
  catalog.listCatalog,
  catalog.listFeatured,
  catalog.listPopular,
  catalog.listUpdates,
  catalog.listDownloaded,
  catalog.listMandatory,
  catalog.listCategoryApplications,
  catalog.searchCatalog,
  listInstalled,
];
const others = [
  catalog.listCatalogCategories,
  catalog.readCatalogApplication,
  catalog.readCatalogVersion,
  postInstalled,
  downloads.installAll,
  downloads.installMandatory,
  downloads.installUpdates,
  syncCatalog,
];

const devices = {
  'an iPad': iPad,
  'an Android phone': androidPhone,
  'a desk': { operating_system: 0, form_factor: 0 },
} satisfies Record<string, Partial<DeviceInfo>>;
type DeviceName = keyof typeof devices;
const deviceNames = Object.keys(devices) as DeviceName[];

const sessions: Partial<Record<DeviceName, { token: string; udid: string }>> = {};
const sessionOn = (name: DeviceName) => {
  const session = sessions[name];
  if (session === undefined) throw new Error(`nobody signed in on ${name}`);
  return session;
};

/**
 * Native applications with everything: a banner, screenshots, a category, an update of an installed version, a rating,
 * a download.
 */
async function natives() {
  const { token } = service.admin;
  const apps = [
    { name: 'app.apk', bytes: apk, first: await publishAndroid(service, 'org.example.full') },
    { name: 'app.ipa', bytes: ipa, first: await publishIos(service, 'org.example.full') },
  ];
  for (const { name, bytes, first } of apps) {
    const request = { token, params: { application: first.id } };
    const banner = { bytes: await picture('png', { width: 720, height: 444 }), name: 'banner.png' };
    await service.uploaded(setBanner, { ...request, files: { banner_file: banner } });
    const screenshot = { bytes: await picture('png', { width: 1080, height: 1920 }), name: 'screen.png' };
    const params = { ...request.params, slot: 1 };
    await service.uploaded(setPhoneScreenshot, {
      ...request,
      params,
      files: { screenshot_file: screenshot },
    });
    await service.ok(setApplicationCategories, { ...request, body: { category_psk: [categoryPsk] } });
    await publishVersion(service, first, { required: true }, { bytes: bytes('org.example.full', 2), name });
  }
  return apps.map(({ first }) => first);
}

const service = await openService();
const categoryPsk =
  (await service.ok(listCategories, { token: service.admin.token })).categories[0]?.psk ?? 0;
const kinds = [];
for (const name of kindNames) kinds.push((await addKind(service, name, { enabled: true })).application.psk);
const full = await natives();
const bare = await publish(service, { url: 'https://bare.example.org/' });
const user = await service.makeUser();
await makeGroup(service, 'Everything', {
  apps: [
    ...[...kinds, bare.psk].map((id) => ({ id })),
    ...full.map(({ psk }) => ({ id: psk, is_mandatory: true })),
  ],
  users: [user],
});
for (const name of deviceNames) {
  const session = await service.signIn(user, { ...devices[name], udid: `udid of ${name}` });
  sessions[name] = session;
  const installed = full.map(({ id, versionId }) => ({ id, version_id: versionId }));
  const body = { applications: [...installed, { bundle_id: 'org.example.unknown' }] };
  await service.ok(postInstalled, { ...session, body });
  const { id } = full[name === 'an iPad' ? 1 : 0] ?? bare;
  const request = { ...session, params: { application: id } };
  await service.ok(rateApplication, { ...request, body: { like: 1, title: 'Good', comment: 'It is' } });
  const { application } = await service.ok(catalog.readCatalogApplication, request);
  await download(application.catalog_info.install_uri);
}

/** Begins an installation as the device would: the manifest or redirect, then the file. */
async function download(uri: string): Promise<void> {
  const manifest = new URLSearchParams(uri.split('?', 2)[1]).get('url');
  const { headers, body } = await service.fetch(uri.startsWith('itms-services:') ? (manifest ?? '') : uri);
  const inManifest = /software-package[\s\S]*?<string>(http[^<]*)/.exec(String(body))?.[1];
  const file = headers.get('location') ?? inManifest?.replaceAll('&amp;', '&') ?? '';
  expect((await service.fetch(file)).status).toBe(200);
}

describe.each(deviceNames)('on %s', (name) => {
  const ask = (query: Record<string, string | number>) => ({
    ...sessionOn(name),
    query,
    params: { category: categoryPsk },
  });

  test.each(lists)('a page of $name is as its schema says, whole and cut', async (operation) => {
    const text = operation === catalog.searchCatalog ? { q: 'e' } : {};
    const whole = await service.ok(operation, ask({ ...text, count: 1000 }));
    expect(whole.applications).not.toEqual([]);
    expect(whole.applications).toHaveLength(whole.paging.total);
    const cut = await service.ok(operation, ask({ ...text, start: 1, count: 1, links: 'none' }));
    expect(cut.paging.previous).not.toBeNull();
    const none = await service.ok(operation, ask({ ...text, start: 5000 }));
    expect(none.applications).toEqual([]);
  });

  test('every application and version is as its schema says', async () => {
    const session = sessionOn(name);
    const query = { count: 1000 };
    const { applications } = await service.ok(catalog.listCatalog, { ...session, query });
    for (const { id, version } of applications) {
      await service.ok(catalog.readCatalogApplication, { ...session, params: { application: id } });
      await service.ok(catalog.readCatalogVersion, { ...session, params: { version: version.id } });
    }
    expect((await service.ok(catalog.listCatalogCategories, session)).categories).not.toEqual([]);
    expect((await service.ok(syncCatalog, session)).entries).toHaveLength(applications.length);
  });
});

test('what an Android device installs at once is as its schema says', async () => {
  const query = sessionOn('an Android phone');
  for (const operation of [downloads.installAll, downloads.installMandatory, downloads.installUpdates]) {
    expect((await service.ok(operation, { query })).applications).not.toEqual([]);
  }
});

test('no answer of catalog entries is left out above', () => {
  const checked: readonly Operation[] = [...lists, ...others];
  const withEntries = operations.filter((operation) => {
    const { response }: Operation = operation;
    return JSON.stringify(response).includes('"catalog_info"');
  });
  expect(withEntries.filter((operation) => !checked.includes(operation))).toEqual([]);
});
