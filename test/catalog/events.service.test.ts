import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { endSession } from '../../contract/identity.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { type App, buildApp } from '../../mock-server/app.ts';
import { EventStream } from '../../mock-server/features/catalog/events/stream.ts';
import { createGatekeeper } from '../../mock-server/features/identity/gatekeeper.ts';
import { defaultLimits } from '../../mock-server/settings/limits.ts';
import { openService } from '../setup/open-service.ts';
import type { TestService } from '../setup/service.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';
import { EventReader, type Listening } from './event-reader.ts';
import { SyncClient } from './sync-client.ts';

type Session = Awaited<ReturnType<TestService['signIn']>>;

const readers: EventReader[] = [];
const limits = { events: { ...defaultLimits.events, perPerson: 3, look: 50, heartbeat: 1_000 } };

const service = await openService({ limits });
const app = await publishAndroid(service, 'org.example.events');
const user = await service.makeUser();
await makeGroup(service, 'Listeners', { apps: [{ id: app.psk }], users: [user] });
const session = await service.signIn(user);
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

async function listen(as: Session, how: Listening = {}): Promise<EventReader> {
  const reader = await EventReader.open(service, as, how);
  readers.push(reader);
  return reader;
}

/**
 * A client that is disconnected while bytes are on their way may see a reset instead of an end. Any other error is a
 * failure.
 */
function ignoreReset(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ECONNRESET') throw error;
}

const rename = (app_name: string) =>
  service.ok(updateApplication, {
    token: service.admin.token,
    params: { application: app.id },
    body: { app_name },
  });

describe('a listener', () => {
  test('is told the revisions that it does not know', async () => {
    const reader = await listen(session);
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toBe('no-store');
    expect(await reader.line()).toMatch(/^retry: \d+$/);
    const event = await reader.next();
    const { catalog, user: own, device } = event?.data ?? {};
    expect(event).toEqual({
      id: `${catalog}.${own}.${device}`,
      data: { catalog, user: own, device, spread: 0 },
    });
  });

  test('hears of a change to the catalog', async () => {
    const reader = await listen(session);
    const before = await reader.next();
    await rename('Changed');
    const event = await reader.next();
    expect(event?.data).toMatchObject({ catalog: (before?.data.catalog ?? 0) + 1, user: before?.data.user });
  });

  test('hears of what the same person did on another device', async () => {
    const other = await service.signIn(user, { udid: 'events-other' });
    const reader = await listen(other);
    const before = await reader.next();
    await service.ok(rateApplication, { ...session, params: { application: app.id }, body: { like: 1 } });
    expect((await reader.next())?.data.user).toBe((before?.data.user ?? 0) + 1);
  });

  test('is told nothing when it knows the state, by the last event or by the cursor of its catalog', async () => {
    const { id = '' } = (await (await listen(session)).next()) ?? {};
    const client = new SyncClient(service, session);
    await client.settle();
    const byId = await listen(session, { headers: { 'last-event-id': id }, query: '?seconds=0' });
    const byCursor = await listen(session, { query: `?seconds=0&cursor=${client.cursor}` });
    for (const reader of [byId, byCursor]) expect(await reader.next()).toBeNull();
  });

  test('is told at once when the cursor of its catalog is of a state before', async () => {
    const client = new SyncClient(service, session);
    await client.settle();
    await rename('Later');
    const reader = await listen(session, { query: `?seconds=0&cursor=${client.cursor}` });
    expect(await reader.next()).not.toBeNull();
  });

  test('that has nothing to hear hears that the service is there', async () => {
    const { id = '' } = (await (await listen(session)).next()) ?? {};
    const reader = await listen(session, { headers: { 'last-event-id': id } });
    for (let line = await reader.line(); line !== ':'; line = await reader.line())
      expect(line).toMatch(/^(retry: \d+)?$/);
  });
});

describe('a stream ends', () => {
  test('when its session does', async () => {
    const leaving = await service.signIn(user, { udid: 'events-leaving' });
    const reader = await listen(leaving);
    await reader.next();
    await service.call(endSession, { token: leaving.token });
    expect(await reader.next()).toBeNull();
  });

  test('the oldest one, when a person opens too many', async () => {
    const eager = await service.makeUser();
    const theirs = await service.signIn(eager);
    const [first, second] = [await listen(theirs), await listen(theirs)];
    for (let more = 0; more < 2; more += 1) await listen(theirs);
    await first.next();
    expect(await first.next()).toBeNull();
    await second.next();
    await makeGroup(service, 'Eager', { users: [eager] });
    expect(await second.next()).not.toBeNull();
  });

  test('without a body for HEAD', async () => {
    const headers = { 'x-token': session.token, 'x-udid': session.udid };
    const answer = await service.fetch('/v3/catalog/events', { method: 'HEAD', headers });
    expect(answer).toMatchObject({ status: 200, body: '' });
  });
});

describe('with a second instance on the same database', () => {
  let second: App;
  let url: string;
  beforeAll(async () => {
    second = await buildApp(service.platform.config);
    url = await second.server.listen({ host: '127.0.0.1', port: 0 });
  });

  test('a change at one is heard at the other', async () => {
    const reader = await listen(session, { url });
    const before = await reader.next();
    await rename('From the first');
    expect((await reader.next())?.data.catalog).toBe((before?.data.catalog ?? 0) + 1);
  });

  test('an instance that stops ends its streams, and does not wait for those who listen', async () => {
    const reader = await listen(session, { url });
    await reader.next();
    const silent = connect(Number(new URL(url).port), '127.0.0.1');
    // The service resets the connection of a client that has not read what it was sent: this is how that looks to
    // the client.
    silent.on('error', ignoreReset);
    silent.pause();
    silent.write(
      `GET /v3/catalog/events HTTP/1.1\r\nHost: localhost\r\nX-TOKEN: ${session.token}\r\nX-UDID: ${session.udid}\r\n\r\n`,
    );
    await second.close();
    expect(await reader.next()).toBeNull();
    silent.destroy();
  });
});

test('a reader who reads nothing is cut off, and costs no memory until then', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, raw) => resolve(raw)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  reader.on('error', ignoreReset);
  reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const raw = await opened;
  const caller = await createGatekeeper(service.platform).authenticateOnDevice(session.token, session.udid);
  const stream = new EventStream(raw, {
    caller,
    revisions: { catalog: 0, user: 0, device: 0 },
    known: '',
    ends: 0,
  });
  let moment = Date.now();
  const times = { heartbeat: 0, readTimeout: 60_000 };
  for (let catalog = 1; stream.sendHeartbeat(moment, times); catalog += 1) {
    stream.report({ catalog });
    await new Promise(setImmediate);
    if (raw.writableLength > 0) moment += 1_000;
    expect(raw.writableLength).toBeLessThan(10_000);
  }
  stream.destroy();
  reader.destroy();
  server.close();
});
