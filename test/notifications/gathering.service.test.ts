import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listMessages } from '../../contract/messages.ts';
import { sendGroupMessage, setPushProviders } from '../../contract/notifications.ts';
import { answerTerms, removeTerms, setTerms } from '../../contract/terms.ts';
import { gatherJob } from '../../mock-server/features/notifications/service.ts';
import type { Tx } from '../../mock-server/platform/database/handles.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { PushProviders } from '../setup/servers/push-providers.ts';
import { startService, type TestService } from '../setup/service.ts';
import { iPad, type TestUser } from '../setup/world/people.ts';
import { join, makeGroup } from '../setup/world/publishing.ts';

let providers: PushProviders;
let service: TestService;
let group: number;
let first: TestUser;
let second: TestUser;

beforeAll(async () => {
  providers = await PushProviders.start();
  service = await startService({
    ...providers.config,
    limits: { jobBackOff: 1 },
    metricsToken: 'a-token-for-prometheus',
  });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const apns_key = { key, key_id: 'K', team_id: 'T', bundle_id: 'org.example.catalog' };
  await service.ok(setPushProviders, { token: service.admin.token, body: { apns_key } });
  group = await makeGroup(service, 'Field Crew');
  // In the order of their identifiers, in which an audience is looked at.
  first = await service.makeUser();
  second = await service.makeUser();
  await join(service, group, first, second);
});
afterAll(async () => {
  await service.stop();
  providers.stop();
});
afterEach(() => {
  providers.got.length = 0;
});

const onDevice = (user: TestUser, udid: string, ios_push_token = `token-${udid}`) =>
  service.signIn(user, { ...iPad, udid, ios_push_token });

const send = (message: string) =>
  service.ok(sendGroupMessage, {
    token: service.admin.token,
    params: { group: String(group) },
    body: { message },
  });

/** What Prometheus is told of devices that wait. */
async function waiting(): Promise<string[]> {
  const headers = { authorization: 'Bearer a-token-for-prometheus' };
  const { body } = await service.fetch('/metrics', { headers });
  return String(body)
    .split('\n')
    .filter((line) => line.startsWith('appshelf_push_waiting'));
}

/** The newest notification, once it is finished. */
async function finished() {
  const { db } = service.platform.database;
  const newest = () =>
    db.selectFrom('notifications').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  await expect.poll(async () => (await newest()).finished, { timeout: timeouts.step }).not.toBeNull();
  return newest();
}

const inTransaction = (work: (tx: Tx) => Promise<unknown>) => service.platform.database.transaction(work);

test('a device that two people share gets it once, and both have it among their messages', async () => {
  await onDevice(first, 'shared');
  const own = await onDevice(second, 'shared');
  await send('For both');
  expect(await finished()).toMatchObject({ people: 2, devices: 1, sent: 1 });
  expect(providers.tokens).toEqual(['token-shared']);
  expect((await service.ok(listMessages, own)).messages[0]).toMatchObject({ text: 'For both' });
});

test('who goes on where a process was killed adds no device and no person again', async () => {
  await onDevice(first, 'shared');
  const own = await onDevice(second, 'shared');
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  providers.answers('token-shared', (stream) => {
    void answered.then(() => stream.respond({ ':status': 200 }, { endStream: true }));
  });
  await send('Half of it');
  await expect.poll(() => providers.tokens, { timeout: timeouts.step }).toEqual(['token-shared']);
  const { db } = service.platform.database;
  const { org_id, id } = await db
    .selectFrom('notifications')
    .select(['org_id', 'id'])
    .where('text', '=', 'Half of it')
    .executeTakeFirstOrThrow();
  // As a process leaves it that was killed between the two people.
  await inTransaction(async (tx) => {
    await tx
      .updateTable('notifications')
      .set({ gathered: first.id, people: 1 })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('messages').where('notification', '=', id).where('user', '=', second.id).execute();
    await service.platform.jobs.enqueue(tx, org_id, gatherJob, { notification: id });
  });
  service.platform.jobs.wake();
  const gathered = () =>
    db.selectFrom('notifications').select('gathered').where('id', '=', id).executeTakeFirst();
  await expect.poll(gathered, { timeout: timeouts.step }).toEqual({ gathered: null });
  answer(undefined);
  expect(await finished()).toMatchObject({ people: 2, devices: 1, sent: 1 });
  expect(providers.tokens).toEqual(['token-shared']);
  const { messages } = await service.ok(listMessages, own);
  expect(messages.filter(({ text }) => text === 'Half of it')).toHaveLength(1);
  providers.answers('token-shared', { status: 200 });
});

test('devices of people who declined the terms are sent nothing, and they have the message when they accept', async () => {
  const own = await onDevice(first, 'of-first');
  const other = await onDevice(second, 'of-second');
  const { token } = service.admin;
  const { terms } = await service.ok(setTerms, { token, body: { texts: { en: 'Be kind.' } } });
  const say = (who: typeof own, accepted: boolean) =>
    service.ok(answerTerms, { ...who, params: { terms: terms.id }, body: { accepted } });
  await say(own, true);
  await say(other, true);
  await say(other, false);
  await send('For those who agreed');
  await finished();
  expect(providers.tokens).toContain('token-of-first');
  expect(providers.tokens).not.toContain('token-of-second');
  await say(other, true);
  expect((await service.ok(listMessages, other)).messages[0]).toMatchObject({ text: 'For those who agreed' });
  await service.ok(removeTerms, { token });
});

test('messages are removed after half a year, and no others', async () => {
  const own = await onDevice(first, 'of-first');
  await send('Old');
  await finished();
  await send('New');
  await finished();
  const { db } = service.platform.database;
  const old = new Date(Date.now() - 181 * 24 * 60 * 60_000).toISOString();
  await inTransaction(async (tx) => {
    await tx.updateTable('notifications').set({ created: old }).where('text', '!=', 'New').execute();
    await tx.updateTable('jobs').set({ due: '' }).where('id', '=', 'old_messages').execute();
  });
  service.platform.jobs.wake();
  const texts = () => db.selectFrom('notifications').select('text').execute();
  await expect.poll(texts, { timeout: timeouts.step }).toEqual([{ text: 'New' }]);
  const left = await db.selectFrom('messages').select('user').orderBy('user').execute();
  expect(left).toEqual([{ user: first.id }, { user: second.id }]);
  expect((await service.ok(listMessages, own)).messages.map(({ text }) => text)).toEqual(['New']);
});

test('devices that wait for a pause are told to Prometheus', async () => {
  await onDevice(first, 'of-first');
  await onDevice(second, 'of-second');
  const busy = { status: 429, headers: { 'retry-after': '600' } };
  for (const udid of ['of-first', 'of-second']) providers.answers(`token-${udid}`, busy);
  await send('Later');
  await expect
    .poll(waiting, { timeout: timeouts.step })
    .toEqual(['appshelf_push_waiting{provider="apns"} 2']);
});
