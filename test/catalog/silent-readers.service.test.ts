import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { listCatalog } from '../../contract/catalog.ts';
import { defaultLimits } from '../../mock-server/settings/limits.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { makeGroup, publishWeb } from '../setup/world/publishing.ts';
import { EventReader } from './event-reader.ts';

const [people, each, changes] = [25, 8, 40];
/**
 * The most bytes that wait for one reader: the beginning of the answer, and what is written before the service notices
 * that nobody reads.
 */
const maxWaiting = 10_000;

/** The service's ends of the connections. */
const ends = new Set<Socket>();
const service = await openService({
  limits: {
    connections: { ...defaultLimits.connections, silence: 2_000 },
    events: { ...defaultLimits.events, heartbeat: 500 },
  },
});
const users = [];
for (let at = 0; at <= people; at += 1) users.push(await service.makeUser());
const app = await publishWeb(service, 'Heard');
await makeGroup(service, 'Office', { apps: [{ id: app.psk }], users });
const sessions: { token: string; udid: string }[] = [];
for (const user of users) sessions.push(await service.signIn(user));
service.server.server.on('connection', (socket) => {
  ends.add(socket);
  socket.once('close', () => ends.delete(socket));
});

/** Requests events, and never reads the answer. */
function listenInSilence(session: { token: string; udid: string }, seconds: number): Socket {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').pause();
  // The service resets the connection of a client that has not read what it was sent.
  socket.on('error', () => undefined);
  const head = [`GET /v3/catalog/events?seconds=${seconds} HTTP/1.1`, 'Host: localhost'];
  socket.write(`${[...head, `X-TOKEN: ${session.token}`, `X-UDID: ${session.udid}`].join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Opens so many streams without reading them; resolves when the service has begun to answer each. */
async function manySilent(seconds: number): Promise<Socket[]> {
  const before = ends.size;
  const sockets = sessions
    .slice(0, people)
    .flatMap((session) => Array.from({ length: each }, () => listenInSilence(session, seconds)));
  const reported = () => [...ends].filter((socket) => socket.bytesWritten > 0).length;
  await expect.poll(reported, { timeout: timeouts.step }).toBeGreaterThanOrEqual(before + people * each);
  return sockets;
}

const rename = (app_name: string) =>
  service.ok(updateApplication, {
    token: service.admin.token,
    params: { application: app.id },
    body: { app_name },
  });

test('two hundred who never read hold up nobody, nothing piles up for them, and at their end they are closed', async () => {
  const somebody = sessions.at(-1);
  if (somebody === undefined) throw new Error('There is nobody else.');
  const silent = await manySilent(10);
  const reader = await EventReader.open(service, somebody);
  for (let at = 1; at <= changes; at += 1) {
    await rename(`Renamed ${at}`);
    const { applications } = await service.ok(listCatalog, somebody);
    expect(applications[0]?.version.app_name).toBe(`Renamed ${at}`);
    for (const end of ends) expect(end.writableLength).toBeLessThan(maxWaiting);
  }
  expect(await reader.next()).not.toBeNull();
  await reader.close();
  await expect.poll(() => silentEnds(silent), { timeout: timeouts.test }).toBe(0);
  expect((await service.call(listCatalog, somebody)).status).toBe(200);
  for (const socket of silent) socket.destroy();
});

test('who reads nothing until the way to them is full is closed long before their end, and no reader beside them is', async () => {
  const [one, other] = sessions;
  if (one === undefined || other === undefined) throw new Error('There is nobody.');
  const before = new Set(ends);
  const silent = Array.from({ length: 4 }, () => listenInSilence(one, 3_600));
  const started = () => [...ends].filter((end) => !before.has(end) && end.bytesWritten > 0);
  await expect.poll(() => started().length, { timeout: timeouts.step }).toBe(silent.length);
  // More than the system buffers for a connection: events alone would have to be tens of thousands.
  for (const end of started()) end.write(`:${' '.repeat(6_000_000)}\n\n`);
  const reader = await EventReader.open(service, other);
  expect(await reader.next()).not.toBeNull();
  await expect.poll(() => silentEnds(silent), { timeout: timeouts.test }).toBe(0);
  await rename('After the silent ones');
  expect(await reader.next()).not.toBeNull();
  await reader.close();
  for (const socket of silent) socket.destroy();
});

/** How many of these the service still has open. */
function silentEnds(silent: readonly Socket[]): number {
  const ports = new Set(silent.map(({ localPort }) => localPort));
  return [...ends].filter(({ remotePort }) => ports.has(remotePort)).length;
}
