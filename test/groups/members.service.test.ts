import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addGroupUsers,
  addUserToGroups,
  listGroups,
  listGroupUsers,
  removeGroupUsers,
} from '../../contract/groups.ts';
import { unchecked } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';
import { makeGroup } from '../setup/world/publishing.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = service.admin.token;
});
afterAll(async () => {
  await service.stop();
});

const add = (group: number, user_psk: (string | number)[]) =>
  service.ok(addGroupUsers, { token, params: { group }, body: { user_psk } });
const remove = (group: number, user_psk: (string | number)[]) =>
  service.ok(removeGroupUsers, { token, params: { group }, body: { user_psk } });
const members = async (group: number) =>
  (await service.ok(listGroupUsers, { token, params: { group } })).users_in_group.map((user) => user.psk);
const unknown = 999_999;

describe('adding users to a group', () => {
  test('answers with the psks added; unknown ones are reported with code 20', async () => {
    const group = await makeGroup(service);
    const user = await service.makeUser();
    const answer = await add(group, [user.psk, unknown]);
    expect(answer.users_added).toEqual([user.psk]);
    expect(answer.users_failed).toEqual([
      {
        object_id: unknown,
        error: { code: 20, message: expect.any(String), guid: expect.any(String), error_details: null },
      },
    ]);
    expect(await members(group)).toEqual([user.psk]);
  });

  test('takes any alias; who is a member stays one', async () => {
    const group = await makeGroup(service);
    const user = await service.makeUser();
    const answer = await add(group, [user.id, user.psk, String(user.psk)]);
    expect(answer).toEqual({ users_added: [user.psk], users_failed: [] });
    expect((await add(group, [user.psk])).users_added).toEqual([user.psk]);
    expect(await members(group)).toEqual([user.psk]);
  });

  test('a user of another organization is unknown', async () => {
    const child = await service.makeOrganization();
    const answer = await add(await makeGroup(service), [child.admin.id]);
    expect(answer).toMatchObject({ users_added: [], users_failed: [{ object_id: child.admin.id }] });
  });

  test.each([
    {},
    { user_psk: 1 },
    { user_psk: [null] },
    { user_psk: [1.5] },
    { user_psk: [-1] },
    { user_psk: ['a b'] },
  ])('%o is refused', async (body) => {
    const asked = { token, params: { group: await makeGroup(service) }, body };
    expect((await service.refused(unchecked(addGroupUsers), asked)).status).toBe(400);
  });
});

describe('removing users from a group', () => {
  test('who is not in the group is reported with code 20, no overall failure', async () => {
    const group = await makeGroup(service);
    const [member, stranger] = [await service.makeUser({ groups: [group] }), await service.makeUser()];
    const answer = await remove(group, [member.psk, stranger.psk, unknown]);
    expect(answer.users_removed).toEqual([member.psk]);
    expect(answer.users_failed.map((item) => [item.object_id, item.error.code])).toEqual([
      [unknown, 20],
      [stranger.psk, 20],
    ]);
    expect(await members(group)).toEqual([]);
  });

  test('leaves the other groups of the user alone', async () => {
    const [first, second] = [await makeGroup(service), await makeGroup(service)];
    const user = await service.makeUser({ groups: [first, second] });
    await remove(first, [user.psk]);
    expect(await members(second)).toEqual([user.psk]);
  });
});

describe('adding one user to several groups', () => {
  test('answers with the groups added and those that failed', async () => {
    const [first, second] = [await makeGroup(service), await makeGroup(service)];
    const user = await service.makeUser();
    const asked = { token, params: { user: user.userId }, body: { group_psk: [first, unknown, second] } };
    const answer = await service.ok(addUserToGroups, asked);
    expect(answer.added_groups).toEqual([first, second]);
    expect(answer.failed_groups).toMatchObject([{ object_id: unknown, error: { code: 20 } }]);
    expect(await members(second)).toEqual([user.psk]);
  });

  test('an unknown user is not found', async () => {
    const asked = { token, params: { user: unknown }, body: { group_psk: [] } };
    expect((await service.refused(addUserToGroups, asked)).status).toBe(404);
  });
});

describe('users of a group', () => {
  test('a group is found by any alias', async () => {
    const group = await makeGroup(service);
    const user = await service.makeUser();
    const row = service.platform.database.db.selectFrom('groups').select('id').where('psk', '=', group);
    const { id } = await row.executeTakeFirstOrThrow();
    const asked = { token, params: { user: user.psk }, body: { group_psk: [id, String(group)] } };
    expect(await service.ok(addUserToGroups, asked)).toEqual({ added_groups: [group], failed_groups: [] });
    expect(await members(group)).toEqual([user.psk]);
  });

  test('each has the fields of the document', async () => {
    const group = await makeGroup(service);
    const user = await service.makeUser({ groups: [group], role: 8 });
    await service.signIn(user);
    const { users_in_group } = await service.ok(listGroupUsers, { token, params: { group } });
    expect(users_in_group).toEqual([
      {
        id: user.id,
        psk: user.psk,
        first_name: 'Test',
        last_name: user.userId,
        email: `${user.userId}@example.org`,
        mobile_phone: '',
        role: 8,
        created_date: expect.stringMatching(/\+00:00$/),
        until_date: '9999-12-31T23:59:59.999999',
        disabled_reason: null,
        user_id: user.userId,
        last_login_from_catalog: expect.stringMatching(/\+00:00$/),
      },
    ]);
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
    const asked = { token, params: { user: user.id }, body: { group_psk: [...many.slice(1), group] } };
    expect((await service.ok(addUserToGroups, asked)).failed_groups).toHaveLength(9_999);
  });

  test('one more is refused', async () => {
    const asked = { token, params: { group: await makeGroup(service) }, body: { user_psk: [...many, 1] } };
    expect(await service.refused(unchecked(addGroupUsers), asked)).toMatchObject({ status: 400, code: 1000 });
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
