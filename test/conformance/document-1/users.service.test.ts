import { describe, expect, test } from 'vitest';
import { addGroup, listGroupUsers } from '../../../contract/groups.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import {
  type AddUser,
  addUser,
  deleteUser,
  deleteUsers,
  listUsers,
  readCaller,
  readUser,
  type UpdateUser,
  updateUser,
} from '../../../contract/users.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { password as ofAdministrator, uncommon } from '../../setup/world/people.ts';

/** Document 1, User and Users. */
const service = await openService();
const token = service.admin.token;

let count = 0;
const person = (more: Partial<AddUser> = {}) => {
  count += 1;
  return { user_id: `person.${count}`, password: uncommon, first_name: 'Ada', last_name: 'Byron', ...more };
};
const add = async (more: Partial<AddUser> = {}) =>
  (await service.ok(addUser, { token, body: person(more) })).user_psk;
const refuse = (more: object) =>
  service.refused(unchecked(addUser), { token, body: { ...person(), ...more } });
const read = async (user: string | number) => (await service.ok(readUser, { token, params: { user } })).user;
const update = (user: string | number, body: UpdateUser) =>
  service.ok(updateUser, { token, params: { user }, body });

const detailFields = [
  'created_date',
  'custom_metadata',
  'disabled',
  'disabled_reason',
  'email',
  'first_name',
  'id',
  'last_login_from_catalog',
  'last_name',
  'mobile_phone',
  'modified_date',
  'role',
  'status',
  'until_date',
  'user_id',
];

describe('the fields of a user', () => {
  test('user_id: max 200 characters, no spaces, of the documented characters', async () => {
    await add({ user_id: 'x'.repeat(200) });
    await add({ user_id: "aZ09'~!$%^&*_=+.@,/" });
    for (const user_id of ['x'.repeat(201), 'a b', 'a\tb', 'a-b', 'a#b', 'ä', '', 'a\\b', 'a"b', 'a:b']) {
      expect((await refuse({ user_id })).status).toBe(400);
    }
  });

  test('user_id is immutable after creation', async () => {
    const psk = await add();
    const request = { token, params: { user: psk }, body: { user_id: 'another' } };
    expect(await service.refused(updateUser, request)).toMatchObject({ status: 400, code: 20 });
  });

  test('until_date: the maximum value when not set', async () => {
    expect((await read(await add())).until_date).toBe('9999-12-31T23:59:59.999999');
  });

  test('until_date: the date when the user is disabled', async () => {
    const psk = await add();
    await update(psk, { until_date: new Date(Date.now() - 1000).toISOString() });
    expect(await read(psk)).toMatchObject({ disabled: true, disabled_reason: 0 });
    await update(psk, { until_date: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await read(psk)).toMatchObject({ disabled: false, disabled_reason: null });
  });

  test('disabled_reason: null means enabled; 0 by an administrator', async () => {
    const psk = await add();
    expect(await read(psk)).toMatchObject({ disabled: false, disabled_reason: null });
    await update(psk, { disabled: true });
    expect(await read(psk)).toMatchObject({ disabled: true, disabled_reason: 0 });
    await update(psk, { disabled: false });
    expect(await read(psk)).toMatchObject({ disabled: false, disabled_reason: null });
  });

  test('disabled_reason: 2 by wrong passwords', async () => {
    const psk = await add({ user_id: 'guessed' });
    const wrong = { body: { user_id: 'guessed', password: 'wrong-one' } };
    for (let attempt = 0; attempt < 10; attempt++) await service.refused(authenticateUser, wrong);
    expect(await read(psk)).toMatchObject({ disabled: true, disabled_reason: 2 });
  });

  test('status: enabled, or invited until the first sign-in', async () => {
    expect((await read(await add())).status).toBe('enabled');
    const psk = await add({ user_id: 'guest', email: 'guest@example.org' });
    expect((await read(psk)).status).toBe('invited');
    await service.ok(authenticateUser, { body: { user_id: 'guest', password: uncommon } });
    expect((await read(psk)).status).toBe('enabled');
  });

  test('status: disabled while the user is, whatever it was before', async () => {
    for (const more of [{}, { email: 'to.disable@example.org', send_invite: true }]) {
      const psk = await add(more);
      const { status } = await read(psk);
      await update(psk, { disabled: true });
      expect((await read(psk)).status).toBe('disabled');
      await update(psk, { disabled: false });
      expect((await read(psk)).status).toBe(status);
    }
  });

  test('last_login_from_catalog: null, then a timestamp', async () => {
    const user = await service.makeUser();
    expect((await read(user.id)).last_login_from_catalog).toBeNull();
    await service.userToken(user);
    expect((await read(user.id)).last_login_from_catalog).toBeNull();
    await service.signIn(user);
    expect(Date.parse((await read(user.id)).last_login_from_catalog ?? '')).toBeGreaterThan(
      Date.now() - 60_000,
    );
  });

  test('modified_date moves with a change, created_date does not', async () => {
    const psk = await add();
    const before = await read(psk);
    await update(psk, { first_name: 'Augusta' });
    const after = await read(psk);
    expect(after.created_date).toBe(before.created_date);
    expect(Date.parse(after.modified_date)).toBeGreaterThanOrEqual(Date.parse(before.modified_date));
  });

  test('email and mobile_phone are strings, also of who has none', async () => {
    const psk = await add();
    const { users } = await service.ok(listUsers, { token, query: { sort: '-psk', page: '0,1' } });
    for (const shown of [await read(psk), users[0]])
      expect(shown).toMatchObject({ email: '', mobile_phone: '' });
  });

  test('role_name is present only in list responses', async () => {
    const psk = await add({ user_id: 'listed' });
    const { users } = await service.ok(listUsers, { token, query: { search: 'listed' } });
    expect(users[0]).toMatchObject({ role_name: 'User' });
    expect(await read(psk)).not.toHaveProperty('role_name');
  });
});

describe('POST /v1/users/', () => {
  test.each(['user_id', 'password', 'first_name', 'last_name'])('%s is required', async (field) => {
    expect((await refuse({ [field]: undefined })).status).toBe(400);
  });

  test('user_id and email must be unique across all organizations, otherwise an error is returned', async () => {
    await add({ user_id: 'unique', email: 'unique@example.org' });
    const child = await service.makeOrganization();
    for (const body of [person({ user_id: 'UNIQUE' }), person({ email: 'Unique@Example.org' })]) {
      expect((await service.refused(addUser, { token, body })).status).toBe(409);
      expect((await service.refused(addUser, { token: child.token, body })).status).toBe(409);
    }
  });

  test('password: at least 5 characters, no spaces', async () => {
    await add({ password: uncommon.slice(0, 5) });
    for (const password of ['abcd', 'abc de', ' abcde', 'abcde ', '']) {
      expect((await refuse({ password })).status).toBe(400);
    }
  });

  test('email: required for role Administrator, optional for User, may equal user_id', async () => {
    expect((await refuse({ role: 5 })).code).toBe(20);
    await add({ role: 5, email: 'second.admin@example.org', password: ofAdministrator });
    expect((await read(await add())).email).toBe('');
    const same = 'same@example.org';
    expect(await read(await add({ user_id: same, email: same }))).toMatchObject({
      user_id: same,
      email: same,
    });
  });

  test('phone: digits only, shown as mobile_phone', async () => {
    expect((await read(await add({ phone: '0041790001122' }))).mobile_phone).toBe('0041790001122');
    for (const phone of ['+41', '12 34', '12-34', '١٢٣', 41])
      expect((await refuse({ phone })).status).toBe(400);
  });

  test('send_invite: default true, with an e-mail address; false suppresses it', async () => {
    const status = async (more: Partial<AddUser>) => (await read(await add(more))).status;
    expect(await status({ email: 'one@example.org' })).toBe('invited');
    expect(await status({ email: 'two@example.org', send_invite: true })).toBe('invited');
    expect(await status({ email: 'three@example.org', send_invite: false })).toBe('enabled');
    expect(await status({ send_invite: true })).toBe('enabled');
  });

  test('custom_metadata: names are the ids, not the labels, of the organization’s user template', async () => {
    const field = { label: 'Cost centre', type: 'text' as const };
    const body = { user_custom_metadata_template: { cost: field } };
    await service.ok(updateOrganization, { token, params: { org_id: service.admin.orgId }, body });
    const psk = await add({ custom_metadata: { cost: '4711' } });
    expect((await read(psk)).custom_metadata).toEqual({ cost: '4711' });
    expect((await refuse({ custom_metadata: { 'Cost centre': '4711' } })).status).toBe(400);
    expect((await read(await add())).custom_metadata).toBeNull();
  });

  test('groups: the new user is added to each; without it the user belongs to no group', async () => {
    const group = async (name: string) =>
      (await service.ok(addGroup, { token, body: { name, description: '' } })).group.psk;
    const members = async (psk: number) => {
      const { users_in_group } = await service.ok(listGroupUsers, { token, params: { group: psk } });
      return users_in_group.map((user) => user.psk);
    };
    const groups = [await group('North'), await group('South')];
    const psk = await add({ groups });
    const loner = await add();
    for (const one of groups) expect(await members(one)).toEqual([psk]);
    expect(await members(1)).not.toContain(loner);
  });

  test('answers user_psk, an integer, and nothing else', async () => {
    const answer = await service.ok(addUser, { token, body: person() });
    expect(Object.keys(answer)).toEqual(['user_psk']);
    expect(Number.isInteger(answer.user_psk)).toBe(true);
  });

  test('the password is the one the user signs in with', async () => {
    await add({ user_id: 'signs.in', password: 'pässwörd' });
    const answer = await service.call(authenticateUser, {
      body: { user_id: 'signs.in', password: 'pässwörd' },
    });
    expect(answer.status).toBe(200);
  });
});

test('GET /v2/users/<user>/ answers user with the fields of the document (and psk)', async () => {
  const user = await read(await add());
  expect(Object.keys(user).toSorted()).toEqual([...detailFields, 'psk'].toSorted());
});

test('GET /v2/users/info answers the caller', async () => {
  const user = await service.makeUser();
  const session = await service.userToken(user);
  expect((await service.ok(readCaller, { token: session })).user).toEqual(await read(user.id));
});

describe('PUT /v1/users/<user>', () => {
  test('changes every field, and answers update_user_success true', async () => {
    const psk = await add({ email: 'before@example.org' });
    const body = {
      email: 'after@example.org',
      password: 'another-one',
      first_name: 'Grace',
      last_name: 'Hopper',
      phone: '123',
      role: 7 as const,
      disabled: false,
      until_date: '2090-01-01T00:00:00Z',
      resend_invite: true,
    };
    expect(await update(psk, body)).toEqual({ update_user_success: true });
    expect(await read(psk)).toMatchObject({
      email: 'after@example.org',
      first_name: 'Grace',
      last_name: 'Hopper',
      mobile_phone: '123',
      role: 7,
      until_date: '2090-01-01T00:00:00.000+00:00',
      status: 'invited',
    });
  });

  test('leaves what is not sent, and a detail object sent back changes nothing', async () => {
    const full = await add({ email: 'same.again@example.org', phone: '5', send_invite: false });
    for (const psk of [full, await add(), service.admin.id]) {
      const before = await read(psk);
      await update(psk, {});
      await service.ok(unchecked(updateUser), { token, params: { user: psk }, body: before });
      expect(await read(psk)).toEqual({ ...before, modified_date: expect.any(String) });
    }
  });
});

describe('deleting', () => {
  test('DELETE /v1/users/<user> answers delete_user_response true', async () => {
    const request = { token, params: { user: await add() } };
    expect(await service.ok(deleteUser, request)).toEqual({ delete_user_response: true });
    expect((await service.refused(readUser, request)).status).toBe(404);
  });

  test('DELETE /v2/users/ takes user_ids, an array of user_id strings, required', async () => {
    const [one, two] = [await service.makeUser(), await service.makeUser()];
    const body = { user_ids: [one.userId, two.userId] };
    expect(await service.ok(deleteUsers, { token, body })).toEqual({
      users_deleted: body.user_ids,
      users_failed: [],
    });
    expect((await service.refused(unchecked(deleteUsers), { token, body: {} })).status).toBe(400);
  });

  test('the user can no longer use the App Catalog or the service', async () => {
    const user = await service.makeUser();
    const { token: session } = await service.signIn(user);
    await service.ok(deleteUser, { token, params: { user: user.psk } });
    expect((await service.refused(readCaller, { token: session })).status).toBe(401);
    await expect(service.signIn(user)).rejects.toThrow('support');
  });
});
