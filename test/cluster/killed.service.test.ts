import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, listApplications, updateApplication } from '../../contract/applications.ts';
import { buildAddress } from '../../contract/common/request.ts';
import { listNotifications, sendGroupMessage, setPushProviders } from '../../contract/notifications.ts';
import { readReport } from '../../contract/reports.ts';
import { addUser } from '../../contract/users.ts';
import { connect } from '../../mock-server/platform/database/connect.ts';
import { createId, getNow } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { EventReader } from '../catalog/event-reader.ts';
import { SyncClient } from '../catalog/sync-client.ts';
import { FailingBucket } from '../setup/bucket/failing-bucket.ts';
import { PushProviders } from '../setup/servers/push-providers.ts';
import { newUser, type People } from '../setup/world/people.ts';
import { apk, makeGroup, publish, publishWeb } from '../setup/world/publishing.ts';
import { type Cluster, startCluster } from './instances.ts';
import { killsAt } from './killing.ts';

/** An instance that dies leaves nothing half done for the other one. */

let cluster: Cluster;
let proxy: FailingBucket;
let providers: PushProviders;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'appshelf-killed-'));
  providers = await PushProviders.start();
  const certificate = join(home, 'provider.pem');
  await writeFile(certificate, providers.identity.cert);
  const { outgoingAllow, pushServices } = providers.config;
  cluster = await startCluster({
    more: {
      APNS_URL: pushServices.apns,
      OUTGOING_ALLOW: outgoingAllow.join(','),
      NODE_EXTRA_CA_CERTS: certificate,
    },
    before: (endpoint) => {
      proxy = new FailingBucket(endpoint);
      return proxy.start();
    },
  });
});
afterAll(async () => {
  await cluster?.stop();
  await proxy?.stop();
  providers?.stop();
  await rm(home, { recursive: true, force: true });
});

test.each([
  [
    'the first parts of a package are on their way',
    ({ url }: IncomingMessage) => Boolean(url?.includes('partNumber')),
  ],
  [
    'a package is about to be there',
    ({ url, method }: IncomingMessage) => method === 'POST' && Boolean(url?.includes('uploadId')),
  ],
])('killed while %s, an instance has published nothing, and the next one publishes it', async (_, hits) => {
  const { one, other } = cluster;
  const { token } = one.people.admin;
  const files = [{ name: 'padding', data: randomBytes(10_000_000), stored: true }];
  const bytes = apk(`org.example.killed${Date.now()}`, 1, { files });
  const count = async () => (await one.people.ok(listApplications, { token })).applications.length;
  const before = await count();
  killsAt(proxy, other.process.kill, hits);
  const sent = other.people.upload(addApplication, { token, files: { app_file: { bytes, name: 'a.apk' } } });
  await expect(sent).rejects.toBeInstanceOf(Error);
  proxy.fault = null;
  expect(await count()).toBe(before);
  await publish(one.people, { app_name: 'Killed' }, { bytes, name: 'a.apk' });
  expect(await count()).toBe(before + 1);
  await other.process.start();
  expect((await other.people.ok(listApplications, { token })).applications).toHaveLength(before + 1);
});

/** A group of this name with so many devices, each of which has reported its push token; returns the tokens. */
async function manyDevices(
  count: number,
  name: string | null = null,
): Promise<{ group: string; tokens: string[] }> {
  const { people } = cluster.one;
  const { orgId: org_id } = people.admin;
  const user = await people.makeUser();
  const psk = await makeGroup(people, undefined, { users: [user] });
  const devices = Array.from({ length: count }, () => createId());
  const database = await connect(cluster.database);
  const db = withoutGuard(database.db);
  const about = {
    name,
    operating_system: 1,
    form_factor: 1,
    jailbreak_status: -1,
    created: getNow(),
    revision: 1,
  };
  await db
    .insertInto('devices')
    .values(devices.map((id) => ({ ...about, org_id, id, udid: id, ios_push_token: `token-${id}` })))
    .execute();
  const pairing = { org_id, user: user.id, created: getNow(), last_active: getNow() };
  await db
    .insertInto('device_users')
    .values(devices.map((device) => ({ ...pairing, id: createId(), device })))
    .execute();
  await database.close();
  return { group: String(psk), tokens: devices.map((id) => `token-${id}`) };
}

/**
 * What the database has of an import: applications, those of them with a version, those in a group, and their rows in
 * the audit log.
 */
async function imported(name: string) {
  const database = await connect(cluster.database);
  try {
    const { rows } = await sql<Record<'all' | 'names' | 'versions' | 'given' | 'told', number>>`
      select count(*) as "all", count(distinct version.app_name) as names, count(application.latest_version) as versions,
        count(given.application) as given,
        (select count(*) from audit where action = 'addApplication' and details like ${`%${name} %`}) as told
      from versions as version
      join applications as application on application.org_id = version.org_id and application.id = version.application
      left join group_applications as given on given.org_id = application.org_id and given.application = application.id
      where version.app_name like ${`${name} %`}`.execute(withoutGuard(database.db));
    return rows[0];
  } finally {
    await database.close();
  }
}

test('killed in the middle of an import, an instance leaves whole applications only, and the other does the rest', async () => {
  const { one, other } = cluster;
  const { token } = one.people.admin;
  const group = await makeGroup(one.people);
  const names = Array.from({ length: 40 }, (_, at) => `Import ${at}`);
  const acknowledged = new Set<string>();
  const add = async (by: People, name: string) => {
    const url = `https://${name.replace(' ', '')}.example.org/`;
    await by.ok(addApplication, { token, body: { app_name: name, url, enabled: true, groups: [group] } });
    acknowledged.add(name);
    if (acknowledged.size === 15) void other.process.kill();
  };
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      await add(other.people, name);
  };
  await Promise.allSettled(Array.from({ length: 4 }, worker));
  expect(acknowledged.size).toBeLessThan(names.length);
  const { applications } = await one.people.ok(listApplications, { token, query: { search: 'Import' } });
  const there = new Set(applications.map(({ version }) => version?.app_name ?? ''));
  expect([...acknowledged].filter((name) => !there.has(name))).toEqual([]);
  const left = await imported('Import');
  expect(left).toEqual({
    all: there.size,
    names: there.size,
    versions: there.size,
    given: there.size,
    told: there.size,
  });
  for (const name of names) if (!there.has(name)) await add(one.people, name);
  const all = names.length;
  expect(await imported('Import')).toEqual({ all, names: all, versions: all, given: all, told: all });
  await other.process.start();
});

test('killed while it tells of what was published, an instance leaves nobody without it who comes to the other', async () => {
  const { one, other } = cluster;
  const app = await publishWeb(one.people, 'Told');
  const users = [await one.people.makeUser(), await one.people.makeUser(), await one.people.makeUser()];
  await makeGroup(one.people, 'Told', { apps: [{ id: app.psk }], users });
  const listening = await Promise.all(
    users.map(async (user) => {
      const client = new SyncClient(one.people, await one.people.signIn(user));
      await client.settle();
      const { url } = other.people;
      const query = `?cursor=${client.cursor}`;
      return { client, events: await EventReader.open(one.people, client.session, { url, query }) };
    }),
  );
  const params = { application: app.id };
  const { token } = one.people.admin;
  await other.people.ok(updateApplication, { token, params, body: { app_name: 'Told by one or the other' } });
  await Promise.race(listening.map(({ events }) => events.next()));
  await other.process.kill();
  for (const { client, events } of listening) {
    await events.close().catch(() => undefined);
    const again = await EventReader.open(one.people, client.session, { query: `?cursor=${client.cursor}` });
    expect(await again.next()).not.toBeNull();
    await again.close();
    await client.settle();
    expect(client.entries.get(app.id)?.version.app_name).toBe('Told by one or the other');
  }
  await other.process.start();
});

test('killed in the middle of a report, an instance leaves an answer that is seen to be cut, and the other gives the whole one', async () => {
  const { one, other } = cluster;
  const count = 1_500;
  const name = 'x'.repeat(8_000);
  await manyDevices(count, name);
  const address = buildAddress(readReport, {
    params: { report_name: 'device_details' },
    query: { format: 'csv', search: 'xxx' },
  });
  const ask = ({ people }: typeof one) =>
    fetch(new URL(address, people.url), { headers: { 'x-token': people.admin.token } });
  const cut = await ask(other);
  const reader = cut.body?.getReader();
  await reader?.read();
  await other.process.kill();
  const rest = async () => {
    for (;;) if ((await reader?.read())?.done !== false) return 'whole';
  };
  await expect(rest()).rejects.toBeInstanceOf(Error);
  const whole = await (await ask(one)).text();
  expect(whole.split('\r\n').filter((line) => line.includes(name))).toHaveLength(count);
  await other.process.start();
});

/**
 * Makes enough time pass that others take over what the dead instance held: also the devices that it had claimed to
 * send to.
 */
async function endLeases(): Promise<string[]> {
  const database = await connect(cluster.database);
  const { db } = database;
  const taken = await db.selectFrom('push_batches').select('recipients').where('taken', '=', 1).execute();
  await db.updateTable('jobs').set({ due: getNow() }).where('state', '=', 'running').execute();
  await database.close();
  return taken.flatMap(({ recipients }) =>
    (JSON.parse(recipients) as [string, string][]).map(([token]) => token),
  );
}

test('killed while a notification is sent, an instance leaves the rest to the other, and no device gets it twice', async () => {
  const { one, other } = cluster;
  const { token } = one.people.admin;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const apns_key = { key, key_id: 'K', team_id: 'T', bundle_id: 'org.example.catalog' };
  await one.people.ok(setPushProviders, { token, body: { apns_key } });
  const { group, tokens } = await manyDevices(1_200);
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  for (const one of tokens)
    providers.answers(one, (stream) => {
      if (providers.got.length === 300) other.process.kill().then(resolve, resolve);
      stream.respond({ ':status': 200 });
      stream.end();
    });
  await other.people.ok(sendGroupMessage, { token, params: { group }, body: { message: 'Hello' } });
  await killed;
  const before = new Set(providers.tokens);
  const taken = new Set(await endLeases());
  // A request to this instance makes it look for due jobs.
  const body = { ...newUser('wakes'), send_invite: true };
  await one.people.ok(addUser, { token, body });
  const newest = async () => (await one.people.ok(listNotifications, { token })).notifications[0];
  await expect.poll(async () => (await newest())?.finished).toEqual(expect.any(String));
  const rest = tokens.filter((one) => !taken.has(one));
  expect(rest.length).toBeGreaterThan(0);
  expect(new Set(providers.tokens)).toEqual(new Set([...before, ...rest]));
  expect(providers.tokens).toHaveLength(new Set(providers.tokens).size);
  expect(await newest()).toMatchObject({ devices: 1_200, sent: rest.length, failed: 0 });
  await other.process.start();
});
