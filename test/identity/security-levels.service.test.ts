import { beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../contract/audit.ts';
import { addCredentials, deleteCredentials } from '../../contract/credentials.ts';
import { authenticateUser, changePassword, createApiToken, extendSession } from '../../contract/identity.ts';
import { addOrganization } from '../../contract/organizations.ts';
import { readSecurity, type SecurityChange, securityNames, updateSecurity } from '../../contract/security.ts';
import { createToken, listSessions } from '../../contract/sessions.ts';
import { addUser, readCaller, updateUser } from '../../contract/users.ts';
import { readConfig } from '../../mock-server/config.ts';
import { securityLevels } from '../../mock-server/features/organizations/security/levels.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import { startService } from '../setup/service.ts';
import { androidCredentials } from '../setup/world/credentials.ts';
import { newUser, password, type TestUser } from '../setup/world/people.ts';

const next = 'Another-horse-8';
const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
const inMinutes = (moment: string | null) => Math.round((Date.parse(moment ?? '') - Date.now()) / minute);

const service = await openService();

/** A token of the administrator who has just signed in. */
const signedIn = () => service.userToken(service.admin);
const set = async (body: SecurityChange) => service.ok(updateSecurity, { token: await signedIn(), body });
const signIn = (user: { userId: string; password: string }) => ({
  body: { user_id: user.userId, password: user.password, remember_me: true },
});
const change = (user: TestUser, to = next) =>
  service.ok(changePassword, { body: { user_id: user.userId, password: user.password, new_password: to } });
/** Moves what is kept about somebody into the past. */
const age = (table: 'users' | 'tokens', column: string, user: TestUser, moment: string) =>
  withoutGuard(service.platform.database.db)
    .updateTable(table)
    .set({ [column]: moment })
    .where(table === 'users' ? 'id' : 'user', '=', user.id)
    .execute();
const neverUsed = (user: TestUser) =>
  withoutGuard(service.platform.database.db)
    .selectFrom('tokens')
    .select('id')
    .where('user', '=', user.id)
    .where('last_used', 'is', null)
    .execute();
const refusedToken = async (token: string) => (await service.refused(readCaller, { token })).error_details;

/** All settings at the level of the documents. */
const asDocumented = {
  security_level: 'documented',
  ...Object.fromEntries(securityNames.map((name) => [name, null])),
} as const;
beforeEach(async () => void (await set(asDocumented)));

describe('the level of an organization', () => {
  test('is as documented at first; single settings are chosen apart from it, and taken back', async () => {
    const token = await signedIn();
    expect(await service.ok(readSecurity, { token })).toEqual({
      security_level: 'documented',
      settings: securityLevels.documented,
      chosen: [],
    });
    await set({ sessions_idle_in_minutes: 30, api_tokens_make_tokens: true });
    expect(await set({ security_level: 'strict' })).toEqual({
      security_level: 'strict',
      settings: { ...securityLevels.strict, sessions_idle_in_minutes: 30, api_tokens_make_tokens: true },
      chosen: ['sessions_idle_in_minutes', 'api_tokens_make_tokens'],
    });
    await set({ sessions_idle_in_minutes: null, api_tokens_make_tokens: null });
    expect((await service.ok(readSecurity, { token: await signedIn() })).settings).toEqual(
      securityLevels.strict,
    );
  });

  test('is strict from the first start with SECURITY_LEVEL=strict, and so are organizations below it', async () => {
    const first = {
      ORGANIZATION_NAME: 'Example Works',
      ADMIN_USER_ID: 'ada',
      ADMIN_PASSWORD: password,
      ADMIN_EMAIL: 'ada@example.org',
    };
    expect(() => readConfig({ ...first, SECURITY_LEVEL: 'high' })).toThrow(
      /is not one of documented, strict/,
    );
    const { firstAdministrator } = readConfig({ ...first, SECURITY_LEVEL: 'strict' });
    const strict = await startService({ firstAdministrator });
    const level = async (org?: string) =>
      (await strict.ok(readSecurity, { token: strict.admin.token, ...(org && { org }) })).security_level;
    expect(await level()).toBe('strict');
    const administrator = { ...newUser('child.admin'), password: next };
    const body = { name: 'Child', administrator };
    const { organization } = await strict.ok(addOrganization, { token: strict.admin.token, body });
    expect(await level(organization.id)).toBe('strict');
    await strict.stop();
  });

  test.each([
    { security_level: 'high' },
    { sessions_idle_in_minutes: 1 },
    { least_length_for_users: 4 },
    { api_tokens_longest_in_days: -1 },
  ])('%j is refused', async (body) => {
    const token = await signedIn();
    expect(
      await service.refused({ ...updateSecurity }, { token, body: body as SecurityChange }),
    ).toMatchObject({ code: 1000 });
  });

  test('is on record, with what was before', async () => {
    await set({ security_level: 'strict' });
    const query = { search: 'security settings', page: '0,1' };
    const { audit } = await service.ok(listAudit, { token: await signedIn(), query });
    expect(JSON.stringify(audit[0])).toMatch(/documented.*strict|strict.*documented/);
  });
});

describe('passwords', () => {
  test('have 8 characters, and of administrators 12, whatever password_complexity says', async () => {
    await set({ security_level: 'strict' });
    const token = await signedIn();
    const add = (more: object) =>
      service.call(addUser, { token, body: { ...newUser(`p${Math.random()}`), ...more } });
    expect((await add({ password: 'Zk4wq9-' })).status).toBe(400);
    expect((await add({ password: 'Zk4wq9-Z' })).status).toBe(200);
    expect((await add({ role: 5, password: 'Zk4wq9-Zk4w' })).status).toBe(400);
  });

  test('may have spaces, and need no kinds of characters, where the organization says so', async () => {
    const sentence = 'seven lanterns adrift at noon';
    const user = await service.makeUser();
    const options = { body: { user_id: user.userId, password: user.password, new_password: sentence } };
    expect((await service.refused(changePassword, options)).error_details).toMatchObject({ rule: 'spaces' });
    await set({ passwords_may_have_spaces: true });
    const { error_details } = await service.refused(changePassword, {
      body: { ...options.body, new_password: 'pass word 1' },
    });
    expect(error_details).toMatchObject({ rule: 'common' });
    await change(user, sentence);
    await service.ok(authenticateUser, signIn({ ...user, password: sentence }));
  });

  test('that somebody else has set open nothing but the choice of another', async () => {
    await set({ first_passwords_must_change: true });
    const user = await service.makeUser();
    expect((await service.refused(authenticateUser, signIn(user))).code).toBe(1006);
    await change(user);
    await service.userToken({ ...user, password: next });
    await service.ok(updateUser, { token: await signedIn(), params: { user: user.psk }, body: { password } });
    expect((await service.refused(authenticateUser, signIn(user))).code).toBe(1006);
  });

  test('that nobody has used in time end, others do not', async () => {
    const [unused, used] = [await service.makeUser(), await service.makeUser()];
    await service.userToken(used);
    await set({ first_passwords_end_in_hours: 72 });
    for (const user of [unused, used]) await age('users', 'password_changed', user, ago(73 * 60));
    expect((await service.refused(authenticateUser, signIn(unused))).code).toBe(1126);
    const body = { user_id: unused.userId, password: unused.password, new_password: next };
    expect((await service.refused(changePassword, { body })).code).toBe(1126);
    await service.userToken(used);
  });

  test('end API tokens too when they are changed, where the organization says so', async () => {
    const user = await service.makeUser();
    const make = async (person: TestUser) => {
      const token = await service.userToken(person);
      const request = { token, params: { organization: service.admin.orgId }, body: { user: person.id } };
      return (await service.ok(createApiToken, request)).session.token;
    };
    const stored = await make(user);
    await change(user);
    await service.ok(readCaller, { token: stored });
    await set({ password_change_ends_api_tokens: true });
    await change({ ...user, password: next }, 'Third-horse-99');
    expect((await service.refused(readCaller, { token: stored })).status).toBe(401);
  });
});

describe('sessions', () => {
  test('end when they are not used, those that are there too', async () => {
    const user = await service.makeUser();
    const before = await service.userToken(user);
    await set({ sessions_idle_in_minutes: 30 });
    const after = await service.userToken(user);
    for (const token of [before, after]) await service.ok(readCaller, { token });
    // Uses are noted a little later, and with them the new end.
    await expect.poll(() => neverUsed(user)).toHaveLength(0);
    await age('tokens', 'idle_ends', user, ago(1));
    for (const token of [before, after]) expect(await refusedToken(token)).toEqual({ reason: 'expired' });
    const fresh = await service.userToken(user);
    expect((await service.ok(listSessions, { token: fresh })).total_available).toBe(1);
  });

  test('end at their longest time, however they are extended', async () => {
    await set({ sessions_longest_in_minutes: 60 });
    const admin = await service.makeUser({ role: 5 });
    const { token, ttl_in_seconds } = await service.ok(authenticateUser, signIn(admin));
    expect(ttl_in_seconds).toBe(3600);
    await age('tokens', 'created', admin, ago(55));
    const { ttl_in_seconds: left } = await service.ok(extendSession, { token });
    expect(left).toBeLessThanOrEqual(300);
  });
});

describe('API tokens', () => {
  test('end within the days of the organization, those that are there too', async () => {
    const user = await service.makeUser();
    const token = await service.userToken(user);
    const ends = async () => {
      const { sessions } = await service.ok(listSessions, { token });
      return sessions.flatMap((each) => (each.kind === 'api' ? [each.ends] : []));
    };
    const request = { token, params: { organization: service.admin.orgId }, body: { user: user.id } };
    await service.ok(createApiToken, request);
    expect(await ends()).toEqual([null]);
    await set({ api_tokens_longest_in_days: 365 });
    await service.ok(createToken, { token, body: { name: 'Pipeline' } });
    const days = (await ends()).map((end) => Math.round(inMinutes(end) / (24 * 60)));
    expect(days).toEqual([365, 365]);
  });

  test('make no others', async () => {
    const token = await signedIn();
    const request = { params: { organization: service.admin.orgId }, body: { user: service.admin.id } };
    const { session } = await service.ok(createApiToken, { token, ...request });
    await service.ok(createApiToken, { token: session.token, ...request });
    await set({ api_tokens_make_tokens: false });
    for (const refused of [
      await service.refused(createApiToken, { token: session.token, ...request }),
      await service.refused(createToken, { token: session.token, body: { name: 'Pipeline' } }),
    ])
      expect(refused).toMatchObject({ status: 403, code: 11 });
  });
});

describe('a recent sign-in', () => {
  test('is asked for before passwords, addresses, tokens, roles, signing credentials and these settings; not for the rest', async () => {
    await set({ recent_sign_in_in_minutes: 5 });
    const admin = await service.makeUser({ role: 5 });
    const user = await service.makeUser();
    const old = await service.userToken(admin);
    await age('tokens', 'created', admin, ago(6));
    const fresh = await service.userToken(admin);
    const { session } = await service.ok(createApiToken, {
      token: fresh,
      params: { organization: service.admin.orgId },
      body: { user: admin.id },
    });
    const credentials = await androidCredentials({ description: 'Release' });
    const { credentials_id } = await service.ok(addCredentials, { token: fresh, body: credentials });
    for (const token of [old, session.token]) {
      const params = { user: user.psk };
      const refusals = [
        await service.refused(updateUser, { token, params, body: { password: next } }),
        await service.refused(updateUser, { token, params, body: { role: 6 } }),
        await service.refused(updateUser, { token, params, body: { email: 'thief@example.org' } }),
        await service.refused(addUser, { token, body: { ...newUser('new.manager'), role: 7 } }),
        await service.refused(createToken, { token, body: { name: 'Pipeline' } }),
        await service.refused(addCredentials, { token, body: credentials }),
        await service.refused(deleteCredentials, { token, params: { credentials: credentials_id } }),
        await service.refused(updateSecurity, { token, body: { recent_sign_in_in_minutes: 0 } }),
      ];
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ status: 403, code: 1125, error_details: { minutes: 5 } });
      await service.ok(updateUser, { token, params, body: { first_name: 'Ida', role: 1 } });
    }
    await service.ok(addUser, { token: session.token, body: newUser('plain.user') });
    await service.ok(updateUser, { token: fresh, params: { user: user.psk }, body: { role: 6 } });
  });
});
