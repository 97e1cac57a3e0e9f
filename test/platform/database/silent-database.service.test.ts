import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { addApplication, listApplications } from '../../../contract/applications.ts';
import { listCatalog, readCatalogApplication } from '../../../contract/catalog.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { listJobs } from '../../../contract/jobs.ts';
import { rateApplication } from '../../../contract/reviews.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { freshDatabase } from '../../setup/database/database.ts';
import { lineTo } from '../../setup/database/database-line.ts';
import { startService } from '../../setup/service.ts';
import { makeGroup, publishAndroid } from '../../setup/world/publishing.ts';

/** The server's machine is lost, or a firewall drops all packets: no connection ends, and nothing is answered. */

/** Milliseconds for connecting and for the server's silence, and for which a job is held. */
const [connect, jobLease] = [3_000, 2_000];
const database = await freshDatabase('');
if (!('url' in database.location)) throw new Error('This is a test of PostgreSQL.');
const address = new URL(database.location.url);
const line = await lineTo(Number(address.port));
address.port = String(line.port);
const service = await startService({
  database: { url: address.href, poolSize: 3, timeouts: { connect } },
  limits: { jobLease, jobBackOff: 1 },
});
const application = await publishAndroid(service, 'org.example.silent');
const user = await service.makeUser();
await makeGroup(service, 'Crew', { apps: [{ id: application.psk }], users: [user] });
const session = await service.signIn(user);
afterAll(async () => {
  await service.stop();
  await line.cut();
  await database.remove();
});

const health = async () => (await service.fetch('/healthz')).status;
const rate = (like: 0 | 1) =>
  service.call(rateApplication, { ...session, params: { application: application.id }, body: { like } });
const liked = async () => {
  const params = { application: application.id };
  return (await service.ok(readCatalogApplication, { ...session, params })).application.catalog_info
    .user_liked;
};

/** Sends more requests than there are connections; returns the answers. */
async function whatIsAnswered(): Promise<unknown[]> {
  const { userId: user_id, password } = user;
  const body = { user_id, password, remember_me: true };
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => service.call(listCatalog, session)),
    rate(1),
    service.call(authenticateUser, { body }),
    service.call(listJobs, { token: service.admin.token }),
  ]);
  return answers.map(({ status, headers }) => ({ status, retry: headers.get('retry-after') }));
}

it('refuses who waits and who comes while the server says nothing, lets go of the silent connections, and goes on when it speaks', async () => {
  expect((await rate(0)).status).toBeLessThan(300);
  for (let time = 1; time <= 2; time += 1) {
    line.fallSilent();
    for (const answer of await whatIsAnswered()) expect(answer).toEqual({ status: 503, retry: '2' });
    await expect.poll(health).toBe(503);
    for (const answer of await whatIsAnswered()) expect(answer).toEqual({ status: 503, retry: '2' });
    // Only the watch goes on asking.
    await expect.poll(() => line.silent()).toBeLessThanOrEqual(1);
    line.speak();
    await expect.poll(health).toBe(200);
    expect(await liked()).toBe(0);
  }
  expect((await rate(1)).status).toBeLessThan(300);
  expect(await liked()).toBe(1);
});

it('comes back by itself where the old connections stay silent and new ones are answered', async () => {
  await service.ok(listCatalog, session);
  line.fallSilent();
  line.speak();
  const list = async () => (await service.call(listCatalog, session)).status;
  await expect.poll(list).toBe(200);
  await expect.poll(() => line.silent()).toBe(0);
  // The last one may have been the watch's connection, which then has to open another.
  await expect.poll(health).toBe(200);
  expect(await Promise.all(Array.from({ length: 12 }, list))).toEqual(Array.from({ length: 12 }, () => 200));
});

/**
 * Counts applications with such names: all of them, those with a version, those in a group, and those in the audit log.
 */
async function whole(name: string) {
  const { rows } = await sql<Record<'all' | 'versions' | 'given' | 'told', number>>`
    select count(*) as "all", count(application.latest_version) as versions, count(given.application) as given,
      (select count(*) from audit where action = 'addApplication' and details like ${`%${name} %`}) as told
    from versions as version
    left join applications as application on application.org_id = version.org_id and application.id = version.application
    left join group_applications as given on given.org_id = version.org_id and given.application = version.application
    where version.app_name like ${`${name} %`}`.execute(withoutGuard(service.platform.database.db));
  return rows[0];
}

it('leaves nothing half done where the silence outlasts leases and every wait, and loses nothing that was acknowledged', async () => {
  const { token } = service.admin;
  const groups = [await makeGroup(service, 'Silence')];
  const acknowledged = new Set<string>();
  const answers = new Set<number>();
  const state = { isOver: false };
  let last = 0;
  const worker = async () => {
    while (!state.isOver) {
      const app_name = `Silence ${(last += 1)}`;
      const body = { app_name, url: `https://silence${last}.example.org/`, enabled: true, groups };
      const { status } = await service.call(addApplication, { token, body });
      answers.add(status);
      if (status === 200) acknowledged.add(app_name);
    }
  };
  const workers = [worker(), worker(), worker()];
  const more = async (count: number) => {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThanOrEqual(before + count);
  };
  await more(10);
  line.fallSilent();
  const started = Date.now();
  await expect.poll(health).toBe(503);
  await expect.poll(() => Date.now() - started).toBeGreaterThan(2 * (connect + jobLease));
  expect(await service.call(listCatalog, session)).toMatchObject({ status: 503 });
  line.speak();
  await expect.poll(health).toBe(200);
  await more(10);
  state.isOver = true;
  await Promise.all(workers);
  expect(answers).toEqual(new Set([200, 503]));
  const query = { search: 'Silence' };
  const { applications } = await service.ok(listApplications, { token, query });
  const there = new Set(applications.map(({ version }) => version?.app_name));
  expect([...acknowledged].filter((name) => !there.has(name))).toEqual([]);
  const all = there.size;
  expect(applications).toHaveLength(all);
  expect(await whole('Silence')).toEqual({ all, versions: all, given: all, told: all });
});
