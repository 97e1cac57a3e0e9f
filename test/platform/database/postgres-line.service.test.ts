import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { listCatalog, readCatalogApplication } from '../../../contract/catalog.ts';
import { errorCodes } from '../../../contract/common/errors.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { rateApplication } from '../../../contract/reviews.ts';
import { syncCatalog } from '../../../contract/sync.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { freshDatabase, onServer } from '../../setup/database/database.ts';
import { lineTo } from '../../setup/database/database-line.ts';
import { startService } from '../../setup/service.ts';
import { makeGroup, publishAndroid } from '../../setup/world/publishing.ts';

const database = await freshDatabase('');
if (!('url' in database.location)) throw new Error('This is a test of PostgreSQL.');
const address = new URL(database.location.url);
const name = address.pathname.slice(1);
const line = await lineTo(Number(address.port));
address.port = String(line.port);
const service = await startService({ database: { url: address.href, poolSize: 4 } });
const application = await publishAndroid(service, 'org.example.lost');
const user = await service.makeUser();
await makeGroup(service, 'Crew', { apps: [{ id: application.psk }], users: [user] });
const session = await service.signIn(user);
afterAll(async () => {
  await service.stop();
  await line.cut();
  await database.remove();
});

const read = () =>
  Promise.all([service.call(listCatalog, session), service.call(syncCatalog, { ...session })]);
const rate = (like: 0 | 1) =>
  service.call(rateApplication, { ...session, params: { application: application.id }, body: { like } });
const liked = async () => {
  const params = { application: application.id };
  return (await service.ok(readCatalogApplication, { ...session, params })).application.catalog_info
    .user_liked;
};

/** Ends every connection that the service has. */
const endConnections = () =>
  onServer(
    process.env.TEST_DATABASE_URL ?? '',
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );

/**
 * How many round trips to the server an operation takes: the fewest of some runs, since jobs look for work at the same
 * time.
 */
async function tripsOf(work: () => Promise<unknown>, prepare = () => Promise.resolve()): Promise<number> {
  const trips: number[] = [];
  for (let run = 0; run < 10; run += 1) {
    await prepare();
    const before = line.trips();
    await work();
    trips.push(line.trips() - before);
  }
  return Math.min(...trips);
}

it('takes one round trip for a list and for an unchanged one', async () => {
  const query = { links: 'none' } as const;
  const first = await service.call(listCatalog, { ...session, query });
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  const again = (more = {}) => service.call(listCatalog, { ...session, query, ...more });
  await again();
  expect(await tripsOf(() => again())).toBe(1);
  expect(await tripsOf(() => again({ headers }))).toBe(1);
});

it('takes few round trips for a rating, an inventory and a sign-in of who has just seen their catalog', async () => {
  const seen = async () => void (await service.ok(listCatalog, session));
  let turn = 0;
  const next = () => (turn += 1);
  // The requests themselves take about six, eight and thirteen round trips. Meanwhile the audit log chains earlier
  // changes over the same connection.
  expect(await tripsOf(() => rate(next() % 2 === 0 ? 1 : 0), seen)).toBeLessThanOrEqual(10);
  const report = () =>
    service.ok(postInstalled, {
      ...session,
      body: { applications: [{ id: application.id, version_num: `0.${next()}` }] },
    });
  expect(await tripsOf(report, seen)).toBeLessThanOrEqual(12);
  expect(await tripsOf(() => service.signIn(user), seen)).toBeLessThanOrEqual(22);
});

it('answers every request that reads while the server ends its connections, and loses no write that it acknowledged', async () => {
  const statuses: number[] = [];
  const writes: { status: number; retry: string | null }[] = [];
  const over = new AbortController();
  const wrong: number[] = [];
  /** How often each reader was answered. */
  const answered = [0, 0, 0, 0];
  const reading = answered.map(async (_, reader) => {
    for (let time = 1; !over.signal.aborted; time += 1) {
      for (const { status } of await read()) statuses.push(status);
      answered[reader] = time;
    }
  });
  const writing = (async () => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const like = at % 2 === 0 ? 1 : 0;
      const { status, headers } = await rate(like);
      writes.push({ status, retry: headers.get('retry-after') });
      if (status < 300 && (await liked()) !== like) wrong.push(at);
    }
  })();
  for (let time = 1; time <= 20; time += 1) {
    const before = [...answered];
    await endConnections();
    // Each request that was under way ends before the next cut: a server that keeps ending them counts as gone.
    const fewest = () => Math.min(...answered.map((count, reader) => count - (before[reader] ?? 0)));
    await expect.poll(fewest).toBeGreaterThanOrEqual(2);
  }
  over.abort();
  await Promise.all([...reading, writing]);
  expect([...new Set(statuses)]).toEqual([200]);
  expect(wrong).toEqual([]);
  for (const { status, retry } of writes)
    expect([
      [200, null],
      [201, null],
      [503, '2'],
    ]).toContainEqual([status, retry]);
});

it('answers what reads, where every connection of the pool ends only when it is used', async () => {
  const { db } = service.platform.database;
  const all = () => Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.2)`.execute(withoutGuard(db))));
  // The first time after the cuts of before, connections are opened.
  await all();
  await all();
  line.endWhenUsed();
  expect((await service.call(listCatalog, session)).status).toBe(200);
});

it('refuses everything with 503 while the server is gone, and goes on when it is back', async () => {
  const before = await liked();
  await line.cut();
  const answers = [...(await read()), await rate(before === 1 ? 0 : 1)];
  for (const { status, headers, body } of answers) {
    expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '2' });
    expect(body).toMatchObject({ error: { code: errorCodes.unavailable.code } });
  }
  const health = async () => (await service.fetch('/healthz')).status;
  await expect.poll(health).toBe(503);
  await line.mend();
  await expect.poll(health).toBe(200);
  expect((await read()).map(({ status }) => status)).toEqual([200, 200]);
  expect(await liked()).toBe(before);
  expect((await rate(1)).status).toBeLessThan(300);
  expect(await liked()).toBe(1);
});
