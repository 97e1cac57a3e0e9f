import { afterAll, beforeEach, expect, test } from 'vitest';
import { deleteApplication } from '../../contract/applications.ts';
import { listInstalled, postInstalled } from '../../contract/inventory.ts';
import { buildApp } from '../../mock-server/app.ts';
import { findInstalledVersion } from '../../mock-server/features/catalog/facade.ts';
import { openService } from '../setup/open-service.ts';
import { Requests } from '../setup/requests.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';

let session: { token: string; udid: string };
/** The versions of a device's list are one row. */
const service = await openService();
const second = await buildApp(service.platform.config);
/** A second instance, which has to read what the first one wrote. */
const there = new Requests(await second.server.listen({ host: '127.0.0.1', port: 0 }));
const apps = [
  await publishAndroid(service, 'org.example.one'),
  await publishAndroid(service, 'org.example.two'),
];
afterAll(() => second.close());

let count = 0;
beforeEach(async () => {
  const user = await service.makeUser();
  await makeGroup(service, `Crew ${++count}`, { apps: apps.map(({ psk }) => ({ id: psk })), users: [user] });
  session = await service.signIn(user, { udid: `list-${count}` });
});

const post = (version_num: string, of = apps) =>
  service.ok(postInstalled, {
    ...session,
    body: { applications: of.map(({ id }) => ({ id, version_num })) },
  });

/** What an instance that has to read it says of each application. */
async function read(): Promise<(string | null)[]> {
  const { applications } = await there.ok(listInstalled, session);
  return applications.map((entry) => entry.installed_version_num);
}

const rows = () => {
  const { db } = service.platform.database;
  return db.selectFrom('installed').selectAll().where('device', '=', session.udid).execute();
};

test('other versions of the same applications leave their rows as they are', async () => {
  await post('0.1');
  const first = await rows();
  expect(first).toHaveLength(2);
  await post('0.2');
  expect(await rows()).toEqual(first);
  expect(await read()).toEqual(['0.2', '0.2']);
  const { db } = service.platform.database;
  const lists = db.selectFrom('inventories').select('versions').where('device', '=', session.udid);
  expect((await lists.execute()).map(({ versions }) => JSON.parse(versions) as unknown)).toEqual([
    apps.map(({ id }) => [id, null, '0.2']),
  ]);
});

test('a version that stays keeps the moment of its report', async () => {
  await post('0.1');
  const [one, two] = apps;
  const moments = async () =>
    (await there.ok(listInstalled, session)).applications.map(({ reported }) => reported);
  const [before = ''] = await moments();
  const items = [
    { id: one?.id ?? '', version_num: '0.1' },
    { id: two?.id ?? '', version_num: '0.2' },
  ];
  await service.ok(postInstalled, { ...session, body: { applications: items } });
  const [first, other = ''] = await moments();
  expect(first).toBe(before);
  expect(other > before).toBe(true);
  expect(await read()).toEqual(['0.1', '0.2']);
});

test('one application is found in the list as in its row', async () => {
  const { db } = service.platform.database;
  const [one, two] = apps;
  const found = async (id = '') =>
    (await findInstalledVersion(db, service.admin.orgId, session.udid, id))?.version_num;
  await post('0.1');
  await post('0.2');
  expect(await found(one?.id)).toBe('0.2');
  await post('0.2', apps.slice(0, 1));
  expect(await found(one?.id)).toBe('0.2');
  expect(await found(two?.id)).toBeUndefined();
});

test('a list that names a deleted application does not show it', async () => {
  const late = await publishAndroid(service, 'org.example.late');
  await post('0.1', [...apps, late]);
  await post('0.2', [...apps, late]);
  await service.ok(deleteApplication, { token: service.admin.token, params: { application: late.id } });
  expect(await read()).toEqual(['0.2', '0.2']);
  const { db } = service.platform.database;
  expect(await findInstalledVersion(db, service.admin.orgId, session.udid, late.id)).toBeUndefined();
});
