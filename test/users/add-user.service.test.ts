import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addGroup, listGroupUsers } from '../../contract/groups.ts';
import { type AddUser, addUser, listUsers, readUser, updateUser } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { tries } from '../setup/run/tries.ts';

const service = await openService();
const token = service.admin.token;

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

  test('a body that is no object is refused', async () => {
    for (const body of [[], 'text', 7, null]) {
      expect((await service.refused(unchecked(addUser), { token, body })).status).toBe(400);
    }
  });
});

describe('uniqueness', () => {
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

describe('groups', () => {
  const group = async (name: string) =>
    (await service.ok(addGroup, { token, body: { name, description: '' } })).group.psk;
  const members = async (psk: number) =>
    (await service.ok(listGroupUsers, { token, params: { group: psk } })).users_in_group.map(
      (user) => user.psk,
    );

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
    const request = { token: child.token, body: person({ groups: [last] }) };
    expect((await service.refused(addUser, request)).status).toBe(404);
  });
});

describe('an invitation', () => {
  test('can be sent again, to whoever has an address', async () => {
    const psk = await add({ user_id: 'again', email: 'again@example.org', send_invite: false });
    await service.ok(updateUser, { token, params: { user: psk }, body: { resend_invite: true } });
    expect((await read(psk)).status).toBe('invited');
    const silent = await add();
    const request = { token, params: { user: silent }, body: { resend_invite: true } };
    expect((await service.refused(updateUser, request)).code).toBe(20);
  });
});
