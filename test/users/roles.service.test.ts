import { describe, expect, test } from 'vitest';
import type { RoleCode } from '../../contract/common/codes.ts';
import { addGroup, removeGroupUsers } from '../../contract/groups.ts';
import { addUser, deleteUser, deleteUsers, updateUser } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import type { TestUser } from '../setup/world/people.ts';
import { password } from '../setup/world/people.ts';

interface Actor extends TestUser {
  token: string;
}

const everyRole = [1, 5, 6, 7, 8, 9] as const;

const actors = new Map<RoleCode, Actor>();
const service = await openService();
const group = async (name: string) =>
  (await service.ok(addGroup, { token: service.admin.token, body: { name, description: '' } })).group.psk;
const ours = await group('Ours');
const others = await group('Others');
for (const role of everyRole) {
  const user = await service.makeUser({ role, groups: [ours] });
  actors.set(role, { ...user, token: await service.userToken(user) });
}
const outsider = await service.makeUser({ groups: [others] });

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
    const request = { token, params: { user } };
    const changed = await service.call(updateUser, { ...request, body: { first_name: 'C' } });
    expect(changed.status).toBe(allowed ? 200 : 403);
    expect((await service.call(deleteUser, request)).status).toBe(allowed ? 200 : 403);
  });

  test.each(everyRole)('raises a plain user to role %i as the table says', async (role) => {
    const user = await service.makeUser({ groups: [ours] });
    const request = { token: tokenOf(own), params: { user: user.id }, body: { role } };
    const allowed = manages[own].includes(role) && manages[own].includes(1);
    expect((await service.call(updateUser, request)).status).toBe(allowed ? 200 : 403);
  });
});

describe('a limited user manager', () => {
  const limited = () => tokenOf(9);

  test('does not delete others in a bulk call either', async () => {
    const body = { user_ids: [outsider.userId, service.admin.userId] };
    const answer = await service.ok(deleteUsers, { token: limited(), body });
    expect(answer.users_deleted).toEqual([]);
    expect(answer.users_failed.map((item) => item.error.code)).toEqual([20, 20]);
  });

  test('takes users out of own groups', async () => {
    const user = await service.makeUser({ groups: [ours] });
    const request = { token: limited(), params: { group: ours }, body: { user_psk: [user.psk] } };
    expect((await service.ok(removeGroupUsers, request)).users_removed).toEqual([user.psk]);
  });
});
