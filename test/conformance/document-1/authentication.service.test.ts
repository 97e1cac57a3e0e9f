import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCatalog } from '../../../contract/catalog.ts';
import { authenticateUser, authenticateUserV1, readSession } from '../../../contract/identity.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { deleteUser, listUsers, readCaller, updateUser } from '../../../contract/users.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { unchecked } from '../../setup/requests.ts';
import { startService, type TestService } from '../../setup/service.ts';
import type { TestUser } from '../../setup/world/people.ts';

/** Document 1, Authentication, POST /v2/users/authenticate/ and its row of the state table. */
let service: TestService;
let token: string;
let user: TestUser;
beforeAll(async () => {
  service = await startService();
  token = service.admin.token;
  user = await service.makeUser();
});
afterAll(async () => {
  await service.stop();
});

const credentials = (who: { userId: string; password: string }, more: { remember_me?: boolean } = {}) => ({
  body: { user_id: who.userId, password: who.password, ...more },
});

const userFields = [
  'created_date',
  'email',
  'first_name',
  'last_login_from_catalog',
  'last_name',
  'mobile_phone',
  'role',
  'until_date',
  'user_id',
];

describe('POST /v2/users/authenticate/', () => {
  test('needs no token, and answers organization, token, ttl_in_seconds and user with exactly their fields', async () => {
    const answer = await service.ok(authenticateUser, credentials(user));
    expect(Object.keys(answer).toSorted()).toEqual(['organization', 'token', 'ttl_in_seconds', 'user']);
    expect(answer.organization).toEqual({ id: service.admin.orgId, name: 'Test Organization' });
    expect(Object.keys(answer.user).toSorted()).toEqual([...userFields, 'id'].toSorted());
    expect(answer.user).toMatchObject({ id: user.id, user_id: user.userId, last_login_from_catalog: null });
  });

  test('an earlier variant appears with psk fields in place of id', async () => {
    const answer = await service.ok(authenticateUserV1, credentials(user));
    expect(Object.keys(answer.organization).toSorted()).toEqual(['name', 'psk']);
    expect(Object.keys(answer.user).toSorted()).toEqual([...userFields, 'psk'].toSorted());
    expect(answer.user.psk).toBe(user.psk);
    await service.ok(readCaller, { token: answer.token });
  });

  test.each([authenticateUser, authenticateUserV1])(
    '$path: user_id and password are required',
    async (operation) => {
      for (const body of [{ user_id: user.userId }, { password: user.password }, {}]) {
        expect((await service.refused(unchecked(operation), { body })).status).toBe(400);
      }
    },
  );

  test('the lifetime is the Remember Me timeout when remember_me is true, otherwise the session timeout', async () => {
    const lifetime = async (more: { remember_me?: boolean }) =>
      (await service.ok(authenticateUser, credentials(user, more))).ttl_in_seconds;
    expect(await lifetime({})).toBe(10 * 60);
    expect(await lifetime({ remember_me: false })).toBe(10 * 60);
    expect(await lifetime({ remember_me: true })).toBe(10_080 * 60);
  });

  test('the timeouts are the organization’s', async () => {
    const request = { token, params: { org_id: service.admin.orgId } };
    const timeouts = { session_timeout_in_minutes: 3, remember_me_timeout_in_minutes: 4 };
    await service.ok(updateOrganization, { ...request, body: timeouts });
    for (const [remember_me, minutes] of [
      [false, 3],
      [true, 4],
    ] as const) {
      const answer = await service.ok(authenticateUser, credentials(user, { remember_me }));
      expect(answer.ttl_in_seconds).toBe(minutes * 60);
    }
    const defaults = { session_timeout_in_minutes: 10, remember_me_timeout_in_minutes: 10_080 };
    await service.ok(updateOrganization, { ...request, body: defaults });
  });

  test('remember_me is a boolean', async () => {
    for (const remember_me of ['true', 1, null]) {
      const body = { ...credentials(user).body, remember_me };
      expect((await service.refused(unchecked(authenticateUser), { body })).status).toBe(400);
    }
  });
});

describe('a token', () => {
  test('is carried in the header X-TOKEN; anywhere else it is none', async () => {
    const session = await service.userToken(user);
    const ways: RequestInit['headers'][] = [
      { authorization: `Bearer ${session}` },
      { cookie: `token=${session}` },
    ];
    for (const headers of ways) {
      expect((await service.fetch('/v2/users/info', { headers: headers ?? {} })).status).toBe(401);
    }
    expect((await service.fetch(`/v2/users/info?token=${session}`)).status).toBe(401);
    expect((await service.fetch('/v2/users/info', { headers: { 'X-Token': session } })).status).toBe(200);
  });

  test('identifies one user; different acting users need different tokens', async () => {
    const other = await service.makeUser();
    for (const who of [user, other]) {
      const session = await service.userToken(who);
      expect((await service.ok(readCaller, { token: session })).user.id).toBe(who.id);
    }
  });

  test('from POST /v2/users/authenticate/ may also be used on non-end-user endpoints', async () => {
    const session = await service.userToken(service.admin);
    expect((await service.call(listUsers, { token: session })).status).toBe(200);
  });

  test('most endpoints need an Administrator token: that of a user is refused with code 11', async () => {
    const session = await service.userToken(user);
    expect(await service.refused(listUsers, { token: session })).toMatchObject({ status: 403, code: 11 });
  });

  test('catalog-style endpoints need the device too', async () => {
    const session = await service.userToken(user);
    expect((await service.refused(listCatalog, { token: session })).code).toBe(20);
    const onDevice = await service.signIn(user);
    await service.ok(listCatalog, onDevice);
  });

  test('ends when its timeout has elapsed', async () => {
    const { token: session } = await service.ok(authenticateUser, credentials(service.admin));
    const { session: shown } = await service.ok(readSession, { token: session });
    expect(Math.abs(Date.parse(shown.prune) - Date.now() - 600_000)).toBeLessThan(60_000);
    await withoutGuard(service.platform.database.db)
      .updateTable('tokens')
      .set({ prune: new Date(Date.now() - 1).toISOString() })
      .where('last_four', '=', session.slice(-4))
      .execute();
    expect((await service.refused(readCaller, { token: session })).status).toBe(401);
  });
});

describe('who can’t sign in', () => {
  test('a deleted user: a login attempt shows a message advising contact with support', async () => {
    const gone = await service.makeUser();
    await service.ok(deleteUser, { token, params: { user: gone.psk } });
    const refused = await service.refused(authenticateUser, credentials(gone));
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('Contact your support') });
  });

  test('a disabled user, and one whose until_date is reached', async () => {
    for (const change of [{ disabled: true }, { until_date: '2020-01-01T00:00:00Z' }]) {
      const ended = await service.makeUser();
      await service.ok(updateUser, { token, params: { user: ended.psk }, body: change });
      expect(await service.refused(authenticateUser, credentials(ended))).toMatchObject({
        status: 403,
        code: 1004,
      });
    }
  });

  test('a wrong password, whoever it is', async () => {
    for (const userId of [user.userId, 'nobody-at-all']) {
      const refused = await service.refused(
        authenticateUser,
        credentials({ userId, password: 'wrong-password' }),
      );
      expect(refused).toMatchObject({ status: 401, code: 1002 });
    }
  });
});
