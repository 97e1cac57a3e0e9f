import { expect, test } from 'vitest';
import {
  addGroup,
  addGroupUsers,
  addUserToGroups,
  listGroupUsers,
  removeGroupUsers,
} from '../../contract/groups.ts';
import { addUser, deleteUsers, listUsers } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import { manyUsers } from '../setup/world/many-users.ts';
import { uncommon } from '../setup/world/people.ts';

/** Bulk calls at their limit, of 10,000 users who all exist. */
const many = 10_000;
const service = await openService();
const token = service.admin.token;
await manyUsers(service, many);
const { users } = await service.ok(listUsers, { token, query: { page: `1,${many}` } });
const psks = users.map((user) => user.psk);
const logins = users.map((user) => user.user_id);

const members = async (group: number) =>
  (await service.ok(listGroupUsers, { token, params: { group } })).users_in_group.length;

test('are answered on one page with the administrator, in order and without a gap', async () => {
  const query = { page: '0,999999999', sort: '-user_id' };
  const { users, total_available } = await service.ok(listUsers, { token, query });
  expect([users.length, total_available]).toEqual([many + 1, many + 1]);
  const found = users.map((user) => user.user_id);
  expect(found).toEqual(found.toSorted().toReversed());
  expect(new Set(found).size).toBe(many + 1);
  const later = await service.ok(listUsers, { token, query: { ...query, page: '7000,5000' } });
  expect(later.users).toEqual(users.slice(7000));
});

test('are added to a group, and removed from it', async () => {
  const { group } = await service.ok(addGroup, { token, body: { name: 'Everybody', description: '' } });
  const request = { token, params: { group: group.psk }, body: { user_psk: psks } };
  const added = await service.ok(addGroupUsers, request);
  expect([added.users_added.length, added.users_failed]).toEqual([many, []]);
  expect(await members(group.psk)).toBe(many);
  const removed = await service.ok(removeGroupUsers, request);
  expect([removed.users_removed.length, removed.users_failed]).toEqual([many, []]);
  expect(await members(group.psk)).toBe(0);
});

test('are the members of a new group', async () => {
  const body = { name: 'From the start', description: '', users: { add_users: psks } };
  const { group } = await service.ok(addGroup, { token, body });
  expect(await members(group.psk)).toBe(many);
});

test('10,000 groups of one user are all answered', async () => {
  const group_psk = Array.from({ length: many }, (_, at) => at + 1);
  const answer = await service.ok(addUserToGroups, {
    token,
    params: { user: psks[0] ?? 0 },
    body: { group_psk },
  });
  expect(answer.added_groups.length + answer.failed_groups.length).toBe(many);
  const person = { user_id: 'grouped', password: uncommon, first_name: 'A', last_name: 'B' };
  const refused = await service.refused(addUser, { token, body: { ...person, groups: group_psk } });
  expect(refused.status).toBe(404);
});

test.each(['users', 'apps'])('one more than 10,000 %s in a new group is refused', async (kind) => {
  const ids = Array.from({ length: many + 1 }, (_, at) => at + 1);
  const content = kind === 'users' ? { users: { add_users: ids } } : { apps: ids.map((id) => ({ id })) };
  const body = { name: 'Too many', description: '', ...content };
  expect((await service.refused(addGroup, { token, body })).status).toBe(400);
});

test('are deleted at once', async () => {
  const answer = await service.ok(deleteUsers, { token, body: { user_ids: logins } });
  expect([answer.users_deleted.length, answer.users_failed]).toEqual([many, []]);
  expect((await service.ok(listUsers, { token })).total_available).toBe(1);
});
