import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addGroup, listGroups, listGroupUsers } from '../../contract/groups.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { type AddUser, addUser, listUsers, readCaller, readUser, updateUser } from '../../contract/users.ts';
import { unchecked } from '../setup/requests.ts';
import { tries } from '../setup/run/tries.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = service.admin.token;
});
afterAll(async () => {
  await service.stop();
});

let made = 0;
const person = (more: Partial<AddUser> = {}) => ({
  user_id: `person${++made}`,
  password: 'Correct-horse-7',
  first_name: 'Ada',
  last_name: 'Byron',
  ...more,
});
const add = async (more: Partial<AddUser> = {}) =>
  (await service.ok(addUser, { token, body: person(more) })).user_psk;
const refuse = (more: object) =>
  service.refused(unchecked(addUser), { token, body: { ...person(), ...more } });
const read = async (user: string | number) => (await service.ok(readUser, { token, params: { user } })).user;
const count = async () => (await service.ok(listUsers, { token, query: { page: '0,0' } })).total_available;

describe('Add User', () => {
  test('answers with user_psk, an integer', async () => {
    expect(Number.isInteger(await add())).toBe(true);
  });

  test('keeps what was sent, and nothing of the password', async () => {
    const user = await read(
      await add({ user_id: 'ada', email: 'Ada@example.org', phone: '0041123', role: 8 }),
    );
    expect(user).toMatchObject({
      user_id: 'ada',
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'Ada@example.org',
      mobile_phone: '0041123',
      role: 8,
      disabled: false,
      disabled_reason: null,
      until_date: '9999-12-31T23:59:59.999999',
      last_login_from_catalog: null,
      custom_metadata: null,
    });
    expect(JSON.stringify(user)).not.toMatch(/password|argon|horse/);
    expect(user.created_date).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/);
  });

  test('the role is 1 when none is sent', async () => {
    expect((await read(await add())).role).toBe(1);
  });

  test.each(['user_id', 'password', 'first_name', 'last_name'])('%s is required', async (field) => {
    const { [field]: _, ...body } = person() as Record<string, unknown>;
    expect((await service.refused(unchecked(addUser), { token, body })).status).toBe(400);
  });

  test.each([
    ['a space in user_id', { user_id: 'ada byron' }],
    ['an empty user_id', { user_id: '' }],
    ['a user_id of 201 characters', { user_id: 'a'.repeat(201) }],
    ['a user_id with another character', { user_id: 'a-b' }],
    ['a user_id with a letter beyond a-z', { user_id: 'adä' }],
    ['a user_id that is a number', { user_id: 12345 }],
    ['a password of 4 characters', { password: 'abcd' }],
    ['a space in the password', { password: 'abc def' }],
    ['a first name of spaces', { first_name: '   ' }],
    ['an e-mail address that is none', { email: 'ada at example' }],
    ['a phone with other than digits', { phone: '+41 44' }],
    ['a role outside its table', { role: 2 }],
    ['a role as text', { role: '5' }],
    ['send_invite that is no boolean', { send_invite: 'yes' }],
    ['groups that are no list', { groups: 1 }],
    ['a group identifier that is none', { groups: [{}] }],
    ['a NUL character', { last_name: 'By\0ron' }],
  ])('%s is refused, and nobody is added', async (_, field) => {
    const before = await count();
    const error = await refuse(field);
    expect([error.status, error.code]).toEqual([400, 1000]);
    expect(await count()).toBe(before);
  });

  test('user_id takes 200 characters, and every one of the documented set', async () => {
    await add({ user_id: 'x'.repeat(200) });
    const set = "azAZ09'~!$%^&*_=+.@,/";
    expect((await read(await add({ user_id: set }))).user_id).toBe(set);
    expect((await read(set)).user_id).toBe(set);
    await service.ok(authenticateUser, { body: { user_id: set, password: 'Correct-horse-7' } });
  });

  test('user_id is refused exactly when a character is outside of the documented set', async () => {
    const allowed = new Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'~!$%^&*_=+.@,/");
    const printable = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(printable, async (character) => {
        const answer = await service.call(addUser, {
          token,
          body: person({ user_id: `u${++made}${character}` }),
        });
        expect(answer.status).toBe(allowed.has(character) ? 200 : 400);
      }),
      tries(95),
    );
  });

  test('whatever is sent, the answer is a user or a refusal', async () => {
    const fields = [
      'user_id',
      'password',
      'first_name',
      'last_name',
      'email',
      'role',
      'phone',
      'groups',
      'custom_metadata',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.jsonValue(), async (field, value) => {
        const answer = await service.call(unchecked(addUser), {
          token,
          body: { ...person(), [field]: value },
        });
        expect([200, 400, 404, 409]).toContain(answer.status);
      }),
      tries(100),
    );
  });

  test('a body that is no object is refused', async () => {
    for (const body of [[], 'text', 7, null]) {
      expect((await service.refused(unchecked(addUser), { token, body })).status).toBe(400);
    }
  });
});

describe('uniqueness', () => {
  test('a user_id in use is refused, in whatever case', async () => {
    await add({ user_id: 'Grace' });
    expect(await refuse({ user_id: 'gRACE' })).toMatchObject({ status: 409, code: 1012 });
  });

  test('an e-mail address in use is refused, in whatever case', async () => {
    await add({ email: 'grace@example.org' });
    expect(await refuse({ email: 'Grace@Example.org' })).toMatchObject({ status: 409, code: 1012 });
  });

  test('both are unique across all organizations', async () => {
    await add({ user_id: 'everywhere', email: 'everywhere@example.org' });
    const child = await service.makeOrganization();
    for (const taken of [{ user_id: 'everywhere' }, { email: 'everywhere@example.org' }]) {
      const refused = await service.refused(addUser, { token: child.token, body: person(taken) });
      expect(refused.code).toBe(1012);
    }
  });

  test('an e-mail address may equal the user_id', async () => {
    const psk = await add({ user_id: 'same@example.org', email: 'same@example.org' });
    expect((await read('same@example.org')).psk).toBe(psk);
  });

  test('of many at once who ask for one name exactly one gets it', async () => {
    const body = person({ user_id: 'contested', email: 'contested@example.org' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.call(addUser, { token, body })),
    );
    const refused = answers.filter((answer) => answer.status === 409);
    expect(refused).toHaveLength(7);
    expect((await read('contested')).email).toBe('contested@example.org');
  });
});

describe('an administrator', () => {
  test('needs an e-mail address', async () => {
    expect(await refuse({ role: 5 })).toMatchObject({ status: 400, code: 20 });
    await add({ role: 5, email: 'second@example.org' });
  });
});

describe('groups', () => {
  const group = async (name: string) =>
    (await service.ok(addGroup, { token, body: { name, description: '' } })).group.psk;
  const members = async (psk: number) =>
    (await service.ok(listGroupUsers, { token, params: { group: psk } })).users_in_group.map(
      (user) => user.psk,
    );

  test('the new user is added to each', async () => {
    const groups = [await group('North'), await group('South')];
    const psk = await add({ groups });
    for (const one of groups) expect(await members(one)).toEqual([psk]);
  });

  test('without groups the user belongs to none, not even to All Users', async () => {
    await add();
    const { groups } = await service.ok(listGroups, { token, query: { search: 'All Users' } });
    expect(groups[0]).toMatchObject({ name: 'All Users', user_count: 0 });
  });

  test('with one that does not exist nothing is done', async () => {
    const east = await group('East');
    const before = await count();
    expect((await refuse({ user_id: 'halfway', groups: [east, 999_999] })).status).toBe(404);
    expect(await count()).toBe(before);
    expect(await members(east)).toEqual([]);
    await add({ user_id: 'halfway' });
  });

  test('a group of another organization does not exist', async () => {
    await group('West');
    const last = await group('Far West');
    const child = await service.makeOrganization();
    const asked = { token: child.token, body: person({ groups: [last] }) };
    expect((await service.refused(addUser, asked)).status).toBe(404);
  });
});

describe('an invitation', () => {
  const status = async (more: Partial<AddUser>) => (await read(await add(more))).status;

  test('makes the status invited when there is an address', async () => {
    expect(await status({ email: 'invited@example.org' })).toBe('invited');
    expect(await status({ email: 'invited2@example.org', send_invite: true })).toBe('invited');
  });

  test('is not sent with send_invite false, nor without an address', async () => {
    expect(await status({ email: 'silent@example.org', send_invite: false })).toBe('enabled');
    expect(await status({})).toBe('enabled');
  });

  test('is over once the user has signed in', async () => {
    const psk = await add({ user_id: 'newcomer', email: 'newcomer@example.org' });
    const body = { user_id: 'newcomer', password: 'Correct-horse-7' };
    const signedIn = await service.ok(authenticateUser, { body });
    expect((await read(psk)).status).toBe('enabled');
    expect((await service.ok(readCaller, { token: signedIn.token })).user.status).toBe('enabled');
  });

  test('can be sent again, to whoever has an address', async () => {
    const psk = await add({ user_id: 'again', email: 'again@example.org', send_invite: false });
    await service.ok(updateUser, { token, params: { user: psk }, body: { resend_invite: true } });
    expect((await read(psk)).status).toBe('invited');
    const silent = await add();
    const asked = { token, params: { user: silent }, body: { resend_invite: true } };
    expect((await service.refused(updateUser, asked)).code).toBe(20);
  });
});

describe('password rules of the organization', () => {
  const rules = (change: Record<string, Record<string, number>>) =>
    service.ok(updateOrganization, {
      token,
      params: { org_id: service.admin.orgId },
      body: { password_complexity: change },
    });

  test('are those for users or those for administrators, by the role', async () => {
    await rules({
      password_complexity_for_admins: { min_length: 12 },
      password_complexity_for_users: { min_length: 8 },
    });
    expect((await refuse({ password: 'seven77' })).code).toBe(1000);
    await add({ password: 'eight-88' });
    expect((await refuse({ password: 'eight-88', role: 5, email: 'a1@example.org' })).code).toBe(1000);
    await add({ password: 'twelve121212', role: 5, email: 'a1@example.org' });
    await rules({
      password_complexity_for_admins: { min_length: 5 },
      password_complexity_for_users: { min_length: 5 },
    });
  });

  test.each([
    ['min_lowercase', 'WQZKV1', 'WQZKv1'],
    ['min_uppercase', 'wqzkv1', 'wqzkV1'],
    ['min_number', 'wqzkvx', 'wqzkv1'],
    ['min_symbol', 'wqzkvx1', 'wqzkvx!'],
  ])('%s', async (rule, broken, kept) => {
    await rules({ password_complexity_for_users: { [rule]: 1 } });
    expect((await refuse({ password: broken })).code).toBe(1000);
    await add({ password: kept });
    await rules({ password_complexity_for_users: { [rule]: 0 } });
  });
});
