import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteApplication, updateVersion } from '../../contract/applications.ts';
import { listCatalog } from '../../contract/catalog.ts';
import {
  changeInstalled,
  type InventoryItem,
  listInstalled,
  postInstalled,
} from '../../contract/inventory.ts';
import { type App, buildApp } from '../../mock-server/app.ts';
import { Requests } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishVersion,
} from '../setup/world/publishing.ts';

/**
 * Inventories and names that instances keep in memory stay right, whichever instance changes what they were made from.
 */
let service: TestService;
let second: App;
/** Requests to two instances on one database. */
let here: Requests;
let there: Requests;
let user: TestUser;
let session: { token: string; udid: string };
beforeAll(async () => {
  service = await startService();
  second = await buildApp(service.platform.config);
  here = service;
  there = new Requests(await second.server.listen({ host: '127.0.0.1', port: 0 }));
  user = await service.makeUser();
});
afterAll(async () => {
  await second.close();
  await service.stop();
});

let count = 0;
let bundle_id: string;
let app: PublishedApplication;
beforeEach(async () => {
  bundle_id = `org.example.kept${++count}`;
  app = await publishAndroid(service, bundle_id);
  await makeGroup(service, `Crew ${count}`, { apps: [{ id: app.psk }], users: [user] });
  session = await service.signIn(user, { udid: `kept-${count}` });
});

const post = (instance: Requests, applications: InventoryItem[]) =>
  instance.ok(postInstalled, { ...session, body: { applications } });

/** What an answer says about the installed versions of applications. */
type Says = readonly (readonly [id: string, version: string | null, number: string | null])[];
const saying = ({ applications }: Awaited<ReturnType<typeof post>>): Says =>
  applications.map((entry) => [entry.id, entry.installed_version_id, entry.installed_version_num]);

/** Expects both instances to list these installed versions. */
async function expectBoth(says: Says): Promise<void> {
  for (const instance of [here, there])
    expect(
      (await instance.ok(listInstalled, session)).applications.map((entry) => [
        entry.id,
        entry.installed_version_id,
        entry.installed_version_num,
      ]),
    ).toEqual(says);
}

describe('what an item names', () => {
  test('changes with the number of a version, which another instance may have changed', async () => {
    const items = [{ bundle_id, version_num: 'Spring' }];
    for (let time = 0; time < 2; time += 1)
      expect(saying(await post(here, items))).toEqual([[app.id, null, 'Spring']]);
    const params = { version: app.versionId };
    await there.ok(updateVersion, { token: service.admin.token, params, body: { version_num: 'Spring' } });
    expect(saying(await post(here, items))).toEqual([[app.id, app.versionId, 'Spring']]);
    await expectBoth([[app.id, app.versionId, 'Spring']]);
    await here.ok(updateVersion, { token: service.admin.token, params, body: { version_num: 'Summer' } });
    expect(saying(await post(there, items))).toEqual([[app.id, null, 'Spring']]);
    expect(saying(await post(there, [{ bundle_id, version_num: 'Summer' }]))).toEqual([
      [app.id, app.versionId, 'Summer'],
    ]);
  });

  test('is a version as soon as it is published', async () => {
    const items = [{ id: app.id, version_num: '2.0' }];
    expect(saying(await post(here, items))).toEqual([[app.id, null, '2.0']]);
    const newer = await publishVersion(service, app, {}, { bytes: apk(bundle_id, 2), name: 'a.apk' });
    expect(saying(await post(there, items))).toEqual([[app.id, newer.versionId, '2.0']]);
    expect(saying(await post(here, items))).toEqual([[app.id, newer.versionId, '2.0']]);
  });

  test('is nothing once the application is deleted, and something when there is one', async () => {
    const late = `${bundle_id}.late`;
    expect((await post(here, [{ bundle_id }, { bundle_id: late }])).unknown).toEqual([{ bundle_id: late }]);
    const second = await publishAndroid(service, late);
    await makeGroup(service, `Late ${count}`, { apps: [{ id: second.psk }], users: [user] });
    expect((await post(here, [{ bundle_id }, { bundle_id: late }])).unknown).toEqual([]);
    const params = { application: second.id };
    await there.ok(deleteApplication, { token: service.admin.token, params });
    expect((await post(here, [{ bundle_id }, { bundle_id: late }])).unknown).toEqual([{ bundle_id: late }]);
    await expectBoth([[app.id, null, null]]);
  });

  test('tells an empty number from none', async () => {
    expect(saying(await post(here, [{ id: app.id, version_num: '' }]))).toEqual([[app.id, null, '']]);
    expect(saying(await post(here, [{ id: app.id }]))).toEqual([[app.id, null, null]]);
  });
});

describe('what a device had', () => {
  test('is what any instance was told last', async () => {
    const items = [{ id: app.id, version_id: app.versionId }];
    await post(here, items);
    await post(there, []);
    expect(saying(await post(here, items))).toEqual([[app.id, app.versionId, '1.0']]);
    await expectBoth([[app.id, app.versionId, '1.0']]);
    const removed = { application: app.id, state: 'removed' } as const;
    await there.ok(changeInstalled, { ...session, body: { changes: [removed] } });
    await expectBoth([]);
    await post(here, items);
    await expectBoth([[app.id, app.versionId, '1.0']]);
  });

  test('of unknown applications too', async () => {
    const unknown = async () => {
      const rows = service.platform.database.db.selectFrom('installed_unknown').select('item');
      return (await rows.where('device', '=', session.udid).execute()).map(({ item }) => item);
    };
    for (const instance of [here, there, here, there]) {
      const stranger = { bundle_id: instance === here ? 'com.example.one' : 'com.example.other' };
      expect((await post(instance, [stranger])).unknown).toEqual([stranger]);
      expect(await unknown()).toEqual([JSON.stringify(stranger)]);
    }
    await post(here, []);
    await post(there, [{ bundle_id: 'com.example.other' }]);
    await post(here, []);
    expect(await unknown()).toEqual([]);
  });

  test('is not reported anew where a list says the same', async () => {
    const items = [{ id: app.id, version_id: app.versionId }];
    const [first] = (await post(here, items)).applications;
    const [again] = (await post(here, [...items, { bundle_id: 'com.example.more' }])).applications;
    expect(again?.reported).toBe(first?.reported);
    await post(here, items);
  });
});

test('an answer is the catalog as it is, also where it has changed since the list was read', async () => {
  await here.ok(listCatalog, session);
  const items = [{ id: app.id, version_id: app.versionId }];
  await post(here, items);
  const newer = await publishVersion(service, app, {}, { bytes: apk(bundle_id, 2), name: 'a.apk' });
  const [entry] = (await post(there, items)).applications;
  expect(entry?.version.id).toBe(newer.versionId);
  expect(entry?.catalog_info.has_update).toBe(true);
  expect((await post(here, items)).applications).toMatchObject([{ version: { id: newer.versionId } }]);
});
