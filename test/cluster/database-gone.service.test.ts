import { generateKeyPairSync } from 'node:crypto';
import type { ServerHttp2Stream } from 'node:http2';
import { afterAll, expect, test } from 'vitest';
import { exportAudit } from '../../contract/audit.ts';
import { listCatalog } from '../../contract/catalog.ts';
import { buildAddress } from '../../contract/common/request.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { listJobs } from '../../contract/jobs.ts';
import { listNotifications, sendGroupMessage, setPushProviders } from '../../contract/notifications.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { addUser } from '../../contract/users.ts';
import { splitIntoChunks } from '../../mock-server/platform/chunks.ts';
import { createId, getNow } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { EventReader } from '../catalog/event-reader.ts';
import { freshDatabase } from '../setup/database/database.ts';
import { lineTo } from '../setup/database/database-line.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { PushProviders } from '../setup/servers/push-providers.ts';
import { startService } from '../setup/service.ts';
import { newUser } from '../setup/world/people.ts';
import { assign, makeGroup, publishAndroid } from '../setup/world/publishing.ts';

/**
 * The database is lost while everything is under way: what was done is not done again, and what was not done is done
 * later, by itself.
 */

/** Milliseconds for which a process may hold a job without renewing its claim: the database is away for longer. */
const jobLease = 1_500;
const database = await freshDatabase('');
if (!('url' in database.location)) throw new Error('This is a test of PostgreSQL.');
const address = new URL(database.location.url);
const line = await lineTo(Number(address.port));
address.port = String(line.port);
const [mail, providers] = await Promise.all([MailServer.start({ isSilent: true }), PushProviders.start()]);
const service = await startService({
  ...providers.config,
  database: { url: address.href, poolSize: 4 },
  smtp: mail.smtp,
  publicUrl: 'https://apps.example.org',
  limits: { jobLease, jobBackOff: 1 },
});
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const apns_key = { key, key_id: 'K', team_id: 'T', bundle_id: 'org.example.catalog' };
await service.ok(setPushProviders, { token: service.admin.token, body: { apns_key } });
const application = await publishAndroid(service, 'org.example.there');
const user = await service.makeUser();
const group = await makeGroup(service, 'Crew', { apps: [{ id: application.psk }], users: [user] });
const session = await service.signIn(user, {
  operating_system: 1,
  operating_system_name: 'iPadOS',
  ios_push_token: 'token-one',
});
afterAll(async () => {
  await service.stop();
  await line.cut();
  await mail.stop();
  providers.stop();
  await database.remove();
});

const { promise: held, resolve: hold } = Promise.withResolvers<ServerHttp2Stream>();
const health = async () => (await service.fetch('/healthz')).status;
const rate = (like: 0 | 1) =>
  service.call(rateApplication, { ...session, params: { application: application.id }, body: { like } });

async function whatIsAnswered(): Promise<{ status: number; retry: string | null }[]> {
  const { userId: user_id, password } = user;
  const answers = await Promise.all([
    service.call(listCatalog, session),
    rate(1),
    service.call(authenticateUser, { body: { user_id, password, remember_me: true } }),
    service.call(listJobs, { token: service.admin.token }),
  ]);
  return answers.map(({ status, headers }) => ({ status, retry: headers.get('retry-after') }));
}

/** The kinds of periodic jobs that have not run since they were made due. */
const late = async () => {
  const { db } = service.platform.database;
  const rows = await db.selectFrom('jobs').selectAll().where('org_id', '=', '').execute();
  return rows.filter(({ due, state }) => state !== 'waiting' || due <= getNow()).map(({ kind }) => kind);
};

test('a mail and a notification that were sent while the database went are sent once, and all goes on when it is back', async () => {
  const { token } = service.admin;
  const events = await EventReader.open(service, session);
  const first = await events.next();
  const email = 'held@example.org';
  await service.ok(addUser, { token, body: { ...newUser('held'), email, send_invite: true } });
  await mail.mailsTo(email);
  providers.answers('token-one', (stream) => hold(stream));
  await service.ok(sendGroupMessage, { token, params: { group: String(group) }, body: { message: 'Hello' } });
  const stream = await held;

  await line.cut();
  const gone = Date.now();
  mail.speak();
  stream.respond({ ':status': 200 });
  stream.end();
  for (const answer of await whatIsAnswered()) expect(answer).toEqual({ status: 503, retry: '2' });
  await expect.poll(health).toBe(503);
  await expect.poll(() => Date.now()).toBeGreaterThan(gone + 2 * jobLease);
  await line.mend();

  await expect.poll(health).toBe(200);
  await expect.poll(async () => (await service.ok(listJobs, { token })).jobs).toEqual([]);
  expect(await mail.mailsTo(email)).toHaveLength(1);
  expect(providers.tokens).toEqual(['token-one']);
  const { notifications } = await service.ok(listNotifications, { token });
  expect(notifications).toMatchObject([{ devices: 1, sent: 1, failed: 0, finished: expect.any(String) }]);

  expect((await rate(1)).status).toBe(200);
  const next = await publishAndroid(service, 'org.example.next');
  await assign(service, group, { id: next.psk });
  // The rating was reported to it too, earlier.
  let reported = await events.next();
  while (reported !== null && reported.data.catalog <= (first?.data.catalog ?? 0))
    reported = await events.next();
  expect(reported).not.toBeNull();
  await events.close();
  const { db } = service.platform.database;
  await db.updateTable('jobs').set({ due: getNow() }).where('org_id', '=', '').execute();
  service.platform.jobs.wake();
  await expect.poll(late).toEqual([]);
});

test('an export that loses the database in the middle is broken off, so that nobody takes it for whole', async () => {
  const { token, orgId } = service.admin;
  const db = withoutGuard(service.platform.database.db);
  const one = await db.selectFrom('audit').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow();
  // More bytes than the connection buffers while the client does not read.
  const long = { ...one, details: JSON.stringify({ sent: 'x'.repeat(25_000) }) };
  const rows = Array.from({ length: 1_000 }, (_, at) => ({
    ...long,
    id: createId(),
    position: 1_000_000 + at,
  }));
  for (const part of splitIntoChunks(rows)) await db.insertInto('audit').values(part).execute();
  const address = new URL(buildAddress(exportAudit, { query: { format: 'jsonl' } }), service.url);
  const { body } = await fetch(address, { headers: { 'x-token': token } });
  const reader = body?.getReader();
  await reader?.read();
  await line.cut();
  const rest = async () => {
    while ((await reader?.read())?.done === false);
  };
  await expect(rest()).rejects.toBeInstanceOf(Error);
  await line.mend();
});
