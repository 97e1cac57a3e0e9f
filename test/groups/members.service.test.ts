import { describe, expect, test } from 'vitest';
import {
  addGroupUsers,
  addUserToGroups,
  listGroups,
  listGroupUsers,
  removeGroupUsers,
} from '../../contract/groups.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { makeGroup } from '../setup/world/publishing.ts';

const service = await openService();
const token = service.admin.token;

const add = (group: number, user_psk: (string | number)[]) =>
  service.ok(addGroupUsers, { token, params: { group }, body: { user_psk } });
const remove = (group: number, user_psk: (string | number)[]) =>
  service.ok(removeGroupUsers, { token, params: { group }, body: { user_psk } });
const members = async (group: number) =>
  (await service.ok(listGroupUsers, { token, params: { group } })).users_in_group.map((user) => user.psk);
const unknown = 999_999;

describe('adding users to a group', () => {
  test('a user of another organization is unknown', async () => {
    const child = await service.makeOrganization();
    const answer = await add(await makeGroup(service), [child.admin.id]);
    expect(answer).toMatchObject({ users_added: [], users_failed: [{ object_id: child.admin.id }] });
  });
});

describe('removing users from a group', () => {
  test('leaves the other groups of the user alone', async () => {
    const [first, second] = [await makeGroup(service), await makeGroup(service)];
    const user = await service.makeUser({ groups: [first, second] });
    await remove(first, [user.psk]);
    expect(await members(second)).toEqual([user.psk]);
  });
});

describe('adding one user to several groups', () => {
  test('an unknown user is not found', async () => {
    const request = { token, params: { user: unknown }, body: { group_psk: [] } };
    expect((await service.refused(addUserToGroups, request)).status).toBe(404);
  });
});

describe('users of a group', () => {
  test('a group is found by any alias', async () => {
    const group = await makeGroup(service);
    const user = await service.makeUser();
    const row = service.platform.database.db.selectFrom('groups').select('id').where('psk', '=', group);
    const { id } = await row.executeTakeFirstOrThrow();
    const request = { token, params: { user: user.psk }, body: { group_psk: [id, String(group)] } };
    expect(await service.ok(addUserToGroups, request)).toEqual({ added_groups: [group], failed_groups: [] });
    expect(await members(group)).toEqual([user.psk]);
  });
});

describe('10,000 ids in one call', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => 1_000_000 + n);

  test('are all answered, the one that exists is added and removed', async () => {
    const group = await makeGroup(service);
    const user = await service.makeUser();
    const mixed = [...many.slice(1), user.psk];
    const added = await add(group, mixed);
    expect([added.users_added, added.users_failed.length]).toEqual([[user.psk], 9_999]);
    const removed = await remove(group, mixed);
    expect([removed.users_removed, removed.users_failed.length]).toEqual([[user.psk], 9_999]);
    const request = { token, params: { user: user.id }, body: { group_psk: [...many.slice(1), group] } };
    expect((await service.ok(addUserToGroups, request)).failed_groups).toHaveLength(9_999);
  });

  test('one more is refused', async () => {
    const request = { token, params: { group: await makeGroup(service) }, body: { user_psk: [...many, 1] } };
    expect(await service.refused(unchecked(addGroupUsers), request)).toMatchObject({
      status: 400,
      code: 1000,
    });
  });
});

test('user_count counts members', async () => {
  const group = await makeGroup(service);
  await service.makeUser({ groups: [group] });
  const gone = await service.makeUser({ groups: [group] });
  const count = async () =>
    (await service.ok(listGroups, { token })).groups.find((one) => one.psk === group)?.user_count;
  expect(await count()).toBe(2);
  await remove(group, [gone.psk]);
  expect(await count()).toBe(1);
});
