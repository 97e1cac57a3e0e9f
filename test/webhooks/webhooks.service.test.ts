import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '../../contract/audit.ts';
import type { BodyOf } from '../../contract/common/request.ts';
import { listReviews, rateApplication } from '../../contract/reviews.ts';
import {
  addWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  updateWebhook,
  webhookEvents,
} from '../../contract/webhooks.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { unchecked } from '../setup/requests.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService } from '../setup/service.ts';
import { apk, assign, join, makeGroup, publishAndroid, publishVersion } from '../setup/world/publishing.ts';

const trusted = getCACertificates('default');
const { cert, key } = localhostCertificate();

/** A server of the organization: what it was told, and what it answers next. */
const reported: { headers: IncomingHttpHeaders; body: string }[] = [];
let answers: { status: number; headers?: Record<string, string> }[] = [];
const receiver = createServer({ cert, key }, (request, response) => void take(request, response));

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  reported.push({ headers: request.headers, body: await text(request) });
  const { status, headers } = answers.shift() ?? { status: 204 };
  response.writeHead(status, headers).end();
}

setDefaultCACertificates([...trusted, cert]);
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const host = `localhost:${(receiver.address() as AddressInfo).port}`;
const url = `https://${host}/hooks?of=appshelf`;
const service = await startService({ outgoingAllow: [host], limits: { jobBackOff: 1 } });
const token = service.admin.token;
beforeEach(async () => {
  for (const { id } of (await service.ok(listWebhooks, { token })).webhooks) {
    await service.ok(deleteWebhook, { token, params: { webhook: id } });
  }
  reported.length = 0;
  answers = [];
});
afterAll(async () => {
  await service.stop();
  receiver.close();
  setDefaultCACertificates(trusted);
});

/** All but the audit log, which tells of everything. */
const plainEvents = webhookEvents.filter((event) => event !== 'audit.recorded');
const add = (events: readonly (typeof webhookEvents)[number][] = plainEvents) =>
  service.ok(addWebhook, { token, body: { url, events: [...events] } });
async function until(count: number): Promise<void> {
  await expect.poll(() => reported.length, { timeout: timeouts.step }).toBe(count);
}
const deliveries = async (webhook: string) =>
  (await service.ok(listDeliveries, { token, params: { webhook } })).deliveries;
async function untilState(webhook: string, state: string): Promise<void> {
  const now = async () => (await deliveries(webhook))[0]?.state;
  await expect.poll(now, { timeout: timeouts.step }).toBe(state);
}

test('an event is told, signed as Standard Webhooks says', async () => {
  const { webhook, secret } = await add();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const user = await service.makeUser();
  await until(1);
  const [{ headers, body } = { headers: {}, body: '' }] = reported;
  expect(JSON.parse(body)).toMatchObject({
    type: 'user.added',
    timestamp: expect.any(String),
    data: { id: user.id, user_id: user.userId },
  });
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', bytes)
    .update(`${String(id)}.${String(at)}.${body}`)
    .digest('base64');
  expect(signature).toBe(`v1,${expected}`);
  await untilState(webhook.id, 'delivered');
  expect(await deliveries(webhook.id)).toMatchObject([
    { id, event: 'user.added', attempts: 1, status: 204, body },
  ]);
});

test('every event of the list is told, and none that was not chosen', async () => {
  const group = await makeGroup(service, 'Crew');
  const person = await service.makeUser();
  await join(service, group, person);
  await add(plainEvents.filter((event) => event !== 'user.added'));
  await service.makeUser();
  const application = await publishAndroid(service, 'org.example.told');
  await assign(service, group, { id: application.id });
  await publishVersion(service, application, {}, { bytes: apk('org.example.told', 2), name: 'app.apk' });
  const own = await service.signIn(person);
  await service.signIn(person);
  const params = { application: application.id };
  await service.ok(rateApplication, { ...own, params, body: { like: 1, title: 'Good', comment: 'It is.' } });
  await until(4);
  const events = reported.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'application.added',
    'device.added',
    'review.changed',
    'version.added',
  ]);
  const { user_review: review } = await service.ok(listReviews, { ...own, params });
  expect(events.find(({ type }) => type === 'review.changed')?.data).toMatchObject({
    application: application.id,
    user: person.id,
    like: review?.like,
  });
});

test('every row of the audit log is told once, from when that is asked for, with its place in the chain', async () => {
  const { webhook } = await add(['audit.recorded']);
  const users = [await service.makeUser(), await service.makeUser()];
  await service.refused(addWebhook, {
    token: await service.userToken(users[0] ?? service.admin),
    body: { url, events: ['audit.recorded'] },
  });
  const rows = () =>
    reported.map(({ body }) => (JSON.parse(body) as { type: string; data: AuditEntry }).data);
  const ofUs = () => rows().filter(({ action }) => ['addUser', 'addWebhook'].includes(action));
  await expect.poll(() => ofUs().length, { timeout: timeouts.step }).toBe(4);
  expect(ofUs().filter(({ outcome }) => outcome === 'refused')).toHaveLength(1);
  expect(ofUs().find(({ object }) => object?.id === users[1]?.id)).toMatchObject({
    action: 'addUser',
    actor: { id: service.admin.id },
    from: { address: '127.0.0.1' },
  });
  const positions = rows().map(({ position }) => position);
  expect(new Set(positions).size).toBe(positions.length);
  expect(positions).not.toContain(null);
  expect(JSON.stringify(rows())).not.toContain('$argon2id');
  expect((await deliveries(webhook.id)).every(({ event }) => event === 'audit.recorded')).toBe(true);
});

test('what was not taken is sent again under the same id, after the pause that is asked for', async () => {
  const { webhook } = await add(['user.added']);
  answers = [{ status: 500 }, { status: 429, headers: { 'retry-after': '0' } }];
  await service.makeUser();
  await until(3);
  expect(new Set(reported.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await untilState(webhook.id, 'delivered');
  expect(await deliveries(webhook.id)).toMatchObject([{ attempts: 3, status: 204 }]);
});

test('it is sent once more by hand, under the same id', async () => {
  const { webhook } = await add(['user.added']);
  await service.makeUser();
  await untilState(webhook.id, 'delivered');
  const [first] = await deliveries(webhook.id);
  const params = { webhook: webhook.id, delivery: first?.id ?? '' };
  await service.ok(resendDelivery, { token, params });
  await until(2);
  expect(reported[1]?.headers['webhook-id']).toBe(first?.id);
});

test('410 switches the webhook off; a redirect is not followed', async () => {
  const { webhook } = await add(['user.added']);
  answers = [{ status: 302, headers: { location: url } }, { status: 410 }];
  await service.makeUser();
  await untilState(webhook.id, 'failed');
  expect(reported).toHaveLength(2);
  expect((await service.ok(listWebhooks, { token })).webhooks).toMatchObject([{ enabled: false }]);
  await service.makeUser();
  expect(await deliveries(webhook.id)).toHaveLength(1);
});

test.each([
  ['inside the network', 'https://127.0.0.1/'],
  ['inside the network by a name', 'https://localhost/'],
  ['of a metadata service', 'https://169.254.169.254/latest'],
  ['at an unusual port', 'https://example.org:8443/'],
  ['with a password', 'https://ann:secret@example.org/'],
])('an address %s is refused', async (_, address) => {
  const body = { url: address, events: ['user.added' as const] };
  expect(await service.refused(addWebhook, { token, body })).toMatchObject({ status: 400, code: 1103 });
  const { webhook } = await add();
  const change = { token, params: { webhook: webhook.id }, body: { url: address } };
  expect((await service.refused(updateWebhook, change)).code).toBe(1103);
});

test.each([
  ['plain http', { url: 'http://example.org/' }],
  ['no address', { url: 'example.org' }],
  ['an event that is not in the list', { events: ['anything'] }],
  ['no event', { events: [] }],
])('%s is refused', async (_, wrong) => {
  const body = { url: 'https://example.org/', events: ['user.added'], ...wrong };
  expect((await service.refused(unchecked(addWebhook), { token, body })).code).toBe(1000);
});

test('what is changed of one stays so, and the rest of it as it was', async () => {
  const { webhook } = await add(['review.changed']);
  const change = (body: BodyOf<typeof updateWebhook>) =>
    service.ok(updateWebhook, { token, params: { webhook: webhook.id }, body });
  const elsewhere = `${url}&moved`;
  expect((await change({ url: elsewhere })).webhook).toEqual({ ...webhook, url: elsewhere });
  expect((await change({ description: 'Chat' })).webhook).toMatchObject({
    url: elsewhere,
    description: 'Chat',
  });
  const events = ['version.added'] as const;
  expect((await change({ events: [...events] })).webhook).toMatchObject({ description: 'Chat', events });
  expect((await service.ok(listWebhooks, { token })).webhooks).toMatchObject([
    { id: webhook.id, url: elsewhere, description: 'Chat', events, enabled: true },
  ]);
});

test('an organization has its own', async () => {
  const { webhook } = await add();
  const other = await service.makeOrganization();
  const theirs = { token: other.token, params: { webhook: webhook.id } };
  expect((await service.ok(listWebhooks, { token: other.token })).webhooks).toEqual([]);
  expect((await service.refused(updateWebhook, { ...theirs, body: {} })).status).toBe(404);
  expect((await service.refused(deleteWebhook, theirs)).status).toBe(404);
  expect((await service.refused(listDeliveries, theirs)).status).toBe(404);
});
