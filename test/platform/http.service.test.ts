import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
});

/** A request whose Host header says another name. */
function withHost(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${service.url}/healthz`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('every answer', () => {
  test('is served with and without its last slash', async () => {
    const headers = { 'x-token': service.admin.token };
    const paths = ['/v2/users/info', '/v2/users/info/', '/v1/groups', '/v1/groups/'];
    const statuses = await Promise.all(
      paths.map(async (path) => (await service.fetch(path, { headers })).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  test('acts on the organization named after the version segment', async () => {
    const headers = { 'x-token': service.admin.token };
    const own = await service.fetch(`/v1/org/${service.admin.orgId}/groups/`, { headers });
    expect(own.status).toBe(200);
    const unknown = await service.fetch('/v1/org/doesnotexist/groups', { headers });
    expect([unknown.status, unknown.body]).toMatchObject([404, { error: { code: 10 } }]);
  });

  test('has the security headers', async () => {
    const { headers } = await service.fetch('/healthz');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('appshelf')).toBe('1');
  });

  test('of an unknown address is the error object', async () => {
    const answer = await service.fetch('/v9/nothing');
    expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 1010, error_details: null } }]);
  });

  test('of a wrong content type is 415', async () => {
    const answer = await service.fetch('/v2/users/authenticate/', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
    });
    expect([answer.status, answer.body]).toMatchObject([415, { error: { code: 1009 } }]);
  });

  test('of a body too large is 413', async () => {
    const answer = await service.fetch('/v2/users/authenticate/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"user_id":"${'x'.repeat(5 * 1024 * 1024)}"}`,
    });
    expect([answer.status, answer.body]).toMatchObject([413, { error: { code: 1008 } }]);
  });

  test('over plain HTTP to another host is refused', async () => {
    expect(await withHost('apps.example.org')).toBe(403);
    expect(await withHost('localhost:1234')).toBe(200);
  });
});

test('GET /healthz says ok', async () => {
  expect((await service.fetch('/healthz')).body).toEqual({ status: 'ok' });
});

test('GET /openapi.json has every operation', async () => {
  const { body } = await service.fetch('/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
  expect(paths['/v2/catalog/applications/{application}']?.get?.operationId).toBe('readCatalogApplication');
});

test('sign-ins from one address are limited, with the seconds to wait', async () => {
  const limited = await startService({
    limits: { ...service.platform.config.limits, signInAttempts: 3 },
  });
  try {
    const attempt = () =>
      limited.fetch('/v2/users/authenticate/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: 'somebody', password: 'wrong-one' }),
      });
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await attempt());
    const last = answers.at(-1);
    expect([last?.status, last?.body]).toMatchObject([429, { error: { code: 1007 } }]);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.stop();
  }
});
