import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendGroupMessage, setPushProviders } from '../../contract/notifications.ts';
import { setWebPush } from '../../contract/web-push.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { PushProviders } from '../setup/servers/push-providers.ts';
import { startOn, testConfig } from '../setup/service.ts';
import { iPad } from '../setup/world/people.ts';
import { join, makeGroup } from '../setup/world/publishing.ts';

const trusted = getCACertificates('default');
const { cert, key } = localhostCertificate();
/** The browsers that were sent to, by the addresses of their subscriptions. */
const asked: string[] = [];
let answers = false;
const pushService = createServer({ cert, key }, (request, response) => {
  asked.push(request.url ?? '');
  if (answers) response.writeHead(201).end();
});

beforeAll(async () => {
  setDefaultCACertificates([...trusted, cert]);
  pushService.listen(0, '127.0.0.1');
  await once(pushService, 'listening');
});
afterAll(() => {
  pushService.closeAllConnections();
  pushService.close();
  setDefaultCACertificates(trusted);
});

const keys = createECDH('prime256v1');
keys.generateKeys();

test('what a stop leaves of a message to browsers, the next process sends', async () => {
  const host = `localhost:${(pushService.address() as AddressInfo).port}`;
  const { config, remove } = await testConfig({
    webPushAllow: [host],
    limits: { jobStopTimeout: 200, pushTimeout: 600_000, jobBackOff: 1 },
  });
  const service = await startOn(config, () => Promise.resolve());
  const group = await makeGroup(service, 'Field Crew');
  const user = await service.makeUser();
  await join(service, group, user);
  const paths = Array.from({ length: 24 }, (_, at) => `/browser/${at}`);
  for (const [at, path] of paths.entries()) {
    const own = await service.signIn(user, { udid: `udid-${at}` });
    const body = {
      endpoint: `https://${host}${path}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
      language: 'en' as const,
      kinds: { messages: true, updates: true, replies: true },
    };
    await service.ok(setWebPush, { ...own, body });
  }
  const params = { group: String(group) };
  await service.ok(sendGroupMessage, { token: service.admin.token, params, body: { message: 'To all' } });
  await expect.poll(() => asked.length, { timeout: timeouts.step }).toBe(20);
  await service.stop();
  answers = true;
  const next = await startOn(config, remove);
  const { db } = next.platform.database;
  const sent = () => db.selectFrom('notifications').select(['finished', 'sent']).executeTakeFirstOrThrow();
  await expect
    .poll(sent, { timeout: timeouts.step })
    .toMatchObject({ finished: expect.any(String), sent: 24 });
  expect(new Set(asked)).toEqual(new Set(paths));
  await next.stop();
});

test('what a stop leaves of a message to devices, the next process sends, and nobody gets it twice', async () => {
  const atOnce = 5;
  const providers = await PushProviders.start(atOnce);
  const { config, remove } = await testConfig({
    ...providers.config,
    limits: { jobStopTimeout: 200, pushTimeout: 600_000, jobBackOff: 1 },
  });
  const service = await startOn(config, () => Promise.resolve());
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const apns = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const apns_key = { key: apns, key_id: 'K', team_id: 'T', bundle_id: 'org.example.catalog' };
  const { token } = service.admin;
  await service.ok(setPushProviders, { token, body: { apns_key } });
  const group = await makeGroup(service, 'Field Crew');
  const user = await service.makeUser();
  await join(service, group, user);
  const tokens = Array.from({ length: 12 }, (_, at) => `token-${at}`);
  for (const ios_push_token of tokens) {
    await service.signIn(user, { ...iPad, udid: ios_push_token, ios_push_token });
    // Nothing is answered before the stop.
    providers.answers(ios_push_token, () => undefined);
  }
  const params = { group: String(group) };
  await service.ok(sendGroupMessage, { token, params, body: { message: 'To all' } });
  await expect.poll(() => providers.tokens.length, { timeout: timeouts.step }).toBe(atOnce);
  await service.stop();
  for (const one of tokens) providers.answers(one, { status: 200 });
  const next = await startOn(config, remove);
  const { db } = next.platform.database;
  const sent = () => db.selectFrom('notifications').select(['finished', 'sent']).executeTakeFirstOrThrow();
  await expect
    .poll(sent, { timeout: timeouts.step })
    .toMatchObject({ finished: expect.any(String), sent: tokens.length - atOnce });
  expect(providers.tokens.toSorted()).toEqual(tokens.toSorted());
  await next.stop();
  providers.stop();
});
