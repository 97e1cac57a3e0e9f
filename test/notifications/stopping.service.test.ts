import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendGroupMessage } from '../../contract/notifications.ts';
import { setWebPush } from '../../contract/web-push.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startOn, testConfig } from '../setup/service.ts';
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
    outgoingAllow: [host],
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
