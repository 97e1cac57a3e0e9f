import { join } from 'node:path';
import { parse } from 'plist';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import type { ParamsOf } from '../../../contract/common/request.ts';
import * as downloads from '../../../contract/downloads.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { iPad } from '../../setup/world/people.ts';
import {
  ipa,
  type PublishedApplication,
  publish,
  publishAndroid,
  publishIos,
  publishVersion,
  publishWeb,
} from '../../setup/world/publishing.ts';
import { addKind } from '../kinds.ts';
import { type Person, personWith } from './people.ts';

/** Document 3, Downloads and installs: Response for iOS. */
let service: TestService;
let person: Person;
let app: PublishedApplication;
let must: PublishedApplication;
beforeAll(async () => {
  // The catalog's own pictures stand in for those that packages lack.
  service = await startService({ catalogDir: join(import.meta.dirname, '../../../public') });
  app = await publishIos(service, 'org.example.depot', {
    app_name: 'Depot & Söhne <1>',
    author: 'Work "shop"',
  });
  must = await publishIos(service, 'org.example.must', { app_name: 'Must' });
  const android = await publishAndroid(service, 'org.example.android');
  const web = await publishWeb(service, 'Web');
  const profile = (await addKind(service, 'iosConfiguration', { enabled: true })).application;
  const free = [app, android, web, profile].map(({ psk }) => ({ id: psk }));
  person = await personWith(service, [...free, { id: must.psk, is_mandatory: true }], iPad);
});
afterAll(() => service.stop());

interface Manifest {
  items: { assets: Record<string, unknown>[]; metadata: Record<string, string> }[];
}
async function manifest<O extends Operation>(operation: O, params?: ParamsOf<O>, who = person.session) {
  const { status, headers, body } = await service.call<Operation>(operation, { params, query: { ...who } });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^(application|text)\/xml/);
  expect(body).toContain('<!DOCTYPE plist');
  return parse(String(body)) as unknown as Manifest;
}
const bundles = ({ items }: Manifest) => items.map(({ metadata }) => metadata['bundle-identifier']);

describe.each([
  { operation: downloads.installApplication, params: () => ({ application: app.id }) },
  { operation: downloads.installApplication, params: () => ({ application: app.psk }) },
  { operation: downloads.installVersion, params: () => ({ version: app.versionId }) },
])('GET $operation.path answers a property list', ({ operation, params }) => {
  test('with an items array of one item: assets and metadata', async () => {
    const found = await manifest(operation, params());
    expect(Object.keys(found)).toEqual(['items']);
    expect(found.items).toHaveLength(1);
    expect(Object.keys(found.items[0] ?? {}).toSorted()).toEqual(['assets', 'metadata']);
  });

  test('assets: software-package, full-size-image, display-image, each with url, needs-shine on the images', async () => {
    const assets = (await manifest(operation, params())).items[0]?.assets ?? [];
    expect(assets.map(({ kind }) => kind)).toEqual(['software-package', 'full-size-image', 'display-image']);
    expect(assets.map((asset) => typeof asset['needs-shine'])).toEqual(['undefined', 'boolean', 'boolean']);
    for (const { url } of assets) expect((await service.fetch(String(url))).status).toBe(200);
  });

  test('metadata: bundle-identifier, bundle-version, kind software, subtitle, title', async () => {
    expect((await manifest(operation, params())).items[0]?.metadata).toEqual({
      'bundle-identifier': 'org.example.depot',
      'bundle-version': '1',
      kind: 'software',
      subtitle: 'Work "shop"',
      title: 'Depot & Söhne <1>',
    });
  });
});

test('a package without a picture has the same three assets', async () => {
  const bytes = testIpa({ bundleId: 'org.example.plain', icon: null });
  const plain = await publish(service, {}, { bytes, name: 'plain.ipa' });
  const { session } = await personWith(service, [{ id: plain.psk }], { ...iPad, udid: 'plain-ipad' });
  const found = await manifest(downloads.installApplication, { application: plain.id }, session);
  const assets = found.items[0]?.assets ?? [];
  expect(assets.map(({ kind }) => kind)).toEqual(['software-package', 'full-size-image', 'display-image']);
  const picture = await service.fetch(String(assets[2]?.['url']));
  expect(picture.headers.get('content-type')).toBe('image/png');
});

describe('the all, mandatory and update calls', () => {
  test('all: every application that is available and can be installed so', async () => {
    expect(bundles(await manifest(downloads.installAll))).toEqual(['org.example.depot', 'org.example.must']);
  });

  test('mandatory: all mandatory native apps', async () => {
    expect(bundles(await manifest(downloads.installMandatory))).toEqual(['org.example.must']);
  });

  test('update: updates of what is installed on the device', async () => {
    const old = await publishIos(service, 'org.example.old');
    const { session } = await personWith(service, [{ id: old.psk }, { id: app.psk }], iPad);
    const body = { applications: [{ bundle_id: 'org.example.old', version_num: '1.0' }, { id: app.id }] };
    await service.ok(postInstalled, { ...session, body });
    await publishVersion(service, old, {}, { bytes: ipa('org.example.old', 2), name: 'a.ipa' });
    const found = await manifest(downloads.installUpdates, undefined, session);
    expect(found.items.map(({ metadata }) => metadata['bundle-version'])).toEqual(['2']);
  });

  test.each([downloads.installAll, downloads.installMandatory, downloads.installUpdates])(
    '$path with nothing to install: the items array is empty',
    async (operation) => {
      const web = await publishWeb(service, 'Nothing');
      const { session } = await personWith(service, [{ id: web.psk }], iPad);
      expect(await manifest(operation, undefined, session)).toEqual({ items: [] });
    },
  );
});

test('a manifest is kept by no cache, and HEAD sends nothing of it', async () => {
  const { token, udid } = person.session;
  const address = `/v2/downloads/install/applications/all?token=${token}&udid=${udid}`;
  const head = await service.fetch(address, { method: 'HEAD' });
  expect([head.status, head.body]).toEqual([200, '']);
  expect(head.headers.get('cache-control')).toContain('no-store');
});
