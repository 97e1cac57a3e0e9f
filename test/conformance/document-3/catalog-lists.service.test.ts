import { describe, expect, test } from 'vitest';
import { setBanner } from '../../../contract/application-media.ts';
import * as catalog from '../../../contract/catalog.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { picture } from '../../fixtures/pictures.ts';
import { openService } from '../../setup/open-service.ts';
import { iPad } from '../../setup/world/people.ts';
import {
  apk,
  type PublishedApplication,
  publishAndroid,
  publishIos,
  publishVersion,
  publishWeb,
} from '../../setup/world/publishing.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { type Person, personWith, type Session, sessionOf } from './people.ts';

/** Document 3, Other catalog endpoints; open choices, Catalog. */
const service = await openService();

type List = Operation & Pick<typeof catalog.listCatalog, 'response'>;
const namesOn = async (operation: List, session: Session) =>
  (await service.ok(operation, session)).applications.map(({ version }) => version.app_name);

async function download(person: Person, app: PublishedApplication): Promise<void> {
  const request = { ...person.session, params: { application: app.id } };
  const { catalog_info } = (await service.ok(catalog.readCatalogApplication, request)).application;
  const redirect = await service.fetch(catalog_info.install_uri);
  expect((await service.fetch(redirect.headers.get('location') ?? '')).status).toBe(200);
}

describe('GET /v2/catalog/applications/popular/', () => {
  test('is ranked by number of downloads, most first, ties by name', async () => {
    const names = ['c', 'a', 'b', 'd'];
    const apps = [];
    for (const name of names) {
      apps.push(await publishAndroid(service, `org.example.popular.${name}`, { app_name: name }));
    }
    const person = await personWith(
      service,
      apps.map(({ psk }) => ({ id: psk })),
    );
    const other = await personWith(
      service,
      apps.map(({ psk }) => ({ id: psk })),
    );
    const [c, , , d] = apps;
    if (c === undefined || d === undefined) throw new Error('not published');
    await download(person, c);
    await download(other, c);
    await download(other, d);
    expect(await namesOn(catalog.listPopular, person.session)).toEqual(['c', 'd', 'a', 'b']);
  });
});

describe('GET /v2/catalog/applications/featured/', () => {
  test('has those with a banner by sort_weight then name, and nothing when banners are disabled', async () => {
    const weights: [string, number][] = [
      ['Heavy', 9],
      ['Bee', 5],
      ['Ant', 5],
      ['None', 1],
    ];
    const apps = [];
    const { token, orgId } = service.admin;
    const bytes = await picture('png');
    for (const [name, sort_weight] of weights) {
      const app = await publishWeb(service, name, { sort_weight });
      apps.push({ id: app.psk });
      const request = { token, params: { application: app.id } };
      const files = { banner_file: { bytes, name: 'banner.png' } };
      if (name !== 'None') await service.uploaded(setBanner, { ...request, files });
    }
    const { session } = await personWith(service, apps);
    const allow = (banner_image_enabled: boolean) =>
      service.ok(updateOrganization, { token, params: { org_id: orgId }, body: { banner_image_enabled } });
    expect(await namesOn(catalog.listFeatured, session)).toEqual(['Ant', 'Bee', 'Heavy']);
    await allow(false);
    expect(await namesOn(catalog.listFeatured, session)).toEqual([]);
    await allow(true);
  });
});

describe('GET /v2/catalog/applications/updates/', () => {
  test('has native applications installed on this device of which a newer version is available', async () => {
    const app = await publishAndroid(service, 'org.example.updates', { app_name: 'Updates' });
    const web = await publishWeb(service, 'NoUpdates');
    const { session, user } = await personWith(service, [{ id: app.psk }, { id: web.psk }]);
    const report = {
      applications: [
        { id: app.id, version_num: '1.0' },
        { id: web.id, version_num: '0.1' },
      ],
    };
    await service.ok(postInstalled, { ...session, body: report });
    expect(await namesOn(catalog.listUpdates, session)).toEqual([]);
    await publishVersion(service, app, {}, { bytes: apk('org.example.updates', 2), name: 'a.apk' });
    expect(await namesOn(catalog.listUpdates, session)).toEqual(['Updates']);
    const elsewhere = await sessionOf(service, user, { udid: 'without-inventory' });
    expect(await namesOn(catalog.listUpdates, elsewhere)).toEqual([]);
  });
});

describe('GET /v2/catalog/applications/mandatory/', () => {
  test('has enabled native applications mandatory for the user and suitable for the device', async () => {
    const android = await publishAndroid(service, 'org.example.must', { app_name: 'Must' });
    const version = await publishAndroid(service, 'org.example.required', {
      app_name: 'Req',
      required: true,
    });
    const ios = await publishIos(service, 'org.example.must.ios', { app_name: 'MustIos' });
    const web = await publishWeb(service, 'MustWeb');
    const free = await publishAndroid(service, 'org.example.free');
    const must = [android, ios, web].map(({ psk }) => ({ id: psk, is_mandatory: true }));
    const apps = [...must, { id: version.psk }, { id: free.psk }];
    const { session, user } = await personWith(service, apps);
    expect(await namesOn(catalog.listMandatory, session)).toEqual(['Must', 'Req']);
    const tablet = await sessionOf(service, user, { ...iPad, udid: 'mandatory-ipad' });
    expect(await namesOn(catalog.listMandatory, tablet)).toEqual(['MustIos']);
    const { session: outsider } = await personWith(service, [{ id: android.psk }]);
    expect(await namesOn(catalog.listMandatory, outsider)).toEqual([]);
  });

  test('each entry has required_by and installed_version_id, null when not installed', async () => {
    const app = await publishAndroid(service, 'org.example.must.fields');
    const { session } = await personWith(service, [{ id: app.psk, is_mandatory: true }]);
    const table: FieldTable = { required_by: 'timestamp', installed_version_id: 'string or null' };
    const read = async () => (await service.ok(catalog.listMandatory, session)).applications[0];
    expect(wrongFields(table, (await read()) ?? {})).toEqual([]);
    expect(await read()).toMatchObject({
      required_by: '9999-12-31T23:59:59.999999',
      installed_version_id: null,
    });
    const body = { applications: [{ id: app.id, version_id: app.versionId }] };
    await service.ok(postInstalled, { ...session, body });
    expect(await read()).toMatchObject({ required_by_group: true, installed_version_id: app.versionId });
  });
});

describe('GET /v2/catalog/applications/downloaded/', () => {
  test('has applications of which the user downloaded any version, on any device', async () => {
    const app = await publishAndroid(service, 'org.example.downloaded', { app_name: 'Got' });
    const other = await publishAndroid(service, 'org.example.left');
    const apps = [{ id: app.psk }, { id: other.psk }];
    const person = await personWith(service, apps);
    expect(await namesOn(catalog.listDownloaded, person.session)).toEqual([]);
    await download(person, app);
    await publishVersion(service, app, {}, { bytes: apk('org.example.downloaded', 2), name: 'a.apk' });
    const second = await sessionOf(service, person.user, { udid: 'downloaded-second' });
    for (const session of [person.session, second]) {
      expect(await namesOn(catalog.listDownloaded, session)).toEqual(['Got']);
    }
    expect(await namesOn(catalog.listDownloaded, (await personWith(service, apps)).session)).toEqual([]);
  });
});
