import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCatalog, readCatalogApplication } from '../../../contract/catalog.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { listJobs } from '../../../contract/jobs.ts';
import { rateApplication } from '../../../contract/reviews.ts';
import { freshDatabase } from '../../setup/database/database.ts';
import { type Line, lineTo } from '../../setup/database/database-line.ts';
import { startService, type TestService } from '../../setup/service.ts';
import type { TestUser } from '../../setup/world/people.ts';
import { makeGroup, type PublishedApplication, publishAndroid } from '../../setup/world/publishing.ts';

/** The server's machine is lost, or a firewall drops what is sent: no connection ends, and nothing is answered. */

let database: Awaited<ReturnType<typeof freshDatabase>>;
let line: Line;
let service: TestService;
let user: TestUser;
let application: PublishedApplication;
let session: { token: string; udid: string };
beforeAll(async () => {
  database = await freshDatabase('');
  if (!('url' in database.location)) throw new Error('This is a test of PostgreSQL.');
  const address = new URL(database.location.url);
  line = await lineTo(Number(address.port));
  address.port = String(line.port);
  service = await startService({
    database: { url: address.href, poolSize: 3, timeouts: { connect: 3_000 } },
  });
  application = await publishAndroid(service, 'org.example.silent');
  user = await service.makeUser();
  await makeGroup(service, 'Crew', { apps: [{ id: application.psk }], users: [user] });
  session = await service.signIn(user);
});
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

/** What everybody asks, more of them than there are connections. */
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
    // The watch alone goes on asking.
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
  expect(await Promise.all(Array.from({ length: 12 }, list))).toEqual(Array.from({ length: 12 }, () => 200));
});
