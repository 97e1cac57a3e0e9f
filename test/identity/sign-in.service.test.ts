import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticateCatalog } from '../../contract/catalog.ts';
import { noEndDate } from '../../contract/common/codes.ts';
import type { BodyOf } from '../../contract/common/request.ts';
import {
  authenticateUser,
  authenticateUserV1,
  changePassword,
  createApiToken,
  deleteApiToken,
  endSession,
  extendSession,
  listApiTokens,
  readSession,
} from '../../contract/identity.ts';
import { type OrganizationChange, updateOrganization } from '../../contract/organizations.ts';
import { deleteUser, readCaller, updateUser } from '../../contract/users.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { unchecked } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
});

const signIn = (userId: string, password: string, remember?: boolean) => ({
  body: { user_id: userId, password, ...(remember !== undefined && { remember_me: remember }) },
});

/** Settings of the administrator's organization for the time of `work`. */
async function withSettings(settings: OrganizationChange, work: () => Promise<void>): Promise<void> {
  const params = { org_id: service.admin.orgId };
  const { organization } = await service.ok(updateOrganization, {
    token: service.admin.token,
    params,
    body: settings,
  });
  expect(organization).toMatchObject(settings);
  await work();
}

describe('POST /v2/users/authenticate/', () => {
  test('answers organization, token, lifetime and user', async () => {
    const answer = await service.ok(authenticateUser, signIn(service.admin.userId, service.admin.password));
    expect(answer.organization.name).toBe('Test Organization');
    expect(answer.user).toMatchObject({ user_id: 'admin', role: 5, until_date: noEndDate });
    expect(answer.token).toMatch(/^[0-9a-z]+$/);
  });

  test('the lifetime is the session timeout, and the Remember Me timeout with remember_me', async () => {
    const plain = await service.ok(authenticateUser, signIn('admin', service.admin.password));
    const remembered = await service.ok(authenticateUser, signIn('admin', service.admin.password, true));
    expect([plain.ttl_in_seconds, remembered.ttl_in_seconds]).toEqual([10 * 60, 10_080 * 60]);
  });

  test('the login name is found whatever its case', async () => {
    const user = await service.makeUser({ userId: 'Mixed.Case' });
    const answer = await service.ok(authenticateUser, signIn('mixed.case', user.password));
    expect(answer.user.id).toBe(user.id);
  });

  test('a wrong password and an unknown user answer alike', async () => {
    const user = await service.makeUser();
    const wrong = await service.refused(authenticateUser, signIn(user.userId, 'not-the-password'));
    const unknown = await service.refused(authenticateUser, signIn('nobody.at.all', 'not-the-password'));
    expect([wrong.status, wrong.code, wrong.message]).toEqual([
      unknown.status,
      unknown.code,
      unknown.message,
    ]);
    expect(wrong.status).toBe(401);
  });

  test.each([
    ['no body', undefined],
    ['a number for a password', { user_id: 'admin', password: 5 }],
    ['an empty user id', { user_id: '', password: 'x' }],
    ['a password of 10,000 letters', { user_id: 'admin', password: 'x'.repeat(10_000) }],
  ])('%s is refused with the error object', async (_, body) => {
    const refused = await service.refused(unchecked(authenticateUser), { body });
    expect(refused.status).toBe(400);
    expect(refused.guid).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a body that is not JSON is refused', async () => {
    const answer = await service.fetch('/v2/users/authenticate/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"user_id":',
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toHaveProperty('error.code');
  });

  test('the earlier variant answers psk in place of id', async () => {
    const answer = await service.ok(authenticateUserV1, signIn('admin', service.admin.password));
    expect(Object.keys(answer.organization)).toEqual(['psk', 'name']);
    expect(answer.user.psk).toBeGreaterThan(0);
    expect(answer.user).not.toHaveProperty('id');
  });
});

describe('an account that may not sign in', () => {
  test('is locked after as many wrong passwords as the rules say, and says until when', async () => {
    const user = await service.makeUser();
    const attempts = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      attempts.push(await service.refused(authenticateUser, signIn(user.userId, 'wrong-password')));
    }
    const last = attempts.at(-1);
    expect(last?.status).toBe(403);
    expect(Date.parse(String(last?.error_details?.locked_until))).toBeGreaterThan(Date.now());
    const right = await service.refused(authenticateUser, signIn(user.userId, user.password));
    expect(right.code).toBe(1003);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a name that nobody has is locked in the same way', async () => {
    const attempts = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      attempts.push(await service.refused(authenticateUser, signIn('made.up.name', 'wrong-password')));
    }
    expect(attempts.at(-1)?.code).toBe(1003);
  });

  test('disabled by an administrator, it is told so, and its tokens end at once', async () => {
    const user = await service.makeUser();
    const token = await service.userToken(user);
    await service.ok(updateUser, {
      token: service.admin.token,
      params: { user: user.id },
      body: { disabled: true },
    });
    expect((await service.refused(authenticateUser, signIn(user.userId, user.password))).code).toBe(1004);
    expect((await service.refused(readCaller, { token })).status).toBeGreaterThanOrEqual(401);
  });

  test('past its until_date it is disabled', async () => {
    const user = await service.makeUser();
    const body = { until_date: '2020-01-01T00:00:00+00:00' };
    await service.ok(updateUser, { token: service.admin.token, params: { user: user.id }, body });
    expect((await service.refused(authenticateUser, signIn(user.userId, user.password))).code).toBe(1004);
  });

  test('deleted, it is advised to contact support; with a wrong password it is unknown', async () => {
    const user = await service.makeUser();
    await service.ok(deleteUser, { token: service.admin.token, params: { user: user.id } });
    const right = await service.refused(authenticateUser, signIn(user.userId, user.password));
    expect(right.code).toBe(1005);
    expect(right.message).toMatch(/support/);
    expect((await service.refused(authenticateUser, signIn(user.userId, 'wrong-password'))).code).toBe(1002);
  });

  test('with an expired password it is asked to change it, and can', async () => {
    const user = await service.makeUser();
    const rules = {
      account_lockout_threshold: 10,
      min_length: 8,
      min_lowercase: 1,
      min_number: 1,
      min_symbol: 0,
      min_uppercase: 0,
      password_expiration_in_minutes: 1,
      password_history: 3,
      password_reset_interval_time_in_minutes: 0,
    };
    const complexity = {
      password_complexity_for_admins: { ...rules, password_expiration_in_minutes: 0 },
      password_complexity_for_users: rules,
    };
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await withoutGuard(service.platform.database.db)
      .updateTable('users')
      .set({ password_changed: yesterday })
      .where('id', '=', user.id)
      .execute();
    await withSettings({ password_complexity: complexity }, async () => {
      expect((await service.refused(authenticateUser, signIn(user.userId, user.password))).code).toBe(1006);
      const change = (next: string) => ({
        body: { user_id: user.userId, password: user.password, new_password: next },
      });
      expect((await service.refused(changePassword, change('short1'))).message).toMatch(/8 characters/);
      expect((await service.refused(changePassword, change(user.password))).message).toMatch(/last 3/);
      await service.ok(changePassword, change('a-new-pass-2'));
      await service.ok(authenticateUser, signIn(user.userId, 'a-new-pass-2'));
    });
  });
});

describe('sessions', () => {
  test('PUT /v1/session/ counts the session timeout from the call; GET tells the end', async () => {
    const { token } = await service.ok(authenticateUser, signIn('admin', service.admin.password));
    expect(await service.ok(extendSession, { token })).toEqual({ ttl_in_seconds: 600 });
    const { session } = await service.ok(readSession, { token });
    expect(session.token).toBe(token);
    expect(Date.parse(session.prune)).toBeGreaterThan(Date.now());
  });

  test('are for administrators', async () => {
    const token = await service.userToken(await service.makeUser());
    expect((await service.refused(extendSession, { token })).code).toBe(11);
  });

  test('end when asked: the token is void at once', async () => {
    const token = await service.userToken(await service.makeUser());
    await service.ok(endSession, { token });
    expect((await service.refused(readCaller, { token })).status).toBe(401);
  });

  test('an expired token is refused', async () => {
    const user = await service.makeUser();
    const token = await service.userToken(user);
    const { db } = service.platform.database;
    await withoutGuard(db)
      .updateTable('tokens')
      .set({ prune: '2020-01-01T00:00:00.000Z' })
      .where('user', '=', user.id)
      .execute();
    expect((await service.refused(readCaller, { token })).status).toBe(401);
  });

  test.each(['', 'x', 'a'.repeat(90), `${'0'.repeat(26)}${'f'.repeat(64)}`, '∞', "' or 1=1 --"])(
    'the made-up token %j is refused',
    async (token) => {
      const answer = await service.fetch('/v2/users/info', {
        headers: { 'x-token': encodeURIComponent(token) },
      });
      expect(answer.status).toBe(401);
    },
  );
});

describe('API tokens', () => {
  const params = () => ({ organization: service.admin.orgId });

  test('never expire, several a user, and show their secret once', async () => {
    const user = await service.makeUser();
    const make = () =>
      service.ok(createApiToken, { token: service.admin.token, params: params(), body: { user: user.id } });
    const [first, second] = [await make(), await make()];
    expect(first.session.token).not.toBe(second.session.token);
    expect((await service.ok(readCaller, { token: first.session.token })).user.id).toBe(user.id);
    const { api_tokens } = await service.ok(listApiTokens, { token: service.admin.token, params: params() });
    const listed = api_tokens.filter((token) => token.user.id === user.id);
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatchObject({ prune: noEndDate, token: `••••${first.session.token.slice(-4)}` });
  });

  test('are kept only as a hash', async () => {
    const { session } = await service.ok(createApiToken, {
      token: service.admin.token,
      params: params(),
      body: { user: service.admin.id },
    });
    const rows = await service.platform.database.db.selectFrom('tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(session.token);
  });

  test('a plain user makes and sees only their own', async () => {
    const user = await service.makeUser();
    const token = await service.userToken(user);
    const own = await service.ok(createApiToken, { token, params: params(), body: { user: user.psk } });
    expect(
      (await service.refused(createApiToken, { token, params: params(), body: { user: service.admin.id } }))
        .code,
    ).toBe(11);
    const { api_tokens } = await service.ok(listApiTokens, { token, params: params() });
    expect(api_tokens.map((one) => one.id)).toEqual([own.session.id]);
  });

  test('are void when deleted', async () => {
    const user = await service.makeUser();
    const made = await service.ok(createApiToken, {
      token: service.admin.token,
      params: params(),
      body: { user: user.id },
    });
    const answer = await service.ok(deleteApiToken, {
      token: service.admin.token,
      params: { api_token: made.session.id },
    });
    expect(answer).toEqual({ deleted: true });
    expect((await service.refused(readCaller, { token: made.session.token })).status).toBe(401);
    expect(
      (
        await service.refused(deleteApiToken, {
          token: service.admin.token,
          params: { api_token: made.session.id },
        })
      ).status,
    ).toBe(404);
  });

  test('of an unknown organization answer code 10', async () => {
    const refused = await service.refused(listApiTokens, {
      token: service.admin.token,
      params: { organization: 'nowhere' },
    });
    expect([refused.status, refused.code]).toEqual([404, 10]);
  });
});

describe('POST /v2/catalog/authenticate/', () => {
  const body = (
    user: { userId: string; password: string },
    more: Partial<BodyOf<typeof authenticateCatalog>> = {},
  ) => ({
    user_id: user.userId,
    password: user.password,
    remember_me: false,
    register_catalog: false,
    device_info: { udid: 'device-of-a-test', operating_system: 114, form_factor: 1 as const },
    ...more,
  });

  test('makes a device on the first sign-in and finds it on the next', async () => {
    const user = await service.makeUser();
    const first = await service.ok(authenticateCatalog, { body: body(user) });
    const again = await service.ok(authenticateCatalog, { body: body(user) });
    expect(first.device).toMatchObject({ udid: 'device-of-a-test', form_factor: 1, operating_system: 114 });
    expect(again.device.id).toBe(first.device.id);
    expect(first.ttl_in_seconds).toBe(600);
    expect(again.user.last_login_from_catalog).not.toBeNull();
  });

  test('with register_catalog needs the headers that name the catalog', async () => {
    const user = await service.makeUser();
    const refused = await service.refused(authenticateCatalog, {
      body: body(user, { register_catalog: true }),
    });
    expect(refused.code).toBe(20);
    const headers = { 'x-bundle-id': 'org.example', 'x-version-num': '2.0' };
    await service.ok(authenticateCatalog, { headers, body: body(user, { register_catalog: true }) });
  });

  test.each([
    ['a form factor outside its table', { form_factor: 3 }],
    ['an operating system outside its table', { operating_system: 7 }],
    ['no udid', { udid: undefined }],
    ['a camera that is a word', { camera: 'yes' }],
    ['negative storage', { total_storage: -1 }],
  ])('%s is refused', async (_, info) => {
    const user = await service.makeUser();
    const wrong = { ...body(user), device_info: { udid: 'x', ...info } };
    expect((await service.refused(unchecked(authenticateCatalog), { body: wrong })).status).toBe(400);
  });
});
