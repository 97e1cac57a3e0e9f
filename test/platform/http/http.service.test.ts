import { request } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authenticateUser } from '../../../contract/identity.ts';
import { startService, type TestService } from '../../setup/service.ts';

const service = await startService();
afterAll(async () => {
  await service.stop();
});

/** A request whose Host header has another name. */
function withHost(
  host: string,
  { at = service, headers = {} }: { at?: TestService; headers?: Record<string, string> } = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${at.url}/healthz`, { headers: { ...headers, host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('a number in a query or path', () => {
  test.each(['1e3', '0x10', '%205', '%2B5', '5.0', '5n', '５', ''])('is refused as %j', async (text) => {
    const headers = { 'x-token': service.admin.token };
    for (const path of [
      `/v2/reports/user_details/?count=${text}`,
      `/v2/reports/user_details/?role=${text}`,
      `/v1/applications/1/screenshots/phone/${text || '%20'}`,
    ]) {
      const method = path.includes('screenshots') ? 'POST' : 'GET';
      const answer = await service.fetch(path, { headers, method });
      expect([path, answer.status, answer.body]).toMatchObject([path, 400, { error: { code: 1000 } }]);
    }
  });

  test('is taken in digits, and a boolean as true or false', async () => {
    const headers = { 'x-token': service.admin.token };
    const statusOf = async (path: string, method = 'GET') =>
      (await service.fetch(path, { headers, method })).status;
    expect(await statusOf('/v2/reports/user_details/?count=5')).toBe(200);
    expect(await statusOf('/v3/sessions/?api_tokens=1', 'DELETE')).toBe(400);
    expect(await statusOf('/v3/sessions/?api_tokens=false', 'DELETE')).toBe(200);
  });
});

describe('every answer', () => {
  test('has the security headers', async () => {
    const { headers } = await service.fetch('/healthz');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  test('of the interface loads nothing and stands in no frame, should somebody open it as a page', async () => {
    const { headers } = await service.fetch('/v1/groups/', { headers: { 'x-token': service.admin.token } });
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
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

  test('that somebody passes on, who is not trusted, is refused', async () => {
    const named = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'];
    for (const header of [...named, 'forwarded', 'via', 'cf-connecting-ip']) {
      expect(await withHost('localhost', { headers: { [header]: 'localhost' } })).toBe(403);
    }
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

describe('sign-ins from one address', () => {
  let limited: TestService;
  beforeEach(async () => {
    limited = await startService({ limits: { signInFailures: 3 } });
  });
  afterEach(() => limited.stop());

  const attempt = (password: string, user_id = limited.admin.userId) =>
    limited.call(authenticateUser, { body: { user_id, password } });
  const many = (count: number, password: string, user?: string) =>
    Promise.all(Array.from({ length: count }, async () => (await attempt(password, user)).status));

  test('that fail are limited, with the seconds to wait', async () => {
    for (let count = 0; count < 3; count++) {
      expect((await attempt('wrong-one', 'somebody')).status).toBe(401);
    }
    const last = await attempt('wrong-one', 'somebody');
    expect([last.status, last.body]).toMatchObject([429, { error: { code: 1007 } }]);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await attempt(limited.admin.password)).status).toBe(429);
  });

  test('that succeed are not: many people share an address', async () => {
    expect(new Set(await many(12, limited.admin.password))).toEqual(new Set([200]));
    for (let count = 0; count < 8; count++) expect(await many(1, limited.admin.password)).toEqual([200]);
  });

  test('at one moment fail no more often than one after the other', async () => {
    const statuses = await many(12, 'wrong-one', 'somebody');
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9);
  });

  test('may fail again once the window is over', async () => {
    const short = await startService({ limits: { signInFailures: 1, signInWindow: 200 } });
    try {
      const body = { user_id: 'somebody', password: 'wrong-one' };
      expect((await short.call(authenticateUser, { body })).status).toBe(401);
      await expect.poll(async () => (await short.call(authenticateUser, { body })).status).toBe(401);
    } finally {
      await short.stop();
    }
  });
});
