import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoleCode } from '../../contract/common/codes.ts';
import {
  addGroup,
  addGroupUsers,
  addUserToGroups,
  listGroups,
  listGroupUsers,
  removeGroupUsers,
} from '../../contract/groups.ts';
import {
  addUser,
  deleteUser,
  deleteUsers,
  listUsers,
  readCaller,
  readUser,
  updateUser,
} from '../../contract/users.ts';
import { startService, type TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import { password } from '../setup/world/people.ts';

interface Actor extends TestUser {
  token: string;
}

const everyRole = [1, 5, 6, 7, 8, 9] as const;

let service: TestService;
let ours: number;
let others: number;
const actors = new Map<RoleCode, Actor>();
let insider: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  service = await startService();
  const group = async (name: string) =>
    (await service.ok(addGroup, { token: service.admin.token, body: { name, description: '' } })).group.psk;
  ours = await group('Ours');
  others = await group('Others');
  for (const role of everyRole) {
    const user = await service.makeUser({ role, groups: [ours] });
    actors.set(role, { ...user, token: await service.userToken(user) });
  }
  insider = await service.makeUser({ groups: [ours] });
  outsider = await service.makeUser({ groups: [others] });
});
afterAll(async () => {
  await service.stop();
});

const tokenOf = (role: RoleCode): string => {
  const actor = actors.get(role);
  if (actor === undefined) throw new Error(`There is no actor of role ${role}.`);
  return actor.token;
};
let made = 0;
const person = (role: RoleCode) => ({
  user_id: `r${++made}`,
  password,
  first_name: 'A',
  last_name: 'B',
  email: `r${made}@example.org`,
  role,
  groups: [ours],
});

/** By the caller's role: which roles of other users it may make, change and delete. Written from the documents. */
const manages: Record<RoleCode, readonly RoleCode[]> = {
  1: [],
  5: [1, 5, 6, 7, 8, 9],
  6: [],
  7: [1, 9],
  8: [],
  9: [1],
};

describe.each(everyRole)('role %i', (own) => {
  test.each(everyRole)('adds, changes and deletes users of role %i as the table says', async (role) => {
    const allowed = manages[own].includes(role);
    const token = tokenOf(own);
    const body = person(role);
    const added = await service.call(addUser, { token, body });
    expect(added.status).toBe(allowed ? 200 : 403);
    const user = allowed ? body.user_id : (await service.makeUser({ role, groups: [ours] })).userId;
    const asked = { token, params: { user } };
    const changed = await service.call(updateUser, { ...asked, body: { first_name: 'C' } });
    expect(changed.status).toBe(allowed ? 200 : 403);
    expect((await service.call(deleteUser, asked)).status).toBe(allowed ? 200 : 403);
  });

  test.each(everyRole)('raises a plain user to role %i as the table says', async (role) => {
    const user = await service.makeUser({ groups: [ours] });
    const asked = { token: tokenOf(own), params: { user: user.id }, body: { role } };
    const allowed = manages[own].includes(role) && manages[own].includes(1);
    expect((await service.call(updateUser, asked)).status).toBe(allowed ? 200 : 403);
  });

  test('reads and lists users only where it manages some', async () => {
    const token = tokenOf(own);
    const allowed = manages[own].length > 0 ? 200 : 403;
    expect((await service.call(listUsers, { token })).status).toBe(allowed);
    expect((await service.call(readUser, { token, params: { user: insider.id } })).status).toBe(allowed);
  });

  test('sees itself', async () => {
    const { user } = await service.ok(readCaller, { token: tokenOf(own) });
    expect(user.id).toBe(actors.get(own)?.id);
  });
});

describe('a limited user manager', () => {
  const limited = () => tokenOf(9);

  test('sees only the users of own groups', async () => {
    const { users, total_available } = await service.ok(listUsers, { token: limited() });
    const listed = users.map((user) => user.id);
    expect(listed).toContain(insider.id);
    expect(listed).not.toContain(outsider.id);
    expect(total_available).toBe(users.length);
    const asked = { token: limited(), params: { user: outsider.id } };
    expect((await service.refused(readUser, asked)).status).toBe(404);
    expect((await service.refused(updateUser, { ...asked, body: {} })).status).toBe(404);
    expect((await service.refused(deleteUser, asked)).status).toBe(404);
  });

  test('does not delete others in a bulk call either', async () => {
    const body = { user_ids: [outsider.userId, service.admin.userId] };
    const answer = await service.ok(deleteUsers, { token: limited(), body });
    expect(answer.users_deleted).toEqual([]);
    expect(answer.users_failed.map((item) => item.error.code)).toEqual([20, 20]);
  });

  test('adds users only to own groups, and to at least one', async () => {
    const { groups: _, ...ungrouped } = person(1);
    const asked = { token: limited(), body: ungrouped };
    const elsewhere = { ...asked, body: { ...ungrouped, groups: [others] } };
    expect((await service.refused(addUser, elsewhere)).status).toBe(404);
    expect((await service.refused(addUser, asked)).status).toBe(400);
  });

  test('sees only own groups', async () => {
    const { groups } = await service.ok(listGroups, { token: limited() });
    expect(groups.map((group) => group.psk)).toEqual([ours]);
    const asked = { token: limited(), params: { group: others } };
    expect((await service.refused(listGroupUsers, asked)).status).toBe(404);
  });

  test('brings nobody in whom it can’t see', async () => {
    const into = { token: limited(), params: { group: ours }, body: { user_psk: [outsider.psk] } };
    const answer = await service.ok(addGroupUsers, into);
    expect(answer).toMatchObject({ users_added: [], users_failed: [{ object_id: outsider.psk }] });
    const asked = { token: limited(), params: { user: outsider.id }, body: { group_psk: [ours] } };
    expect((await service.refused(addUserToGroups, asked)).status).toBe(404);
  });

  test('puts no own user into somebody else’s group', async () => {
    const asked = { token: limited(), params: { user: insider.id }, body: { group_psk: [others] } };
    const answer = await service.ok(addUserToGroups, asked);
    expect(answer).toMatchObject({ added_groups: [], failed_groups: [{ object_id: others }] });
  });

  test('takes users out of own groups', async () => {
    const user = await service.makeUser({ groups: [ours] });
    const asked = { token: limited(), params: { group: ours }, body: { user_psk: [user.psk] } };
    expect((await service.ok(removeGroupUsers, asked)).users_removed).toEqual([user.psk]);
  });
});

describe('which groups a role sees', () => {
  test.each([
    [5, 'all'],
    [7, 'all'],
    [6, 'all'],
    [8, 'own'],
    [9, 'own'],
  ] as const)('role %i: %s', async (role, which) => {
    const { groups } = await service.ok(listGroups, { token: tokenOf(role) });
    const names = groups.map((group) => group.name);
    expect(names).toEqual(which === 'all' ? ['All Users', 'Ours', 'Others'] : ['Ours']);
  });

  test('a user does not list them at all', async () => {
    expect(await service.refused(listGroups, { token: tokenOf(1) })).toMatchObject({ status: 403, code: 11 });
  });
});
