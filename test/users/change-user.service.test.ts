import { describe, expect, test } from 'vitest';
import { changePassword } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { addUser, readCaller, readUser, type UpdateUser, updateUser } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { uncommon } from '../setup/world/people.ts';

const service = await openService();
const token = service.admin.token;
const user = await service.makeUser();

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

  test('an unknown user is not found', async () => {
    for (const who of [999_999, 'nobody', '01hzzzzzzzzzzzzzzzzzzzzzzz']) {
      expect((await refuse(who, {})).status).toBe(404);
    }
  });

  test('a user of another organization is not found, save by its administrator', async () => {
    const child = await service.makeOrganization();
    expect((await refuse(child.admin.id, { first_name: 'X' })).status).toBe(404);
    expect((await refuse(child.admin.userId, { first_name: 'X' })).status).toBe(404);
    const request = { token: child.token, params: { user: user.id }, body: { first_name: 'X' } };
    expect((await service.refused(updateUser, request)).status).toBe(404);
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
    const request = { token, params: { user: user.psk }, body: { email } };
    expect((await service.refused(updateUser, request)).code).toBe(1012);
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
});

describe('a new password', () => {
  const complexity = (password_complexity: Record<string, Record<string, number>>) =>
    service.ok(updateOrganization, {
      token,
      params: { org_id: service.admin.orgId },
      body: { password_complexity },
    });
  const rules = (change: Record<string, number>) => complexity({ password_complexity_for_users: change });

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
