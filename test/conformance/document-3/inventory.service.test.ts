import { describe, expect, test } from 'vitest';
import { type InventoryItem, listInstalled, postInstalled } from '../../../contract/inventory.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { apk, publishAndroid, publishVersion, publishWeb } from '../../setup/world/publishing.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { personWith, sessionOf } from './people.ts';

/** What is installed: document 3, Other catalog endpoints; open choices, Catalog. */
const service = await openService();
const app = await publishAndroid(service, 'org.example.installed', { app_name: 'App' });
const newer = await publishVersion(
  service,
  app,
  {},
  { bytes: apk('org.example.installed', 2), name: 'a.apk' },
);
const web = await publishWeb(service, 'Web');
const person = await personWith(service, [{ id: app.psk }, { id: web.psk }]);

const post = (applications: InventoryItem[], session = person.session) =>
  service.ok(postInstalled, { ...session, body: { applications } });
const list = async (session = person.session) => (await service.ok(listInstalled, session)).applications;
const refused = (body: unknown) => service.refused(unchecked(postInstalled), { ...person.session, body });

describe('POST posts the list of installed apps', () => {
  test('applications are as GET, with installed_version_id and reported', async () => {
    const { applications } = await post([{ id: app.id, version_id: app.versionId }]);
    const table: FieldTable = { installed_version_id: 'string or null', reported: 'timestamp' };
    expect(wrongFields(table, applications[0] ?? {})).toEqual([]);
    const withoutLinks = (entry: (typeof applications)[number]) => ({ ...entry, catalog_info: null });
    expect((await list()).map(withoutLinks)).toEqual(applications.map(withoutLinks));
    expect(Math.abs(Date.parse(applications[0]?.reported ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('id or bundle_id, version_id or version_num, either optional', async () => {
    const items: [object, string | null][] = [
      [{ id: app.id }, null],
      [{ id: app.psk }, null],
      [{ bundle_id: 'org.example.installed' }, null],
      [{ id: app.id, version_id: app.versionId }, app.versionId],
      [{ id: app.id, version_num: '2.0' }, newer.versionId],
      [{ bundle_id: 'org.example.installed', version_num: '1.0' }, app.versionId],
      [{ bundle_id: 'org.example.installed', version_num: '0.9' }, null],
    ];
    for (const [item, installed] of items) {
      const { applications, unknown } = await post([item]);
      expect(applications.map((entry) => [entry.id, entry.installed_version_id])).toEqual([
        [app.id, installed],
      ]);
      expect(unknown).toEqual([]);
    }
  });

  test('is the whole list for this device, replacing the last', async () => {
    await post([{ id: app.id }, { id: web.id }]);
    expect((await list()).map(({ id }) => id)).toEqual([app.id, web.id]);
    await post([{ id: web.id }]);
    expect((await list()).map(({ id }) => id)).toEqual([web.id]);
    await post([]);
    expect(await list()).toEqual([]);
  });

  test('is only for this device', async () => {
    await post([{ id: app.id }]);
    expect(await list(await sessionOf(service, person.user, { udid: 'other-device' }))).toEqual([]);
  });

  test('unknown has the items that match no application of the organization, with their own fields', async () => {
    const { admin } = await service.makeOrganization();
    const stranger = { bundle_id: 'com.example.stranger', version_num: '7' };
    const noise = { ...stranger, label: 'x'.repeat(10_000), icons: [[[]]] };
    const answer = await post([noise, { id: admin.id }, { id: app.id }]);
    expect(answer.unknown).toEqual([stranger, { id: admin.id }]);
    expect(answer.applications.map(({ id }) => id)).toEqual([app.id]);
  });

  test('many reports at once leave one of them whole', async () => {
    const reports = [[{ id: app.id }], [{ id: web.id }], [{ id: app.id }, { id: web.id }], []];
    await Promise.all([...reports, ...reports].map((items) => post(items)));
    const left = (await list()).map(({ id }) => ({ id }));
    expect(reports).toContainEqual(left);
  });
});

describe('what is refused', () => {
  test.each([
    ['no body', undefined],
    ['null', null],
    ['a list', []],
    ['no list', {}],
    ['null for a list', { applications: null }],
    ['an object for a list', { applications: { id: 'a' } }],
    ['a text for an item', { applications: ['org.example.installed'] }],
    ['null for an item', { applications: [null] }],
    ['an item without a name', { applications: [{ version_num: '1.0' }] }],
    ['an id of the wrong type', { applications: [{ id: 1.5 }] }],
    ['an id below 1', { applications: [{ id: -1 }] }],
    ['an id beyond every number', { applications: [{ id: 1e300 }] }],
    ['an id that is none', { applications: [{ id: 'a/b' }] }],
    ['a list for an id', { applications: [{ id: ['a'] }] }],
    ['an empty bundle_id', { applications: [{ bundle_id: '' }] }],
    ['a bundle_id that is too long', { applications: [{ bundle_id: 'x'.repeat(301) }] }],
    ['a number for a version_num', { applications: [{ id: 'a', version_num: 1 }] }],
    ['a version_num that is too long', { applications: [{ id: 'a', version_num: 'x'.repeat(101) }] }],
    ['a NUL', { applications: [{ bundle_id: 'a\u0000' }] }],
    ['half a letter', { applications: [{ bundle_id: '\ud83d' }] }],
    ['too many items', { applications: Array.from({ length: 5001 }, () => ({ id: 'a' })) }],
  ])('%s', async (_, body) => {
    await post([{ id: app.id }]);
    expect(await refused(body)).toMatchObject({ status: 400, code: 1000 });
    expect((await list()).map(({ id }) => id)).toEqual([app.id]);
  });

  test('a body that is too large', async () => {
    const applications = [{ bundle_id: 'a', junk: 'x'.repeat(12 * 1024 * 1024) }];
    expect(await refused({ applications })).toMatchObject({ status: 413, code: 1008 });
  });

  test.each(['{', '{"applications":[{"id":}]}', 'applications=[]', '\ufeff'])('no JSON: %s', async (text) => {
    const { token, udid } = person.session;
    const headers = { 'x-token': token, 'x-udid': udid, 'content-type': 'application/json' };
    const path = '/v1/catalog/applications/installed/';
    expect((await service.fetch(path, { method: 'POST', headers, body: text })).status).toBe(400);
  });

  test('numbers larger than any psk name nothing', async () => {
    const ids = [Number.MAX_SAFE_INTEGER, '999999999999999', '9'.repeat(64)];
    const { unknown } = await post(ids.map((id) => ({ id, version_id: id })));
    expect(unknown).toHaveLength(3);
  });
});
