import { describe, expect, test } from 'vitest';
import { setPhoneScreenshot, setTabletScreenshot } from '../../../contract/application-media.ts';
import { listCatalog, readCatalogApplication, readCatalogVersion } from '../../../contract/catalog.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { picture } from '../../fixtures/pictures.ts';
import { openService } from '../../setup/open-service.ts';
import { apk, publishAndroid, publishVersion } from '../../setup/world/publishing.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { personWith } from './people.ts';

/** Document 3, GET /v2/catalog/applications/<application> and /versions/<version>; open choices, Catalog. */
const service = await openService();
const app = await publishAndroid(service, 'org.example.single', { app_name: 'Single', author: 'Workshop' });
const data = { version_note: 'Finds nuts too.', required: true, required_by: '2031-01-02T03:04:05Z' };
const second = await publishVersion(service, app, data, {
  bytes: apk('org.example.single', 2),
  name: 'a.apk',
});
const person = await personWith(service, [{ id: app.psk }]);

const read = async (application: string | number = app.id) =>
  (await service.ok(readCatalogApplication, { ...person.session, params: { application } })).application;

const table: FieldTable = {
  screenshots: 'object',
  min_os_version: 'string or null',
  author: 'string',
  form_factor: 'integer',
  versions: 'list',
  mandatory: 'boolean',
  required_by: 'timestamp',
  installed_version_id: 'string or null',
  other_certificate: 'boolean',
  signed_by: 'object or null',
};

describe('application', () => {
  test('is the entry of the list, and more', async () => {
    const single = await read();
    const [listed] = (await service.ok(listCatalog, person.session)).applications;
    expect(single).toMatchObject(listed ?? {});
    expect(wrongFields(table, single)).toEqual([]);
    expect(Object.keys(single).toSorted()).toEqual(
      [...new Set([...Object.keys(listed ?? {}), ...Object.keys(table)])].toSorted(),
    );
  });

  test('is the same under every alias of its identifier, with and without the last slash', async () => {
    expect(await read(app.psk)).toEqual(await read());
    const headers = { 'x-token': person.session.token, 'x-udid': person.session.udid };
    for (const end of ['', '/']) {
      const answer = await service.fetch(`/v2/catalog/applications/${app.id}${end}`, { headers });
      expect(answer).toMatchObject({ status: 200, body: { application: { id: app.id } } });
    }
  });

  test('screenshots {phone, tablet}: addresses in the order of their slots', async () => {
    expect((await read()).screenshots).toEqual({ phone: [], tablet: [] });
    const request = { token: service.admin.token };
    const set = async (
      operation: typeof setPhoneScreenshot | typeof setTabletScreenshot,
      slot: number,
      width: number,
    ) => {
      const files = { screenshot_file: { bytes: await picture('png', { width }), name: 's.png' } };
      const params = { application: app.id, slot };
      return (await service.uploaded(operation, { ...request, params, files })).path;
    };
    const third = await set(setPhoneScreenshot, 3, 90);
    const first = await set(setPhoneScreenshot, 1, 91);
    const tablet = await set(setTabletScreenshot, 5, 92);
    expect((await read()).screenshots).toEqual({ phone: [first, third], tablet: [tablet] });
    expect((await service.fetch(first)).status).toBe(200);
  });

  test('versions: those visible to the user, newest first, with notes', async () => {
    const { versions } = await read();
    expect(versions.map(({ id }) => id)).toEqual([second.versionId, app.versionId]);
    expect(versions[0]?.version_note).toBe('Finds nuts too.');
    const named = { id: app.psk, is_latest: false, versions: [app.versionId] };
    const { session } = await personWith(service, [named]);
    const params = { application: app.id };
    const { application } = await service.ok(readCatalogApplication, { ...session, params });
    expect(application.versions.map(({ id }) => id)).toEqual([app.versionId]);
    expect(application.version.id).toBe(app.versionId);
  });

  test('mandatory, required_by and installed_version_id', async () => {
    const required = { mandatory: true, required_by: '2031-01-02T03:04:05.000+00:00' };
    expect(await read()).toMatchObject({ ...required, installed_version_id: null });
    const body = { applications: [{ id: app.id, version_id: app.versionId }] };
    await service.ok(postInstalled, { ...person.session, body });
    expect((await read()).installed_version_id).toBe(app.versionId);
  });

  test('is not sent again to who has it', async () => {
    const headers = { 'x-token': person.session.token, 'x-udid': person.session.udid };
    const address = `/v2/catalog/applications/${app.id}`;
    const etag = (await service.fetch(address, { headers })).headers.get('etag') ?? '';
    const again = await service.fetch(address, { headers: { ...headers, 'if-none-match': etag } });
    expect(again).toMatchObject({ status: 304, body: '' });
  });
});

describe('version', () => {
  test('is read by every alias of its identifier', async () => {
    const { versions } = await read();
    const call = { ...person.session, params: { version: app.versionId } };
    const { version } = await service.ok(readCatalogVersion, call);
    expect(version).toMatchObject(versions[1] ?? {});
    expect(version.catalog_info.user_liked).toBe(null);
  });

  test('that the user’s groups do not name is refused with code 11', async () => {
    const named = { id: app.psk, is_latest: false, versions: [app.versionId] };
    const { session } = await personWith(service, [named]);
    const call = { ...session, params: { version: second.versionId } };
    expect(await service.refused(readCatalogVersion, call)).toMatchObject({ status: 403, code: 11 });
  });
});

describe('what the user may not access answers code 11, also what does not exist', () => {
  const odd = [
    'nothing',
    '0',
    '-1',
    '999999999999999',
    '99999999999999999999',
    '😀',
    '..%2f',
    "'",
    'x'.repeat(200),
  ];
  test.each(odd)('%s', async (identifier) => {
    const params = { application: identifier, version: identifier };
    for (const operation of [readCatalogApplication, readCatalogVersion]) {
      const refused = await service.refused(operation, { ...person.session, params });
      expect(refused).toMatchObject({ status: 403, code: 11 });
    }
  });

  test('of the organization, but of no group of the user', async () => {
    const { session } = await personWith(service, []);
    const params = { application: app.id, version: app.versionId };
    for (const operation of [readCatalogApplication, readCatalogVersion]) {
      expect((await service.refused(operation, { ...session, params })).code).toBe(11);
    }
  });

  test('an identifier that is too long is bad input', async () => {
    for (const length of [201, 299, 400]) {
      const params = { application: 'x'.repeat(length) };
      const { status } = await service.refused(readCatalogApplication, { ...person.session, params });
      expect([400, 404]).toContain(status);
    }
  });
});
