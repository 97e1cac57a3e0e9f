import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { addApplication } from '../../../contract/applications.ts';
import { addGroup, listGroups } from '../../../contract/groups.ts';
import { operations } from '../../../contract/operations.ts';
import { listUsers, readCaller, updateUser } from '../../../contract/users.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';

/** Document 1, Conventions shared by every endpoint. */
const service = await openService();
const token = service.admin.token;

/** What a request over plain HTTP to this host is answered. */
function plainHttp(host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const asked = request(
    `${service.url}/v2/users/info`,
    { headers: { host, 'x-token': token } },
    (response) => {
      response.resume();
      resolve(response.statusCode);
    },
  );
  asked.on('error', reject).end();
  return promise;
}

test('1. unencrypted HTTP is not supported, save on the machine itself', async () => {
  expect(await plainHttp('apps.example.org')).toBe(403);
  expect(await plainHttp('localhost:8080')).toBe(200);
});

test('2. methods used are GET, POST, PUT and DELETE; any other is refused', async () => {
  // Resumable uploads are ours, and speak a protocol of their own.
  const documented = operations.filter(({ source }) => !source.startsWith('ours'));
  expect(new Set(documented.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'PUT', 'DELETE']));
  for (const method of ['PATCH', 'OPTIONS']) {
    const answer = await service.fetch('/v1/groups/', { method, headers: { 'x-token': token } });
    expect(refusal(answer).status).toBe(405);
  }
});

test('3. responses are JSON, refusals too', async () => {
  for (const request of [{ token }, {}]) {
    const { headers } = await service.call(readCaller, request);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  }
});

describe('4. a request body is JSON sent with Content-Type: application/json', () => {
  const body = (name: string) => JSON.stringify({ name, description: '' });
  const post = (type: string | null, name: string) =>
    service.fetch('/v1/groups/', {
      method: 'POST',
      headers: { 'x-token': token, ...(type !== null && { 'content-type': type }) },
      body: type === null ? new TextEncoder().encode(body(name)) : body(name),
    });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    '%s is taken',
    async (type) => {
      expect((await post(type, type)).status).toBe(200);
    },
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', null])(
    '%s is refused',
    async (type) => {
      expect(refusal(await post(type, String(type))).status).toBe(415);
    },
  );

  describe.each([
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'nonsense',
  ])('a request that says %s and carries nothing has no body', (type) => {
    const headers = { 'content-type': type };
    const empty = (method: string, path: string) =>
      service.fetch(path, { method, headers: { 'x-token': token, ...headers }, body: '' });

    test('where none is expected', async () => {
      expect((await service.call(readCaller, { token, headers })).status).toBe(200);
      expect((await empty('PUT', '/v1/session/')).status).toBe(200);
      const user = await service.makeUser();
      expect((await empty('DELETE', `/v1/users/${user.psk}`)).status).toBe(200);
    });

    test('where one may be left out', async () => {
      const address = 'https://empty.example.org/';
      const { application } = await service.ok(addApplication, { token, body: { url: address } });
      expect((await empty('POST', `/v1/applications/${application.id}`)).status).toBe(200);
    });

    test('where one must be sent, and says so', async () => {
      expect(refusal(await empty('POST', '/v1/groups/'))).toMatchObject({ status: 400, code: 1000 });
    });
  });

  test('fields that the document does not name are left alone', async () => {
    const { group } = await service.ok(addGroup, { token, body: { ...JSON.parse(body('more')), id: 'x' } });
    expect(Object.keys(group)).toEqual(['psk', 'name', 'description']);
  });
});

test('5. every path is appended to the base address, with or without its last slash', async () => {
  for (const path of ['/v2/users', '/v2/users/', '/v1/groups', '/v1/groups/', '/v1/organizations']) {
    expect((await service.fetch(path, { headers: { 'x-token': token } })).status).toBe(200);
  }
});

test('6. the first path segment is the resource version: v1, v2 or v3', async () => {
  for (const { path } of operations) expect(path).toMatch(/^\/v[123]\//);
  for (const path of ['/users/info', '/v4/users/info', '/V2/users/info']) {
    expect(refusal(await service.fetch(path, { headers: { 'x-token': token } })).status).toBe(404);
  }
});

describe('7. timestamps', () => {
  const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;

  test('are ISO 8601 strings with a UTC offset', async () => {
    const { users } = await service.ok(listUsers, { token });
    for (const user of users) {
      expect(user.created_date).toMatch(withOffset);
      expect(user.modified_date).toMatch(withOffset);
      expect(Math.abs(Date.parse(user.created_date) - Date.now())).toBeLessThan(600_000);
    }
  });

  test('9999-12-31T23:59:59.999999 in until_date means no end date, in answers and in requests', async () => {
    const none = '9999-12-31T23:59:59.999999';
    const user = await service.makeUser();
    const found = async () =>
      (await service.ok(listUsers, { token, query: { search: user.userId } })).users[0]?.until_date;
    const set = (until_date: string) =>
      service.ok(updateUser, { token, params: { user: user.id }, body: { until_date } });
    expect(await found()).toBe(none);
    await set('2090-05-06T07:08:09+02:00');
    expect(await found()).toBe('2090-05-06T05:08:09.000+00:00');
    await set(none);
    expect(await found()).toBe(none);
  });
});

describe('8. every request carries an access token', () => {
  test('the token is checked before anything else of the request', async () => {
    const request = { token: 'nobody', query: { sort: '+name' } };
    expect((await service.refused(listGroups, request)).status).toBe(401);
  });
});
