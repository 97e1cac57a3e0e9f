import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { endSession } from '../../contract/identity.ts';
import { sendGroupMessage } from '../../contract/notifications.ts';
import { answerTerms, removeTerms, setTerms } from '../../contract/terms.ts';
import { endWebPush, readWebPush, setWebPush } from '../../contract/web-push.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { unchecked } from '../setup/requests.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService } from '../setup/service.ts';
import { join, makeGroup } from '../setup/world/publishing.ts';

const trusted = getCACertificates('default');
const { cert, key } = localhostCertificate();

/** A push service on this machine: what it got, and what it answers. */
const got: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
let status = 201;
let hangs = false;
const pushService = createServer({ cert, key }, (request, response) => void take(request, response));

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  got.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
  if (hangs || request.url?.startsWith('/hangs')) return;
  response.writeHead(status).end();
}

/** A browser that subscribed. */
const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);
const kinds = { messages: true, updates: true, replies: true };
const subscription = (path: string) => ({
  endpoint: `${origin}${path}`,
  p256dh: browser.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
  language: 'en' as const,
  kinds,
});

setDefaultCACertificates([...trusted, cert]);
pushService.listen(0, '127.0.0.1');
await once(pushService, 'listening');
const host = `localhost:${(pushService.address() as AddressInfo).port}`;
const origin = `https://${host}`;
const service = await startService({ webPushAllow: [host], limits: { jobBackOff: 1, pushTimeout: 2_000 } });
const ann = await service.makeUser();
const group = await makeGroup(service, 'Field Crew');
await join(service, group, ann);
const onPhone = await service.signIn(ann);
afterAll(async () => {
  await service.stop();
  pushService.close();
  setDefaultCACertificates(trusted);
});

const send = (message: string) =>
  service.ok(sendGroupMessage, {
    token: service.admin.token,
    params: { group: String(group) },
    body: { message },
  });

/** Decrypts a message as a browser does (RFC 8291). */
function decrypted(body: Buffer): unknown {
  const [salt, theirs, text] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirs]);
  const material = Buffer.from(hkdfSync('sha256', browser.computeSecret(theirs), auth, info, 32));
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${what}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(text.subarray(-16));
  const plain = Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]);
  expect(plain.at(-1)).toBe(2);
  return JSON.parse(plain.subarray(0, -1).toString());
}

test('a subscribed browser gets a message that is encrypted for it and signed with the key it knows', async () => {
  const { public_key, kinds: before } = await service.ok(readWebPush, onPhone);
  expect(before).toBeNull();
  await service.ok(setWebPush, { ...onPhone, body: subscription('/ann') });
  expect((await service.ok(readWebPush, onPhone)).kinds).toEqual(kinds);
  await send('Bring your badges');
  await expect.poll(() => got.length, { timeout: timeouts.step }).toBe(1);
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = got;
  expect(decrypted(body)).toMatchObject({ title: 'Field Crew', body: 'Bring your badges' });
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: expect.stringMatching(/^\d+$/) });
  const [, token = '', k] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(k).toBe(public_key);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: origin });
  const point = Buffer.from(public_key, 'base64url');
  const coordinates = { x: point.subarray(1, 33), y: point.subarray(33) };
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: coordinates.x.toString('base64url'),
    y: coordinates.y.toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const asSigned = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', signed, asSigned, Buffer.from(signature, 'base64url'))).toBe(true);
});

test('what is switched off is not sent', async () => {
  got.length = 0;
  const body = { ...subscription('/ann'), kinds: { ...kinds, messages: false } };
  await service.ok(setWebPush, { ...onPhone, body });
  await send('Not for browsers');
  const { db } = service.platform.database;
  const unfinished = () =>
    db.selectFrom('notifications').select('id').where('finished', 'is', null).executeTakeFirst();
  await expect.poll(unfinished, { timeout: timeouts.step }).toBeUndefined();
  await service.ok(setWebPush, { ...onPhone, body: subscription('/ann') });
  await send('For browsers');
  await expect.poll(() => got.length, { timeout: timeouts.step }).toBe(1);
  expect(decrypted(got[0]?.body ?? Buffer.alloc(0))).toMatchObject({ body: 'For browsers' });
});

test('a browser belongs to who subscribed in it last', async () => {
  const other = await service.makeUser();
  const theirs = await service.signIn(other, { udid: 'udid-other' });
  await service.ok(setWebPush, { ...theirs, body: subscription('/ann') });
  expect((await service.ok(readWebPush, onPhone)).kinds).toBeNull();
  await service.ok(endWebPush, theirs);
  expect((await service.ok(readWebPush, theirs)).kinds).toBeNull();
});

test('a subscription that ended (410) is forgotten', async () => {
  await service.ok(setWebPush, { ...onPhone, body: subscription('/gone') });
  status = 410;
  await send('To nobody');
  await expect
    .poll(async () => (await service.ok(readWebPush, onPhone)).kinds, { timeout: timeouts.step })
    .toBeNull();
  status = 201;
});

/** The newest notification, once it is finished. */
async function finished() {
  const { db } = service.platform.database;
  const newest = () =>
    db.selectFrom('notifications').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  await expect.poll(async () => (await newest()).finished, { timeout: timeouts.step }).not.toBeNull();
  return newest();
}
/** How many attempts were made for browsers that are to be tried again. */
const tries = async () =>
  (
    await service.platform.database.db
      .selectFrom('push_recipients')
      .select('tries')
      .where('provider', '=', 'web')
      .execute()
  ).map((row) => Number(row.tries));

test.each([429, 503])('what a push service did not take (%i) is sent again, once it does', async (busy) => {
  got.length = 0;
  status = busy;
  await service.ok(setWebPush, { ...onPhone, body: subscription('/ann') });
  await send(`Once more ${busy}`);
  await expect.poll(() => got.length, { timeout: timeouts.step }).toBeGreaterThan(1);
  status = 201;
  expect(await finished()).toMatchObject({ sent: 1, failed: 0 });
});

test('while no push service can be reached nothing is lost', async () => {
  got.length = 0;
  const { port } = pushService.address() as AddressInfo;
  await service.ok(setWebPush, { ...onPhone, body: subscription('/ann') });
  pushService.closeAllConnections();
  await new Promise((closed) => void pushService.close(closed));
  await send('After the storm');
  await expect
    .poll(async () => Math.max(0, ...(await tries())), { timeout: timeouts.step })
    .toBeGreaterThan(1);
  pushService.listen(port, '127.0.0.1');
  await once(pushService, 'listening');
  expect(await finished()).toMatchObject({ sent: 1, failed: 0 });
  expect(got).toHaveLength(1);
});

test('a message whose answer never comes is sent again in place of the first, until somebody answers', async () => {
  got.length = 0;
  hangs = true;
  await service.ok(setWebPush, { ...onPhone, body: subscription('/ann') });
  await send('Perhaps');
  await expect.poll(() => got.length, { timeout: timeouts.step }).toBe(1);
  hangs = false;
  const done = await finished();
  expect(done).toMatchObject({ sent: 1, failed: 0 });
  expect(got.length).toBeGreaterThan(1);
  expect(new Set(got.map(({ headers }) => headers.topic))).toEqual(new Set([done.id]));
  expect(got.map(({ body }) => decrypted(body))).toEqual(
    got.map(() => expect.objectContaining({ id: done.id })),
  );
});

test('who never gets an answer counts as failed in the end', async () => {
  got.length = 0;
  await service.ok(setWebPush, { ...onPhone, body: subscription('/hangs/ann') });
  await send('To nobody who answers');
  expect(await finished()).toMatchObject({ sent: 0, failed: 1 });
  expect(got).toHaveLength(6);
});

test('who has not accepted the terms is told nothing, and can switch it off', async () => {
  got.length = 0;
  const ben = await service.makeUser();
  await join(service, group, ben);
  const own = await service.signIn(ben, { udid: 'udid-of-ben' });
  await service.ok(setWebPush, { ...own, body: subscription('/declined') });
  const { token } = service.admin;
  const { terms } = await service.ok(setTerms, { token, body: { texts: { en: 'Be kind.' } } });
  const say = (who: typeof own, accepted: boolean) =>
    service.ok(answerTerms, { ...who, params: { terms: terms.id }, body: { accepted } });
  await say(onPhone, true);
  await service.ok(setWebPush, { ...onPhone, body: subscription('/ann') });
  await say(own, true);
  await say(own, false);
  await send('For those who agreed');
  expect(await finished()).toMatchObject({ devices: 1, sent: 1 });
  expect(got.map(({ path }) => path)).toEqual(['/ann']);
  expect((await service.ok(readWebPush, own)).kinds).toEqual(kinds);
  await service.ok(endWebPush, own);
  expect((await service.ok(readWebPush, own)).kinds).toBeNull();
  await service.ok(removeTerms, { token });
});

test('a browser of a disabled device is told nothing', async () => {
  got.length = 0;
  const { db } = service.platform.database;
  const disable = (disabled_reason: number | null) =>
    service.platform.database.transaction((tx) =>
      tx.updateTable('device_users').set({ disabled_reason }).where('user', '=', onPhone.id).execute(),
    );
  await service.ok(setWebPush, { ...onPhone, body: subscription('/ann') });
  await disable(1);
  await send('Not for lost ones');
  const unfinished = () =>
    db.selectFrom('notifications').select('id').where('finished', 'is', null).executeTakeFirst();
  await expect.poll(unfinished, { timeout: timeouts.step }).toBeUndefined();
  await disable(null);
  expect(got).toEqual([]);
});

test('a browser in which the person is not signed in any more is told nothing', async () => {
  got.length = 0;
  const ben = await service.makeUser();
  await join(service, group, ben);
  const away = await service.signIn(ben);
  await service.ok(setWebPush, { ...away, body: subscription('/ben') });
  await service.ok(setWebPush, { ...onPhone, body: subscription('/ann') });
  await service.ok(endSession, { token: away.token });
  await send('Who is there?');
  await expect.poll(() => got.map(({ path }) => path), { timeout: timeouts.step }).toEqual(['/ann']);
});

test.each([
  ['without https', { endpoint: 'http://push.example.org/a' }],
  ['that is no address', { endpoint: 'push' }],
  ['with a key that is no point', { p256dh: Buffer.alloc(65, 9).toString('base64url') }],
  ['with a short secret', { auth: 'AAAA' }],
  ['in another language', { language: 'fr' }],
])('a subscription %s is refused', async (_, wrong) => {
  const body = { ...subscription('/wrong'), ...wrong };
  expect(await service.refused(unchecked(setWebPush), { ...onPhone, body })).toMatchObject({ status: 400 });
});

test('nothing is sent to an address inside the network', async () => {
  got.length = 0;
  const closed = await startService();
  const ann = await closed.makeUser();
  const crew = await makeGroup(closed, 'Crew');
  await join(closed, crew, ann);
  const own = await closed.signIn(ann);
  await closed.ok(setWebPush, { ...own, body: subscription('/inside') });
  await closed.ok(sendGroupMessage, {
    token: closed.admin.token,
    params: { group: String(crew) },
    body: { message: 'Inside' },
  });
  const { db } = closed.platform.database;
  const sent = () => db.selectFrom('notifications').select(['finished', 'failed']).executeTakeFirstOrThrow();
  await expect
    .poll(sent, { timeout: timeouts.step })
    .toMatchObject({ finished: expect.any(String), failed: 1 });
  expect(got).toEqual([]);
  await closed.stop();
});
