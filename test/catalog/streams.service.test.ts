import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { catalogEvents } from '../../contract/sync.ts';
import { catalogRevisions } from '../../mock-server/features/catalog/events/store.ts';
import { Tide } from '../../mock-server/features/catalog/events/tide.ts';
import { defaultLimits } from '../../mock-server/limits.ts';
import { openRaw, type RawSocket } from '../setup/http/raw-socket.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService, type TestService } from '../setup/service.ts';
import { makeGroup, type PublishedApplication, publishWeb } from '../setup/world/publishing.ts';
import { EventReader } from './event-reader.ts';

const people = 120;
/** Fewer connections from one address than people who listen there. */
const perClient = 20;
const limits = {
  connections: { ...defaultLimits.connections, perClient },
  events: { ...defaultLimits.events, perOrganization: people, look: 50 },
};

let service: TestService;
let app: PublishedApplication;
let sessions: { token: string; udid: string }[];
const readers: EventReader[] = [];
const strangers: RawSocket[] = [];

beforeAll(async () => {
  service = await startService({ limits });
  const users = [];
  for (let at = 0; at <= people; at += 1) users.push(await service.makeUser());
  app = await publishWeb(service, 'Heard');
  await makeGroup(service, 'Office', { apps: [{ id: app.psk }], users });
  sessions = [];
  for (const user of users) sessions.push(await service.signIn(user));
  for (const session of sessions.slice(0, people)) await listen(session);
});
afterEach(() => {
  for (const raw of strangers.splice(0)) raw.close();
});
afterAll(async () => {
  for (const reader of readers) await reader.close();
  await service.stop();
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

  test('hear, while one change follows another, of the newest that there is at their turn', async () => {
    const all = readers.slice(0, people);
    const change = (name: string) =>
      service.ok(updateApplication, {
        token: service.admin.token,
        params: { application: app.id },
        body: { app_name: name },
      });
    const changes = 25;
    let heard: number[][] = [];
    // A quick machine may have made all changes before anybody's turn; then all hear of the last one only.
    while (new Set(heard.map(String)).size <= 1) {
      for (let at = 0; at < changes; at += 1) await change(`Changed ${at}`);
      const [{ revision: newest } = { revision: 0 }] = await catalogRevisions(service.platform.database.db, [
        service.admin.orgId,
      ]);
      heard = await Promise.all(all.map((reader) => until(reader, newest)));
    }
    for (const revisions of heard) expect(revisions).toEqual(revisions.toSorted((one, other) => one - other));
    // Were they told together of one revision after the other, all would have heard of the same.
    expect(new Set(heard.map(String)).size).toBeGreaterThan(1);
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

describe('of an event', () => {
  const isThere = () => true;

  test('few readers hear at once', async () => {
    const told: string[] = [];
    await new Tide().run(['only'], {
      isThere,
      look: async (readers) => readers.length,
      tell: async (reader, known, spread) => {
        told.push(`${reader} ${known} ${spread}`);
        return false;
      },
    });
    expect(told).toEqual(['only 1 0']);
  });

  test('many hear one after the other, each once, and of no other event meanwhile', async () => {
    const tide = new Tide();
    const readers = Array.from({ length: 170 }, (_, at) => at);
    const looked: number[] = [];
    const told: number[] = [];
    const done = tide.run(readers, {
      isThere,
      look: async (some) => looked.push(...some),
      tell: async (reader) => {
        expect(looked).toContain(reader);
        told.push(reader);
        return reader % 2 === 0;
      },
    });
    await setImmediate();
    expect(told.length).toBeLessThan(readers.length);
    expect(tide.isRunning).toBe(true);
    await done;
    expect(told).toEqual(readers);
    expect(tide.isRunning).toBe(false);
  });

  test('those who have not heard of it yet hear more slowly when another change follows', async () => {
    const tide = new Tide();
    const spreads: number[] = [];
    await tide.run([...Array.from({ length: 40 }).keys()], {
      isThere,
      look: async () => undefined,
      tell: async (reader, _known, spread) => {
        spreads.push(spread);
        if (reader === 15) tide.followed();
        return false;
      },
    });
    const [first = 0] = spreads;
    const later = spreads.findIndex((spread) => spread > first);
    expect(later).toBeGreaterThan(15);
    expect(spreads.slice(0, later)).toEqual(Array.from({ length: later }, () => first));
    expect(spreads.slice(later)).toEqual(Array.from({ length: 40 - later }, () => spreads.at(-1)));
  });

  test('those who leave are not told, nothing is found out for them, and the others are', async () => {
    const stay = [0, 60, 119];
    const left = new Set<number>();
    const looked: number[] = [];
    const told: number[] = [];
    await new Tide().run([...Array.from({ length: 120 }).keys()], {
      isThere: (reader) => !left.has(reader),
      look: async (some) => looked.push(...some),
      tell: async (reader) => {
        for (let at = 0; at < 120; at += 1) if (!stay.includes(at)) left.add(at);
        told.push(reader);
        return true;
      },
    });
    expect(told).toEqual(stay);
    expect(looked.filter((reader) => reader >= 50)).toEqual([60, 119]);
  });

  test('those who come after one who could not be told are not told either, and the next event is', async () => {
    const tide = new Tide();
    const look = async (): Promise<void> => {
      throw new Error('The database is gone.');
    };
    await expect(tide.run([1], { isThere, look, tell: async () => true })).rejects.toThrow('gone');
    expect(tide.isRunning).toBe(false);
  });
});
