import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { buildAddress } from '../../../contract/common/request.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { demoSubdomain } from '../../../mock-server/features/organizations/demo-accounts.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { apk, publish } from '../../setup/world/publishing.ts';

/** Behind a proxy: who is believed about where a request came from, and the consequences. */
type Headers = Record<string, string>;

function send(
  service: TestService,
  { path, headers, body }: { path: string; headers: Headers; body?: object },
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const method = body === undefined ? 'GET' : 'POST';
  request(new URL(path, service.url), { method, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
    });
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  })
    .on('error', reject)
    .end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

const https = { 'x-forwarded-proto': 'https' };
const signIn = (service: TestService, headers: Headers, password: string) =>
  send(service, {
    path: buildAddress(authenticateUser),
    headers: { 'content-type': 'application/json', ...headers },
    body: { user_id: service.admin.userId, password },
  });

const publicUrl = 'https://apps.example.org';
const behind = await startService({ trustProxy: ['loopback'], publicUrl });
afterAll(() => behind.stop());

describe('behind a proxy that is trusted', () => {
  test('what it received over plain HTTP is refused, whatever the host', async () => {
    const from = (host: string, headers: Headers) =>
      send(behind, { path: '/healthz', headers: { ...headers, host } }).then(({ status }) => status);
    for (const host of ['localhost', '127.0.0.1:8080', 'apps.example.org']) {
      expect(await from(host, { 'x-forwarded-proto': 'http' })).toBe(403);
      expect(await from(host, https)).toBe(200);
    }
    expect(await from('localhost', { 'x-forwarded-proto': 'https, http' })).toBe(403);
    expect(await from('localhost', {})).toBe(200);
    expect(await from('apps.example.org', {})).toBe(403);
  });

  test('nobody opens plain HTTP by calling themselves this machine', async () => {
    const headers = { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'http' };
    expect((await send(behind, { path: '/healthz', headers })).status).toBe(403);
  });

  test('links begin with the public address, whatever host a request names', async () => {
    const { id } = await publish(behind, {}, { bytes: apk('org.example.links'), name: 'a.apk' });
    const { text } = await send(behind, {
      path: `/v2/applications/${id}`,
      headers: { ...https, 'x-forwarded-host': 'evil.example', 'x-token': behind.admin.token },
    });
    expect(text).toContain(`${publicUrl}/`);
    expect(text).not.toContain('evil.example');
  });

  test('demo accounts are open to nobody', async () => {
    const { db } = behind.platform.database;
    await withoutGuard(db).updateTable('organizations').set({ vanity_subdomain: demoSubdomain }).execute();
    const { password } = behind.admin;
    for (const headers of [
      https,
      {},
      { ...https, 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' },
    ]) {
      expect((await signIn(behind, headers, password)).status).toBe(403);
    }
  });
});

describe('failures count for the address that the nearest proxy saw', () => {
  test.each<[string, string[] | number, (at: number) => string]>([
    ['by its network', ['loopback'], (at) => `203.0.113.${at}, 198.51.100.7`],
    [
      'by its address, with one before it',
      ['127.0.0.1', '10.0.0.1'],
      (at) => `203.0.113.${at}, 198.51.100.7, 10.0.0.1`,
    ],
    ['by their number', 1, (at) => `203.0.113.${at}, 198.51.100.7`],
  ])('%s', async (_, trustProxy, forwardedFor) => {
    const service = await startService({ trustProxy, publicUrl, limits: { signInFailures: 3 } });
    try {
      const statuses: number[] = [];
      for (let at = 0; at < 5; at++) {
        const headers = { ...https, 'x-forwarded-for': forwardedFor(at) };
        statuses.push((await signIn(service, headers, `wrong-${at}`)).status);
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429]);
    } finally {
      await service.stop();
    }
  });
});

test('without a proxy, forwarded addresses are not read', async () => {
  const service = await startService({ trustProxy: null, limits: { signInFailures: 3 } });
  try {
    const answer = await signIn(
      service,
      { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
      'x',
    );
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('1013');
  } finally {
    await service.stop();
  }
});
