import { beforeAll, describe, expect, test } from 'vitest';
import { listCatalog, listMandatory, listUpdates } from '../../contract/catalog.ts';
import { installApplication } from '../../contract/downloads.ts';
import { removeGroupUsers } from '../../contract/groups.ts';
import {
  changeInstalled,
  type InventoryChange,
  type InventoryItem,
  listInstalled,
  postInstalled,
} from '../../contract/inventory.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { iPad } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publish,
  publishAndroid,
  publishIos,
  publishVersion,
} from '../setup/world/publishing.ts';

const service = await openService();
const app = await publishAndroid(service, 'org.example.app', { app_name: 'App' });
const newer = await publishVersion(service, app, {}, { bytes: apk('org.example.app', 2), name: 'a.apk' });
const other = await publishAndroid(service, 'org.example.other', { app_name: 'Other' });
const foreign = await publishAndroid(service, 'org.example.foreign');
const user = await service.makeUser();
await makeGroup(service, 'Crew', { apps: [{ id: app.psk }, { id: other.psk }], users: [user] });
const session = await service.signIn(user);

const post = (applications: InventoryItem[], headers: Record<string, string> = {}) =>
  service.ok(postInstalled, { ...session, headers, body: { applications } });
const installed = async () =>
  (await service.ok(listInstalled, session)).applications.map((entry) => [
    entry.id,
    entry.installed_version_id,
  ]);

const byId = async () =>
  new Map(
    (await service.ok(listInstalled, session)).applications.map((entry) => [
      entry.id,
      entry.installed_version_id,
    ]),
  );

describe('an inventory', () => {
  describe('of a version whose number the publisher overrode', () => {
    const pack = (build: number, versionName: string) => ({
      bytes: apk('org.example.renamed', build, { manifest: { versionName } }),
      name: 'a.apk',
    });
    let first: PublishedApplication;
    let second: PublishedApplication;
    beforeAll(async () => {
      first = await publish(service, { version_num: 'Spring' }, pack(31, '4.1'));
      second = await publishVersion(
        service,
        first,
        { version_num: 'Summer', required: true },
        pack(32, '4.2'),
      );
      await makeGroup(service, 'Renamed', { apps: [{ id: first.psk }], users: [user] });
    });
    const report = async (version_num: string) => {
      await post([{ bundle_id: 'org.example.renamed', version_num }]);
      const { applications } = await service.ok(listMandatory, session);
      const { applications: outdated } = await service.ok(listUpdates, session);
      return [applications[0]?.installed_version_id, outdated.length];
    };

    test('is found by that number, by the package’s own, and by its build', async () => {
      for (const number of ['Summer', '4.2', '32'])
        expect(await report(number)).toEqual([second.versionId, 0]);
      for (const number of ['Spring', '4.1', '31'])
        expect(await report(number)).toEqual([first.versionId, 1]);
    });

    test('is compared by the package’s own where the device has none of ours', async () => {
      expect(await report('4.0')).toEqual([null, 1]);
      expect(await report('4.3')).toEqual([null, 0]);
    });
  });

  test('takes the last of two items for one application', async () => {
    await post([
      { id: app.id, version_id: app.versionId },
      { bundle_id: 'org.example.app', version_id: newer.versionId },
    ]);
    expect(await installed()).toEqual([[app.id, newer.versionId]]);
  });

  test('hands back what the organization does not have, and keeps it for reports', async () => {
    const stranger = { bundle_id: 'com.example.stranger', version_num: '9' };
    expect((await post([stranger, { id: app.id }])).unknown).toEqual([stranger]);
    const { db } = service.platform.database;
    const rows = await db.selectFrom('installed_unknown').select('item').execute();
    expect(rows.map((row) => JSON.parse(row.item) as unknown)).toEqual([stranger]);
    await post([]);
    expect(await db.selectFrom('installed_unknown').select('item').execute()).toEqual([]);
  });

  test('answers for an application that the person never had as for one that does not exist', async () => {
    const hidden = [
      { id: foreign.id },
      { id: foreign.psk },
      { bundle_id: 'org.example.foreign', version_num: '1.0' },
    ];
    const stranger = { bundle_id: 'org.example.nobody' };
    // Also the second time, when the report before has named it.
    for (const item of [...hidden, stranger])
      for (const unknown of [[item], [item]])
        expect(await post([item])).toEqual({ applications: [], unknown });
    for (const application of [foreign.id, foreign.psk, 'nobodysApplication'])
      for (const state of ['installed', 'removed'] as const)
        expect(
          await service.ok(changeInstalled, { ...session, body: { changes: [{ application, state }] } }),
        ).toEqual({ unknown: [application] });
    const { db } = service.platform.database;
    await post([{ id: foreign.id }]);
    const stored = db.selectFrom('installed').select('device').where('application', '=', foreign.id);
    expect(await stored.execute()).toHaveLength(1);
  });

  test('knows an application that was taken away from a person who has downloaded it', async () => {
    const lost = await publishAndroid(service, 'org.example.lost');
    const group = await makeGroup(service, 'Lost', { apps: [{ id: lost.psk }], users: [user] });
    const query = session;
    await service.fetch(
      (await service.call(installApplication, { params: { application: lost.id }, query })).headers.get(
        'location',
      ) ?? '',
    );
    await service.ok(removeGroupUsers, {
      token: service.admin.token,
      params: { group },
      body: { user_psk: [user.psk] },
    });
    expect(await post([{ id: lost.id }])).toEqual({ applications: [], unknown: [] });
  });

  test('of two applications with one bundle id means the one that runs on the device', async () => {
    const ios = await publishIos(service, 'org.example.app');
    await makeGroup(service, 'iOS', { apps: [{ id: ios.psk }], users: [user] });
    const tablet = await service.signIn(user, { ...iPad, udid: 'inventory-ipad' });
    const body = { applications: [{ bundle_id: 'org.example.app' }] };
    const answer = await service.ok(postInstalled, { ...tablet, body });
    expect(answer.applications.map(({ id }) => id)).toEqual([ios.id]);
    await post([{ bundle_id: 'org.example.app' }]);
    expect(await installed()).toEqual([[app.id, null]]);
  });
});

describe('changes of an inventory', () => {
  const change = (...changes: InventoryChange[]) =>
    service.ok(changeInstalled, { ...session, body: { changes } });

  test('leave what they do not name', async () => {
    await post([{ id: app.id, version_id: app.versionId }]);
    await change({ application: other.psk, state: 'installed' });
    expect(await byId()).toEqual(
      new Map([
        [app.id, app.versionId],
        [other.id, null],
      ]),
    );
    await change({ application: app.id, state: 'installed', version_id: newer.versionId });
    expect(await byId()).toEqual(
      new Map([
        [app.id, newer.versionId],
        [other.id, null],
      ]),
    );
    await change({ application: app.id, state: 'removed' });
    expect(await installed()).toEqual([[other.id, null]]);
  });

  test('count the last of two for one application', async () => {
    await post([]);
    await change({ application: app.id, state: 'removed' }, { application: app.psk, state: 'installed' });
    expect(await installed()).toEqual([[app.id, null]]);
    await change({ application: app.psk, state: 'installed' }, { application: app.id, state: 'removed' });
    expect(await installed()).toEqual([]);
  });

  test('that come at once are all kept', async () => {
    await post([]);
    await Promise.all([app, other].map(({ id }) => change({ application: id, state: 'installed' })));
    expect(await installed()).toHaveLength(2);
  });

  test('name those that the organization does not have', async () => {
    const unknown = { application: 'unknown', state: 'installed' } as const;
    expect(await change(unknown, { application: app.id, state: 'installed' })).toEqual({
      unknown: ['unknown'],
    });
  });

  test.each([
    ['another state', { application: 1, state: 'lost' }],
    ['no application', { state: 'installed' }],
  ])('with %s are refused', async (_, wrong) => {
    const refused = await service.refused(unchecked(changeInstalled), {
      ...session,
      body: { changes: [wrong] },
    });
    expect([refused.status, refused.code]).toEqual([400, 1000]);
  });
});

describe('sent twice', () => {
  test('under one key it is done once, and answered alike', async () => {
    const key = { 'idempotency-key': 'inventory-0001' };
    const stranger = { bundle_id: 'com.example.once' };
    const first = await post([{ id: app.id }, stranger], key);
    await post([]);
    expect((await post([{ id: app.id }, stranger], key)).unknown).toEqual(first.unknown);
    expect(await installed()).toEqual([]);
    const body = { applications: [] };
    const reused = { ...session, headers: key, body };
    expect(await service.refused(postInstalled, reused)).toMatchObject({ status: 409 });
  });

  test('unchanged it leaves the catalog unchanged', async () => {
    const items = [{ id: app.id, version_id: app.versionId }, { bundle_id: 'com.example.same' }];
    const query = { links: 'none' } as const;
    await post(items);
    const before = await service.call(listCatalog, { ...session, query });
    await post(items);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await service.call(listCatalog, { ...session, query, headers })).status).toBe(304);
  });
});

describe('what is refused', () => {
  test('an item without a name, with its place', async () => {
    const body = { applications: [{ id: app.id }, { version_num: '1.0' }] };
    const refused = await service.refused(postInstalled, { ...session, body });
    expect(refused).toMatchObject({ status: 400, error_details: { field: 'applications.1' } });
  });

  test('more than 5,000 items, while 5,000 are taken', async () => {
    const items = Array.from({ length: 5001 }, (_, at) => ({ bundle_id: `com.example.n${at}` }));
    const refused = { ...session, body: { applications: items } };
    expect((await service.refused(postInstalled, refused)).status).toBe(400);
    expect((await post(items.slice(1))).unknown).toHaveLength(5000);
  });
});
