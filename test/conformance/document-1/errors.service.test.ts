import { describe, expect, test } from 'vitest';
import { addGroupApplications, addGroupUsers, removeGroupUsers } from '../../../contract/groups.ts';
import { rateApplication } from '../../../contract/reviews.ts';
import { addUser, listUsers, readUser } from '../../../contract/users.ts';
import { openService } from '../../setup/open-service.ts';
import { uncommon } from '../../setup/world/people.ts';
import { makeGroup, publishAndroid } from '../../setup/world/publishing.ts';

/** Document 1, Error object and Errors. */
const service = await openService();
const token = service.admin.token;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('1. failures return a JSON object error with code, message, guid and error_details', () => {
  const failures: [string, string, RequestInit][] = [
    ['no token', '/v2/users/info', {}],
    ['an unknown path', '/v1/nothing', {}],
    ['an unknown identifier', '/v2/users/nobody/', {}],
    ['a body that is no JSON', '/v1/groups/', { method: 'POST', body: '{' }],
    ['a body of a wrong form', '/v1/groups/', { method: 'POST', body: '[]' }],
    ['an unreadable address', '/v2/users/%FF/', {}],
    ['an address too long', `/v2/users/${'x'.repeat(400)}/`, {}],
    ['a body too large', '/v1/groups/', { method: 'POST', body: `"${'x'.repeat(5_000_000)}"` }],
  ];

  test.each(failures)('%s', async (what, path, init) => {
    const headers = { 'content-type': 'application/json', ...(what !== 'no token' && { 'x-token': token }) };
    const { status, body, headers: answered } = await service.fetch(path, { ...init, headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(answered.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(body as object)).toEqual(['error']);
    const { error } = body as { error: Record<string, unknown> };
    expect(Object.keys(error).toSorted()).toEqual(['code', 'error_details', 'guid', 'message']);
    expect(Number.isInteger(error.code)).toBe(true);
    expect(error.guid).toMatch(uuid);
  });

  test('each has a guid of its own', async () => {
    const guids = await Promise.all([1, 2, 3].map(async () => (await service.refused(listUsers)).guid));
    expect(new Set(guids).size).toBe(3);
  });
});

describe('2. codes', () => {
  test('10: the organization in an org/<org_id> path is unknown to the caller', async () => {
    expect((await service.refused(listUsers, { token, org: 'unknown' })).code).toBe(10);
  });

  test('11: the user may not access the resource, as rating an application the user cannot see', async () => {
    const hidden = await publishAndroid(service, 'org.example.hidden');
    const device = await service.signIn(await service.makeUser());
    const request = { ...device, params: { application: hidden.id }, body: { like: 1 } };
    expect((await service.refused(rateApplication, request)).code).toBe(11);
    expect((await service.refused(listUsers, { token: device.token })).code).toBe(11);
  });

  test('20: the request is invalid, as a user not in the group, or a comment sent without title', async () => {
    const user = await service.makeUser();
    const app = await publishAndroid(service, 'org.example.seen');
    const group = await makeGroup(service, 'Seeing', { apps: [{ id: app.psk }], users: [user] });
    const device = await service.signIn(user);
    const request = { ...device, params: { application: app.id }, body: { like: 1, comment: 'no title' } };
    expect((await service.refused(rateApplication, request)).code).toBe(20);
    const outsider = await service.makeUser();
    const body = { user_psk: [outsider.psk] };
    const { users_failed } = await service.ok(removeGroupUsers, { token, params: { group }, body });
    expect(users_failed).toMatchObject([{ object_id: outsider.psk, error: { code: 20 } }]);
  });
});

test('4. adding a user with a user_id or email already used by any organization returns an error', async () => {
  const child = await service.makeOrganization();
  const taken = await service.makeUser({ userId: 'taken', email: 'taken@example.org' });
  const person = { password: uncommon, first_name: 'A', last_name: 'B' };
  for (const names of [{ user_id: taken.userId }, { user_id: 'free', email: 'taken@example.org' }]) {
    for (const by of [token, child.token]) {
      const refused = await service.refused(addUser, { token: by, body: { ...person, ...names } });
      expect(refused).toMatchObject({ status: 409, code: 1012 });
    }
  }
});

test('5. a sort value with a + prefix returns an error', async () => {
  expect((await service.refused(listUsers, { token, query: { sort: '+email' } })).code).toBe(20);
});

test('6. bulk operations report per-item failures in the success response', async () => {
  const params = { group: await makeGroup(service, 'Bulk') };
  const user = await service.makeUser();
  const users = await service.ok(addGroupUsers, { token, params, body: { user_psk: [999_999, user.psk] } });
  expect(users).toMatchObject({ users_added: [user.psk], users_failed: [{ object_id: 999_999 }] });
  const apps = await service.ok(addGroupApplications, { token, params, body: { app_psk: [999_999] } });
  expect(apps).toMatchObject({ apps_added: [], apps_failed: [{ object_id: 999_999, error: { code: 20 } }] });
});

test('an object of another organization is not found, never forbidden: nothing tells that it exists', async () => {
  const child = await service.makeOrganization();
  const own = await service.makeUser();
  const [strange, unheard] = await Promise.all(
    [own.id, '01hzzzzzzzzzzzzzzzzzzzzzzz'].map((user) =>
      service.refused(readUser, { token: child.token, params: { user } }),
    ),
  );
  expect(strange?.message).toBe(unheard?.message);
  expect(strange?.status).toBe(404);
});
