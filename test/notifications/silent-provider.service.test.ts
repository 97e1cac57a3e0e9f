import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createPushService } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { sendGroupMessage, setPushProviders } from '../../contract/notifications.ts';
import { setWebPush } from '../../contract/web-push.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { PushProviders } from '../setup/servers/push-providers.ts';
import { startService } from '../setup/service.ts';
import { iPad } from '../setup/world/people.ts';
import { join, makeGroup } from '../setup/world/publishing.ts';

const hostOf = (server: { address(): unknown }) => `localhost:${(server.address() as AddressInfo).port}`;

/** The browsers for which a push service got requests; it answers only those paths where it is not silent. */
const reported: string[] = [];
let isSilent = false;

/** Accepts connections, and never sends anything. */
const sockets = new Set<Socket>();
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined);
});

const apple = await PushProviders.start();
const pushService = createPushService(apple.identity, (request, response) => {
  reported.push(request.url ?? '');
  if (!isSilent) response.writeHead(201).end();
});
for (const server of [pushService, silent]) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  pushService.closeAllConnections();
  pushService.close();
  apple.stop();
});

const browser = createECDH('prime256v1');
browser.generateKeys();

/** Sends a message to a person with an iPad and a browser, while every request waits minutes for an answer. */
async function messageBoth(apns: string) {
  const { pushServices } = apple.config;
  const service = await startService({
    outgoingAllow: [new URL(apns).host],
    webPushAllow: [hostOf(pushService)],
    pushServices: { ...pushServices, apns },
    limits: { pushTimeout: 600_000, jobStopTimeout: 200 },
  });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const p8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const apns_key = { key: p8, key_id: 'K', team_id: 'T', bundle_id: 'org.example.catalog' };
  const { token } = service.admin;
  await service.ok(setPushProviders, { token, body: { apns_key } });
  const group = await makeGroup(service, 'Field Crew');
  const ann = await service.makeUser();
  await join(service, group, ann);
  await service.signIn(ann, { ...iPad, udid: 'pad', ios_push_token: 'token-ann' });
  const own = await service.signIn(ann, { udid: 'browser' });
  const body = {
    endpoint: `https://${hostOf(pushService)}/ann`,
    p256dh: browser.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    language: 'en' as const,
    kinds: { messages: true, updates: true, replies: true },
  };
  await service.ok(setWebPush, { ...own, body });
  const params = { group: String(group) };
  await service.ok(sendGroupMessage, { token, params, body: { message: 'To both' } });
  const { db } = service.platform.database;
  const sent = () => db.selectFrom('notifications').select(['sent', 'finished']).executeTakeFirstOrThrow();
  return { service, sent };
}

test('browsers are told while Apple’s push service takes the connection and is silent', async () => {
  const { service, sent } = await messageBoth(`https://${hostOf(silent)}/`);
  await expect.poll(() => sockets.size, { timeout: timeouts.step }).toBe(1);
  await expect.poll(sent, { timeout: timeouts.step }).toEqual({ sent: 1, finished: null });
  expect(reported).toEqual(['/ann']);
  await service.stop();
});

test('native devices are sent to while the browsers’ push service is silent', async () => {
  reported.length = 0;
  isSilent = true;
  const { service, sent } = await messageBoth(apple.config.pushServices.apns);
  await expect.poll(() => reported, { timeout: timeouts.step }).toEqual(['/ann']);
  await expect.poll(sent, { timeout: timeouts.step }).toEqual({ sent: 1, finished: null });
  expect(apple.tokens).toEqual(['token-ann']);
  await service.stop();
});
