import { afterAll, expect, it } from 'vitest';
import { listCatalog } from '../../../contract/catalog.ts';
import { freshDatabase } from '../../setup/database/database.ts';
import { type Line, lineTo } from '../../setup/database/database-line.ts';
import { startService, type TestService } from '../../setup/service.ts';
import type { TestUser } from '../../setup/world/people.ts';
import { makeGroup, publishAndroid } from '../../setup/world/publishing.ts';

/** Servers that exist, but can't be used with the given address; and replicas that are silent. */
const database = await freshDatabase('');
if (!('url' in database.location)) throw new Error('This is a test of PostgreSQL.');
const address = new URL(database.location.url);
afterAll(() => database.remove());

const changed = (change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port' | 'search'>>) =>
  Object.assign(new URL(address), change).href;

const whyNot = (url: string) =>
  startService({ database: { url } }).then(
    () => 'It has started.',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

it('a start says in one sentence why a server can’t be used', async () => {
  const { host, username } = address;
  expect(await whyNot(changed({ password: 'wrong' }))).toBe(
    `ConfigError: DATABASE_URL can't be used: ${host} refuses the password of ${username}.`,
  );
  expect(await whyNot(changed({ pathname: '/none' }))).toBe(
    `ConfigError: DATABASE_URL can't be used: ${host} has no database none: create it first.`,
  );
  expect(await whyNot(changed({ search: '?sslmode=verify-full' }))).toMatch(
    /^ConfigError: DATABASE_URL can't be used: .*SSL/,
  );
});

const metricsToken = 'a token for metrics';
const isReplicaAway = async (service: TestService): Promise<string | undefined> => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = String((await service.fetch('/metrics', { headers })).body);
  return /^appshelf_replica_away (\d)$/m.exec(text)?.[1];
};

it('tells of a replica that can’t be used, and answers from the main database', async () => {
  const readUrl = changed({ password: 'wrong' });
  const service = await startService({ metricsToken, database: { url: address.href, readUrl } });
  await expect.poll(() => isReplicaAway(service)).toBe('1');
  const session = await service.signIn(await service.makeUser());
  expect((await service.call(listCatalog, session)).status).toBe(200);
  await service.stop();
});

it('lists go on while the replica says nothing, and are read there again when it speaks', async () => {
  const line: Line = await lineTo(Number(address.port));
  const readUrl = changed({ port: String(line.port) });
  const fresh = await freshDatabase('');
  if (!('url' in fresh.location)) throw new Error('This is a test of PostgreSQL.');
  const near = new URL(readUrl);
  near.pathname = new URL(fresh.location.url).pathname;
  const service = await startService({
    metricsToken,
    database: { url: fresh.location.url, readUrl: near.href, poolSize: 3 },
  });
  const user: TestUser = await service.makeUser();
  const session = await service.signIn(user);
  const apps: string[] = [];
  /** Publishes another application; returns what the person is then shown. */
  const shown = async () => {
    const bundle = `org.example.app${apps.length}`;
    const { psk } = await publishAndroid(service, bundle);
    await makeGroup(service, `Crew ${apps.length}`, { apps: [{ id: psk }], users: [user] });
    apps.push(bundle);
    const { applications } = await service.ok(listCatalog, session);
    return applications.map((application) => application.bundle_id);
  };
  const isComplete = async () => expect((await shown()).toSorted()).toEqual(apps.toSorted());

  await expect.poll(() => isReplicaAway(service)).toBe('0');
  await isComplete();
  line.fallSilent();
  await isComplete();
  await expect.poll(() => isReplicaAway(service)).toBe('1');
  await isComplete();

  line.speak();
  await expect.poll(() => isReplicaAway(service)).toBe('0');
  const before = line.trips();
  await isComplete();
  expect(line.trips()).toBeGreaterThan(before);
  await service.stop();
  await line.cut();
  await fresh.remove();
});
