import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { addApplication } from '../../contract/applications.ts';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { buildAddress } from '../../contract/common/request.ts';
import { installApplication } from '../../contract/downloads.ts';
import { type FeedName, readFeed } from '../../contract/feeds.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { endOtherSessions, listSessions } from '../../contract/sessions.ts';
import { addUser } from '../../contract/users.ts';
import { EventReader } from '../catalog/event-reader.ts';
import { newUser, type People } from '../setup/world/people.ts';
import { apk, assign, makeGroup, publish } from '../setup/world/publishing.ts';
import * as uploads from '../setup/world/uploads.ts';
import { startCluster } from './instances.ts';

/** Two instances share information only through the database and the bucket. */
const cluster = await startCluster();
const { people: one } = cluster.one;
const { people: other } = cluster.other;
const user = await one.makeUser();
const group = await makeGroup(one, 'Crew', { users: [user] });
const device = await one.signIn(user);
afterAll(() => cluster.stop());

const made = (bundleId: string, bytes = 1000) =>
  apk(bundleId, 1, { files: [{ name: 'padding', data: randomBytes(bytes), stored: true }] });
const bundlesFor = async (at: People, session: typeof device) =>
  (await at.ok(listCatalog, session)).applications.map(({ bundle_id }) => bundle_id);

test('a session that begins on one instance is one on the other, and ends on both', async () => {
  const person = await other.makeUser();
  const token = await one.userToken(person);
  expect((await other.ok(listSessions, { token })).sessions).toHaveLength(1);
  const second = await other.userToken(person);
  await other.ok(endOtherSessions, { token: second });
  expect((await one.refused(listSessions, { token })).status).toBe(401);
});

test('an upload goes on where the other instance stopped, is published there, and downloaded here', async () => {
  const file = made('org.example.continued', 400_000);
  const [here, there] = [one, other].map((service) => ({ service, token: service.admin.token }));
  if (here === undefined || there === undefined) throw new Error('There are two.');
  const id = await uploads.started(here, file.length);
  await uploads.append(here, id, 0, file.subarray(0, 100_000));
  const line = uploads.openLine(here, id, { offset: 100_000, length: file.length - 100_000 });
  line.send(file.subarray(100_000, 150_000));
  line.cut();
  await expect.poll(async () => (await uploads.head(there, id)).status).toBe(200);
  const offset = await uploads.offsetOf(there, id);
  expect(offset).toBeGreaterThanOrEqual(100_000);
  expect((await uploads.append(there, id, offset, file.subarray(offset, 300_000))).status).toBe(204);
  expect((await uploads.append(here, id, 300_000, file.subarray(300_000))).status).toBe(204);
  const body = { upload_id: id, enabled: true };
  const { application } = await other.ok(addApplication, { token: other.admin.token, body });
  await assign(other, group, { id: application.psk });
  const { token, udid } = device;
  const installing = { params: { application: application.id }, query: { token, udid } };
  const location = (await one.call(installApplication, installing)).headers.get('location') ?? '';
  const answer = await fetch(location);
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(file))).toBe(true);
});

test('what one instance publishes is in the catalog of the other, kept or not, and its streams tell it', async () => {
  const before = await bundlesFor(one, device);
  const events = await EventReader.open(one, device);
  await events.next();
  const app = await publish(
    other,
    { app_name: 'Fresh' },
    { bytes: made('org.example.fresh'), name: 'a.apk' },
  );
  await assign(other, group, { id: app.psk });
  expect((await bundlesFor(one, device)).sort()).toEqual([...before, 'org.example.fresh'].sort());
  expect(await events.next()).not.toBeNull();
  await events.close();
});

test('a write with a key that comes to both instances at once is done once', async () => {
  const app = await publish(one, { app_name: 'Liked' }, { bytes: made('org.example.liked'), name: 'a.apk' });
  await assign(one, group, { id: app.psk });
  const params = { application: app.id };
  const headers = { 'idempotency-key': randomUUID() };
  const rate = (at: People) => at.call(rateApplication, { ...device, headers, params, body: { like: 1 } });
  const answers = await Promise.all([rate(one), rate(other), rate(one), rate(other)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { application } = await other.ok(readCatalogApplication, { ...device, params });
  expect(application.catalog_info.num_likes).toBe(1);
});

test('a job is done once, whichever instance asked for it', async () => {
  const emails = Array.from({ length: 6 }, (_, at) => `invited${at}@example.org`);
  await Promise.all(
    emails.map((email, at) =>
      (at % 2 === 0 ? one : other).ok(addUser, {
        token: one.admin.token,
        body: { ...newUser(`invited${at}`), email, send_invite: true },
      }),
    ),
  );
  for (const email of emails) expect(await cluster.mail.mailsTo(email)).toHaveLength(1);
  expect(cluster.mail.mails).toHaveLength(emails.length);
});

test('who follows feeds on both instances in turn, and over a restart, sees every row once', async () => {
  const person = await one.makeUser({ groups: [group] });
  const { token, udid } = await one.signIn(person);
  const app = await publish(
    one,
    { app_name: 'Followed' },
    { bytes: made('org.example.followed'), name: 'a.apk' },
  );
  await assign(one, group, { id: app.psk });
  const places = new Map<FeedName, string>();
  const seen = { login_activity: 0, download_activity: 0 };
  const read = async (at: People, feed_name: keyof typeof seen): Promise<boolean> => {
    const block_token = places.get(feed_name);
    const query = block_token === undefined ? {} : { block_token };
    const block = await at.ok(readFeed, { token: one.admin.token, params: { feed_name }, query });
    places.set(feed_name, block.next_block_token);
    seen[feed_name] += block.rows.filter(({ user_id }) => user_id === person.userId).length;
    return block.end_of_data;
  };
  const readAll = async (at: People) => {
    for (const name of ['login_activity', 'download_activity'] as const) while (!(await read(at, name)));
  };
  await readAll(one);
  const before = { ...seen };
  const act = async (at: People, times: number) => {
    for (let time = 0; time < times; time++) {
      await at.userToken(person);
      const query = { token, udid };
      const answer = await at.call(installApplication, { params: { application: app.id }, query });
      await (await fetch(answer.headers.get('location') ?? '')).arrayBuffer();
    }
  };
  const writing = { goesOn: true };
  const writers = Promise.all([act(one, 6), act(other, 6), act(one, 6), act(other, 6)]).finally(() => {
    writing.goesOn = false;
  });
  for (let turn = 0; writing.goesOn; turn++) await readAll(turn % 2 === 0 ? one : other);
  await writers;
  await cluster.other.process.stop();
  await act(one, 3);
  await readAll(one);
  await act(one, 3);
  await cluster.other.process.start();
  await readAll(other);
  const rows = 4 * 6 + 3 + 3;
  expect(seen).toEqual({
    login_activity: before.login_activity + rows,
    download_activity: before.download_activity + rows,
  });
});

test('instances that are replaced one after the other answer every request that may be repeated', async () => {
  const healthy = new Set([one, other]);
  const headers = { 'x-token': device.token, 'x-udid': device.udid };
  const over = new AbortController();
  const failures: unknown[] = [];
  let answered = 0;
  let refusedByLeaving = 0;
  // As a proxy does: it asks for the health of each instance, and tries a request that may be repeated once more on
  // another.
  const watch = async (instance: People) => {
    while (!over.signal.aborted) {
      const isHealthy = await instance.fetch('/healthz').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isHealthy) healthy.add(instance);
      else healthy.delete(instance);
      await wait(50);
    }
  };
  const ask = async (instance: People | undefined): Promise<number> =>
    (await instance?.fetch(buildAddress(listCatalog), { headers }))?.status ?? 0;
  const client = async () => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const choice = [...healthy];
      const first = choice[turn % choice.length];
      const status = await ask(first).catch(() => 0);
      if (status === 200) answered += 1;
      else {
        refusedByLeaving += 1;
        const again = await ask(first === one ? other : one).catch((error: unknown) => error);
        if (again !== 200) failures.push(again);
      }
      // Without it the clients take the time that the instances need to start.
      await wait(10);
    }
  };
  const work = [watch(one), watch(other), ...Array.from({ length: 4 }, client)];
  for (const { process } of [cluster.one, cluster.other]) {
    await process.stop();
    await process.start();
    await expect.poll(() => healthy.size).toBe(2);
  }
  over.abort();
  await Promise.all(work);
  expect(failures).toEqual([]);
  // The proxy that checks health never reaches an instance that is gone: it kept serving until no proxy sent it
  // requests.
  expect(refusedByLeaving).toBe(0);
  expect(answered).toBeGreaterThan(100);
});

test('wrong passwords lock an account whichever instance they are tried on, and their address', async () => {
  const person = await one.makeUser();
  const guess = (at: People, userId: string) =>
    at.call(authenticateUser, { body: { user_id: userId, password: 'Not-the-password-1' } });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 10; attempt++)
    statuses.push((await guess(attempt % 2 === 0 ? one : other, person.userId)).status);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 401), 403]);
  for (let attempt = 10; attempt < 30; attempt++)
    await guess(attempt % 2 === 0 ? one : other, `nobody-${attempt}`);
  const refused = await Promise.all([guess(one, 'nobody'), guess(other, 'nobody')]);
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
});
