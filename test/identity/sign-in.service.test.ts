import { describe, expect, test } from 'vitest';
import { authenticateUser, changePassword, createApiToken, listApiTokens } from '../../contract/identity.ts';
import { type OrganizationChange, updateOrganization } from '../../contract/organizations.ts';
import { deleteUser } from '../../contract/users.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

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

describe('API tokens', () => {
  const params = () => ({ organization: service.admin.orgId });

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
});
