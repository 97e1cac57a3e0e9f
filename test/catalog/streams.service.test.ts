import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { catalogEvents } from '../../contract/sync.ts';
import { getSpreadMs } from '../../mock-server/features/catalog/events/broadcast.ts';
import { readCatalogRevisions } from '../../mock-server/features/catalog/events/store.ts';
import { defaultLimits } from '../../mock-server/settings/limits.ts';
import { openRaw, type RawSocket } from '../setup/http/raw-socket.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { makeGroup, publishWeb } from '../setup/world/publishing.ts';
import { EventReader } from './event-reader.ts';

const people = 120;
/** Fewer connections from one address than people who listen there. */
const perClient = 20;
const limits = {
  connections: { ...defaultLimits.connections, perClient },
  events: { ...defaultLimits.events, perOrganization: people, look: 50 },
};

const readers: EventReader[] = [];
const strangers: RawSocket[] = [];

const service = await openService({ limits });
const users = [];
for (let at = 0; at <= people; at += 1) users.push(await service.makeUser());
const app = await publishWeb(service, 'Heard');
await makeGroup(service, 'Office', { apps: [{ id: app.psk }], users });
const sessions: { token: string; udid: string }[] = [];
for (const user of users) sessions.push(await service.signIn(user));
for (const session of sessions.slice(0, people)) await listen(session);
afterEach(() => {
  for (const raw of strangers.splice(0)) raw.close();
});
afterAll(async () => {
  for (const reader of readers) await reader.close();
});

async function listen(session: { token: string; udid: string }): Promise<EventReader> {
  const reader = await EventReader.open(service, session);
  readers.push(reader);
  return reader;
}

/** The revisions that a reader hears of, up to this one. */
async function until(reader: EventReader, newest: number): Promise<number[]> {
  const heard: number[] = [];
  while (heard.at(-1) !== newest) {
    const event = await reader.next();
    if (event === null) throw new Error('The stream ended.');
    heard.push(event.data.catalog);
  }
  return heard;
}

describe('people who share an address', () => {
  test('all listen, though no stranger there may open so many connections, and all hear of a change', async () => {
    const all = readers.slice(0, people);
    expect(all.map(({ response }) => response.status)).toEqual(all.map(() => 200));
    const before = await Promise.all(all.map((reader) => reader.next()));
    await service.ok(updateApplication, {
      token: service.admin.token,
      params: { application: app.id },
      body: { app_name: 'Heard by everybody' },
    });
    const events = await Promise.all(all.map((reader) => reader.next()));
    const [known] = before;
    for (const event of events) {
      expect(event?.data.catalog).toBe((known?.data.catalog ?? 0) + 1);
      expect(event?.data.spread).toBeGreaterThan(0);
    }
  });

  test('all hear of the newest revision while one change follows another', async () => {
    const all = readers.slice(0, people);
    for (let at = 0; at < 25; at += 1)
      await service.ok(updateApplication, {
        token: service.admin.token,
        params: { application: app.id },
        body: { app_name: `Changed ${at}` },
      });
    const [{ revision: newest } = { revision: 0 }] = await readCatalogRevisions(
      service.platform.database.db,
      [service.admin.orgId],
    );
    const heard = await Promise.all(all.map((reader) => until(reader, newest)));
    for (const revisions of heard) expect(revisions).toEqual(revisions.toSorted((one, other) => one - other));
  });

  test('keep no connection that a stranger there opens beyond the limit', async () => {
    for (let at = 0; at < perClient * 2; at += 1) strangers.push(openRaw(service.url));
    const closed = () => strangers.filter((raw) => raw.isClosed()).length;
    await expect.poll(closed, { timeout: timeouts.step }).toBeGreaterThanOrEqual(perClient);
    expect(closed()).toBeLessThan(strangers.length);
  });
});

test('an organization with too many streams is told to ask instead, and no other is', async () => {
  const refused = await service.call(catalogEvents, sessions.at(-1) ?? {});
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const { admin } = await service.makeOrganization();
  const reader = await listen(await service.signIn(admin));
  expect(reader.response.status).toBe(200);
});

test.each([
  [1, 0],
  [10, 0],
  [120, 120],
  [10_000, 10_000],
  [12_000, 10_000],
])('%i subscribers sync within %i ms after an event', (subscribers, milliseconds) => {
  expect(getSpreadMs(subscribers)).toBe(milliseconds);
});
