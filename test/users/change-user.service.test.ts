import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword, createApiToken } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import {
  addUser,
  deleteUser,
  listUsers,
  readCaller,
  readUser,
  type UpdateUser,
  updateUser,
} from '../../contract/users.ts';
import { unchecked } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import { uncommon } from '../setup/world/people.ts';

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

const read = async (who: string | number) =>
  (await service.ok(readUser, { token, params: { user: who } })).user;
const change = (who: string | number, body: UpdateUser) =>
  service.ok(updateUser, { token, params: { user: who }, body });
const refuse = (who: string | number, body: unknown) =>
  service.refused(unchecked(updateUser), { token, params: { user: who }, body });

describe('updating a user', () => {
  test('changes every field that is sent, and no other', async () => {
    const before = await read(user.psk);
    expect(await change(user.psk, { first_name: 'Grace' })).toEqual({ update_user_success: true });
    expect(await read(user.psk)).toMatchObject({
      ...before,
      first_name: 'Grace',
      modified_date: expect.anything(),
    });
    await change(user.psk, { last_name: 'Hopper', email: 'grace@example.org', phone: '123', role: 8 });
    const after = await read(user.psk);
    expect(after).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', mobile_phone: '123', role: 8 });
    expect(after.email).toBe('grace@example.org');
    expect(after.modified_date > before.modified_date).toBe(true);
  });

  test('takes any alias of the user', async () => {
    for (const alias of [user.psk, user.id, user.userId, user.userId.toUpperCase()]) {
      await change(alias, { first_name: 'Ada' });
      expect((await read(alias)).id).toBe(user.id);
    }
  });

  test('an empty change is one', async () => {
    expect(await change(user.psk, {})).toEqual({ update_user_success: true });
  });

  test('user_id is immutable: the same is accepted, another refused', async () => {
    await change(user.psk, { user_id: user.userId });
    expect((await refuse(user.psk, { user_id: 'other' })).code).toBe(20);
  });

  test.each([
    ['an e-mail address that is none', { email: 'nowhere' }],
    ['a phone with letters', { phone: '12a' }],
    ['a role outside its table', { role: 3 }],
    ['a password with a space', { password: 'abc defg' }],
    ['a password of 4 characters', { password: 'abcd' }],
    ['a first name that is empty', { first_name: '' }],
    ['disabled that is no boolean', { disabled: 'true' }],
    ['an until_date that is none', { until_date: 'tomorrow' }],
    ['an until_date that the calendar does not have', { until_date: '2031-02-30T00:00:00Z' }],
    ['an until_date before the year 0', { until_date: '0000-01-01T00:00:00+01:00' }],
    ['metadata without a template', { custom_metadata: { team: 'A' } }],
  ])('%s is refused, and nothing is changed', async (_, body) => {
    const before = await read(user.psk);
    expect(await refuse(user.psk, { first_name: 'Nobody', ...body })).toMatchObject({
      status: 400,
      code: 1000,
    });
    expect(await read(user.psk)).toEqual(before);
  });

  test('an unknown user is not found', async () => {
    for (const who of [999_999, 'nobody', '01hzzzzzzzzzzzzzzzzzzzzzzz']) {
      expect((await refuse(who, {})).status).toBe(404);
    }
  });

  test('a user of another organization is not found, save by its administrator', async () => {
    const child = await service.makeOrganization();
    expect((await refuse(child.admin.id, { first_name: 'X' })).status).toBe(404);
    expect((await refuse(child.admin.userId, { first_name: 'X' })).status).toBe(404);
    const asked = { token: child.token, params: { user: user.id }, body: { first_name: 'X' } };
    expect((await service.refused(updateUser, asked)).status).toBe(404);
    await service.ok(updateUser, {
      token,
      org: child.orgId,
      params: { user: child.admin.id },
      body: { first_name: 'Y' },
    });
  });
});

describe('the e-mail address', () => {
  test('of somebody else is refused, in whatever case', async () => {
    const other = await service.makeUser({ email: 'taken@example.org' });
    expect(await refuse(user.psk, { email: 'Taken@example.org' })).toMatchObject({ status: 409, code: 1012 });
    await change(other.psk, { email: 'TAKEN@example.org' });
    expect((await read(other.psk)).email).toBe('TAKEN@example.org');
  });

  test('is free again once it was changed or removed', async () => {
    const first = await service.makeUser({ email: 'moving@example.org' });
    await change(first.psk, { email: 'moved@example.org' });
    const second = await service.makeUser({ email: 'moving@example.org' });
    await change(second.psk, { email: null });
    expect((await read(second.psk)).email).toBe('');
    await service.makeUser({ email: 'moving@example.org' });
  });

  test('is not free when two change it at once', async () => {
    const subject = await service.makeUser();
    const wanted = ['one@example.org', 'two@example.org', 'three@example.org'];
    await Promise.all(wanted.map((email) => change(subject.psk, { email })));
    const { email } = await read(subject.psk);
    for (const free of wanted.filter((one) => one !== email)) await service.makeUser({ email: free });
    const asked = { token, params: { user: user.psk }, body: { email } };
    expect((await service.refused(updateUser, asked)).code).toBe(1012);
  });

  test('of an administrator can’t be removed', async () => {
    expect((await refuse(service.admin.id, { email: null })).code).toBe(20);
    const plain = await service.ok(addUser, {
      token,
      body: { user_id: 'plain', password: uncommon, first_name: 'A', last_name: 'B' },
    });
    expect((await refuse(plain.user_psk, { role: 5 })).code).toBe(20);
    await change(plain.user_psk, { role: 5, email: 'plain@example.org' });
    expect((await read(plain.user_psk)).role).toBe(5);
    await change(plain.user_psk, { role: 1 });
  });
});

describe('disabling', () => {
  test('ends every session and API token at once; enabling lets the user in again', async () => {
    const subject = await service.makeUser();
    const session = await service.userToken(subject);
    const api = await service.ok(createApiToken, {
      token,
      params: { organization: service.admin.orgId },
      body: { user: subject.id },
    });
    await change(subject.psk, { disabled: true });
    expect(await read(subject.psk)).toMatchObject({ disabled: true, disabled_reason: 0 });
    for (const old of [session, api.session.token]) {
      expect((await service.refused(readCaller, { token: old })).status).toBe(401);
    }
    await expect(service.userToken(subject)).rejects.toThrow('answered 403');
    await change(subject.psk, { disabled: false });
    expect(await read(subject.psk)).toMatchObject({ disabled: false, disabled_reason: null });
    await service.userToken(subject);
  });

  test('an until_date that has passed disables; taking it away enables', async () => {
    const subject = await service.makeUser();
    const session = await service.userToken(subject);
    await change(subject.psk, { until_date: '2020-01-01T00:00:00+02:00' });
    expect(await read(subject.psk)).toMatchObject({
      disabled: true,
      disabled_reason: 0,
      until_date: '2019-12-31T22:00:00.000+00:00',
    });
    expect((await service.refused(readCaller, { token: session })).status).toBe(403);
    await change(subject.psk, { until_date: '9999-12-31T23:59:59.999999' });
    expect((await read(subject.psk)).until_date).toBe('9999-12-31T23:59:59.999999');
    await service.ok(readCaller, { token: session });
  });

  test('an until_date to come does not disable', async () => {
    const subject = await service.makeUser();
    await change(subject.psk, { until_date: '2999-01-01T00:00:00Z' });
    expect(await read(subject.psk)).toMatchObject({ disabled: false, disabled_reason: null });
  });

  test('wrong passwords disable for a while with reason 2; enabling ends it', async () => {
    const subject = await service.makeUser();
    for (let attempt = 0; attempt < 10; attempt++) {
      await service.userToken({ ...subject, password: 'wrong-password' }).catch(() => null);
    }
    expect(await read(subject.psk)).toMatchObject({ disabled: true, disabled_reason: 2 });
    await change(subject.psk, { disabled: false });
    await service.userToken(subject);
  });
});

describe('a new password', () => {
  const complexity = (password_complexity: Record<string, Record<string, number>>) =>
    service.ok(updateOrganization, {
      token,
      params: { org_id: service.admin.orgId },
      body: { password_complexity },
    });
  const rules = (change: Record<string, number>) => complexity({ password_complexity_for_users: change });

  test('works at once, the old one and its sessions no more', async () => {
    const subject = await service.makeUser();
    const session = await service.userToken(subject);
    await change(subject.psk, { password: 'Another-1' });
    expect((await service.refused(readCaller, { token: session })).status).toBe(401);
    await expect(service.userToken(subject)).rejects.toThrow('answered 401');
    await service.userToken({ ...subject, password: 'Another-1' });
  });

  test('may not be one of the last ones', async () => {
    await rules({ password_history: 2 });
    const subject = await service.makeUser();
    await change(subject.psk, { password: 'Second-2' });
    expect((await refuse(subject.psk, { password: subject.password })).code).toBe(1000);
    expect((await refuse(subject.psk, { password: 'Second-2' })).code).toBe(1000);
    await change(subject.psk, { password: 'Third-33' });
    await change(subject.psk, { password: subject.password });
    await rules({ password_history: 0 });
  });

  test('of one’s own is due only after the interval of the organization', async () => {
    const subject = await service.makeUser();
    const own = (password: string, new_password: string) => ({
      body: { user_id: subject.userId, password, new_password },
    });
    await rules({ password_reset_interval_time_in_minutes: 60 });
    const early = await service.refused(changePassword, own(subject.password, 'Second-2'));
    expect([early.status, early.code]).toEqual([400, 1000]);
    await change(subject.psk, { password: 'Second-2' });
    await rules({ password_reset_interval_time_in_minutes: 0 });
    await service.ok(changePassword, own('Second-2', 'Third-33'));
    await service.userToken({ ...subject, password: 'Third-33' });
  });

  test('is held to the rules of the role that comes with it', async () => {
    await complexity({ password_complexity_for_admins: { min_length: 20 } });
    const subject = await service.makeUser();
    expect((await refuse(subject.psk, { role: 5, password: 'Another-1' })).code).toBe(1000);
    await change(subject.psk, { role: 8, password: 'Another-1' });
    await complexity({ password_complexity_for_admins: { min_length: 5 } });
  });
});

describe('the last administrator', () => {
  test('can’t be demoted, disabled, ended or deleted, nor demote themself', async () => {
    const { id } = service.admin;
    const ways = [{ role: 1 }, { disabled: true }, { until_date: '2020-01-01T00:00:00Z' }];
    for (const body of ways) expect(await refuse(id, body)).toMatchObject({ status: 409, code: 1011 });
    const deletion = await service.refused(deleteUser, { token, params: { user: id } });
    expect(deletion.code).toBe(1011);
    expect(await read(id)).toMatchObject({ role: 5, disabled: false });
  });

  test('is not the last once there is another', async () => {
    const second = await service.makeUser({ role: 5 });
    await change(second.psk, { role: 6 });
    await change(second.psk, { role: 5 });
    await service.ok(deleteUser, { token, params: { user: second.psk } });
    expect((await refuse(service.admin.id, { role: 1 })).code).toBe(1011);
  });

  test('stays, also when all administrators demote each other at once', async () => {
    const child = await service.makeOrganization();
    const more = [];
    for (let n = 0; n < 3; n++) more.push(await service.makeUser({ role: 5, org: child.orgId }));
    const demote = (psk: number) =>
      service.call(updateUser, { token, org: child.orgId, params: { user: psk }, body: { role: 1 } });
    const answers = await Promise.all(
      [child.admin, ...more].map((administrator) => demote(administrator.psk)),
    );
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(1);
    const { users } = await service.ok(listUsers, { token, org: child.orgId });
    expect(users.filter((one) => one.role === 5)).toHaveLength(1);
  });
});
