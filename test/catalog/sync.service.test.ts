import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { listCatalog } from '../../contract/catalog.ts';
import { type OrganizationChange, updateOrganization } from '../../contract/organizations.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { runAsFollower } from '../../mock-server/platform/own-round.ts';
import { openService } from '../setup/open-service.ts';
import { join, makeGroup, publishAndroid, publishWeb } from '../setup/world/publishing.ts';
import { SyncClient } from './sync-client.ts';

const service = await openService();
const app = await publishAndroid(service, 'org.example.sync');
const others = [await publishWeb(service, 'Second'), await publishWeb(service, 'Third')];
const user = await service.makeUser();
const apps = [app, ...others].map(({ psk }) => ({ id: psk }));
const group = await makeGroup(service, 'Synced', { apps, users: [user] });
const client = new SyncClient(service, await service.signIn(user));
await client.settle();

const rename = (app_name: string, id = app.id) =>
  service.ok(updateApplication, {
    token: service.admin.token,
    params: { application: id },
    body: { app_name },
  });

/** The bytes of a whole answer, as they come over the wire. */
async function bytesOf({ session, cursor = '' }: SyncClient): Promise<number> {
  const { port, host } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  const request = [
    `GET /v3/catalog/sync?cursor=${cursor} HTTP/1.1`,
    `Host: ${host}`,
    `X-TOKEN: ${session.token}`,
    `X-UDID: ${session.udid}`,
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Connection: close',
  ];
  socket.write(`${request.join('\r\n')}\r\n\r\n`);
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
  });
  await once(socket, 'end');
  return bytes;
}

describe('a sync brings', () => {
  test('nothing where nothing changed, in fewer than 500 bytes', async () => {
    expect(await client.ask()).toBeNull();
    expect(await bytesOf(client)).toBeLessThanOrEqual(500);
  });

  test('the one application that was changed, within 1.1 kB', async () => {
    await rename('Renamed');
    expect(await bytesOf(client)).toBeLessThanOrEqual(1_100);
    const answer = await client.ask();
    expect(answer).toMatchObject({ whole: false, more: false, own: [], numbers: [], gone: [] });
    expect(answer?.entries.map(({ version }) => version.app_name)).toEqual(['Renamed']);
  });

  test('the one that was added, within 2 kB', async () => {
    const added = await publishWeb(service, 'Added', { groups: [group] });
    expect(await bytesOf(client)).toBeLessThanOrEqual(2_000);
    expect((await client.ask())?.entries.map(({ id }) => id)).toEqual([added.id]);
  });

  test('the own part after an own like, within 1 kB', async () => {
    await service.ok(rateApplication, {
      ...client.session,
      params: { application: app.id },
      body: { like: 1 },
    });
    expect(await bytesOf(client)).toBeLessThanOrEqual(1_000);
    const answer = await client.ask();
    expect(answer).toMatchObject({ whole: false, entries: [], numbers: [], gone: [] });
    expect(answer?.own).toMatchObject([{ id: app.id, catalog_info: { user_liked: 1, num_likes: 1 } }]);
  });

  test('what a new group has, and what a lost one had is gone', async () => {
    const [more] = [await publishWeb(service, 'More')];
    const small = await makeGroup(service, 'Small', { apps: [{ id: more.psk }] });
    await client.ask();
    await join(service, small, user);
    expect(await client.ask()).toMatchObject({ whole: false, entries: [{ id: more.id }], own: [], gone: [] });
  });

  test('numbers of others no more than once a minute, with whatever else there is in between', async () => {
    const colleague = await service.makeUser();
    await join(service, group, colleague);
    const theirs = await service.signIn(colleague);
    await service.ok(rateApplication, { ...theirs, params: { application: app.id }, body: { like: 0 } });
    expect(await client.ask()).toBeNull();
    await rename('Again');
    expect((await client.ask())?.entries).toMatchObject([{ catalog_info: { num_dislikes: 1 } }]);
  });
});

test('who opens a page does not wait behind those whose catalogs follow a change', async () => {
  const order: string[] = [];
  await rename('Followed');
  const followers = Array.from({ length: 50_000 }, () => runAsFollower(async () => undefined));
  const synced = client.ask().then(() => order.push('sync'));
  // Time enough for the sync to be answered, did it not wait behind all of them.
  await followers[5_000];
  await service.ok(listCatalog, client.session).then(() => order.push('list'));
  await synced;
  expect(order).toEqual(['list', 'sync']);
});

describe('a change of settings', () => {
  const set = (body: OrganizationChange) =>
    service.ok(updateOrganization, {
      token: service.admin.token,
      params: { org_id: service.admin.orgId },
      body,
    });
  const switched = { reviews_enabled: false, banner_image_enabled: true };

  test('that no catalog shows brings nothing, also where all of them are sent as they are', async () => {
    await client.settle();
    await set({ support_email: 'help@example.org', mail_language: 'de' });
    expect(await client.ask()).toBeNull();
    const { organization } = await set({ reviews_enabled: true });
    await set(organization);
    expect(await client.ask()).toBeNull();
  });

  test.each(Object.entries(switched))('of %s brings the catalog anew', async (name, value) => {
    const before = await set({});
    await set({ [name]: value });
    await client.settle();
    expect(client.entries).toEqual(await client.anew());
    await set({ [name]: !value });
    expect((await client.ask())?.whole).toBe(true);
    await set(before.organization);
    await client.settle();
  });
});

test('a cursor is short, for each request and each answer carries one', () => {
  expect(client.cursor?.length).toBeLessThan(110);
});

describe('the catalog begins anew', () => {
  const isWhole = async (cursor: string | undefined, session = client.session) => {
    const other = new SyncClient(service, session);
    other.cursor = cursor;
    return (await other.ask())?.whole;
  };

  test('without a cursor, and with one that is none', async () => {
    const { cursor: genuine = '' } = client;
    const forged = `${genuine.slice(0, 10)}${genuine[10] === 'x' ? 'y' : 'x'}${genuine.slice(11)}`;
    for (const cursor of [undefined, '', '.', 'nonsense', 'a.b', forged])
      expect(await isWhole(cursor)).toBe(true);
  });

  test('with the cursor of another device', async () => {
    expect(await isWhole(client.cursor, await service.signIn(user, { udid: 'another' }))).toBe(true);
  });

  test('when the log of changes does not reach back', async () => {
    await rename('One');
    await rename('Two');
    const { db } = service.platform.database;
    const { cursor } = client;
    await client.settle();
    expect(await isWhole(cursor)).toBe(false);
    await db.deleteFrom('catalog_changes').where('scope', '=', '').execute();
    await rename('Three');
    expect(await isWhole(cursor)).toBe(true);
  });

  test('in steps, of which each goes on after the one before, whatever changes meanwhile', async () => {
    const stepping = new SyncClient(service, client.session);
    const first = await stepping.ask(1);
    expect(first).toMatchObject({ whole: true, more: true });
    await rename('Between', first?.entries[0]?.id);
    const answers = await stepping.settle(2);
    expect(answers.every(({ whole }) => !whole)).toBe(true);
    expect(stepping.entries).toEqual(await stepping.anew());
  });

  test('a load in steps, when the groups of the person change meanwhile', async () => {
    const stepping = new SyncClient(service, client.session);
    await stepping.ask(1);
    await join(service, await makeGroup(service, 'Meanwhile'), user);
    expect(await stepping.ask(1)).toMatchObject({ whole: true });
  });
});
