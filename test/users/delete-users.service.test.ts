import { describe, expect, test } from 'vitest';
import { addGroup, listGroupUsers } from '../../contract/groups.ts';
import { deleteUser, deleteUsers, listUsers, readCaller, readUser } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';

const service = await openService();
const token = service.admin.token;

const remove = (user: string | number) => service.ok(deleteUser, { token, params: { user } });
const removeAll = (user_ids: string[], as = token) =>
  service.ok(deleteUsers, { token: as, body: { user_ids } });
const isThere = async (user: string | number) =>
  (await service.call(readUser, { token, params: { user } })).status === 200;

describe('deleting one user', () => {
  test('a deleted user is not listed, and can’t be deleted again', async () => {
    const user = await service.makeUser();
    await remove(user.psk);
    const { users } = await service.ok(listUsers, { token, query: { search: user.userId } });
    expect(users).toEqual([]);
    expect((await service.refused(deleteUser, { token, params: { user: user.psk } })).status).toBe(404);
  });

  test('user_id and e-mail address are free again', async () => {
    const user = await service.makeUser({ userId: 'phoenix', email: 'phoenix@example.org' });
    await remove(user.psk);
    const again = await service.makeUser({ userId: 'Phoenix', email: 'Phoenix@example.org' });
    expect(again.psk).not.toBe(user.psk);
    await service.userToken(again);
  });

  test('the user is in no group any more', async () => {
    const { group } = await service.ok(addGroup, { token, body: { name: 'Crew', description: '' } });
    const user = await service.makeUser({ groups: [group.psk] });
    await remove(user.psk);
    const answer = await service.ok(listGroupUsers, { token, params: { group: group.psk } });
    expect(answer.users_in_group).toEqual([]);
  });

  test('a user of another organization is not found', async () => {
    const child = await service.makeOrganization();
    const request = { token: child.token, params: { user: service.admin.id } };
    expect((await service.refused(deleteUser, request)).status).toBe(404);
  });
});

describe('deleting several users', () => {
  test('deletes each, and reports those that are unknown with code 20', async () => {
    const [first, second] = [await service.makeUser(), await service.makeUser()];
    const answer = await removeAll([first.userId, 'nobody', second.userId.toUpperCase()]);
    expect(answer.users_deleted).toEqual([first.userId, second.userId.toUpperCase()]);
    expect(answer.users_failed).toMatchObject([{ object_id: 'nobody', error: { code: 20 } }]);
    expect(await isThere(first.id)).toBe(false);
    expect(await isThere(second.id)).toBe(false);
  });

  test('frees names and ends tokens as deleting one does', async () => {
    const user = await service.makeUser({ userId: 'bulk', email: 'bulk@example.org' });
    const session = await service.userToken(user);
    await removeAll(['bulk']);
    expect((await service.refused(readCaller, { token: session })).status).toBe(401);
    await service.makeUser({ userId: 'bulk', email: 'bulk@example.org' });
  });

  test('a number is a login name here, never the psk of somebody else', async () => {
    const user = await service.makeUser();
    const answer = await removeAll([String(user.psk)]);
    expect(answer).toMatchObject({ users_deleted: [], users_failed: [{ object_id: String(user.psk) }] });
    expect(await isThere(user.id)).toBe(true);
    const numeric = await service.makeUser({ userId: String(user.psk) });
    expect((await removeAll([String(user.psk)])).users_deleted).toEqual([String(user.psk)]);
    expect(await isThere(user.id)).toBe(true);
    expect(await isThere(numeric.id)).toBe(false);
  });

  test('of all administrators the one named last stays', async () => {
    const child = await service.makeOrganization();
    const second = await service.makeUser({ role: 5, org: child.orgId });
    const answer = await removeAll([child.admin.userId, second.userId], child.token);
    expect(answer.users_deleted).toEqual([child.admin.userId]);
    expect(answer.users_failed).toMatchObject([{ object_id: second.userId, error: { code: 1011 } }]);
    await service.userToken(second);
  });

  test('what is no list of user_ids is refused', async () => {
    for (const body of [{}, { user_ids: 'all' }, { user_ids: [1] }, { user_ids: null }]) {
      expect((await service.refused(unchecked(deleteUsers), { token, body })).status).toBe(400);
    }
    expect(await removeAll([])).toEqual({ users_deleted: [], users_failed: [] });
  });

  test('takes 10,000 in one call, and refuses more', async () => {
    const user = await service.makeUser();
    const unknown = Array.from({ length: 9_999 }, (_, n) => `nobody${n}`);
    const answer = await removeAll([...unknown, user.userId]);
    expect(answer.users_deleted).toEqual([user.userId]);
    expect(answer.users_failed).toHaveLength(9_999);
    const request = { token, body: { user_ids: [...unknown, 'one', 'more'] } };
    expect((await service.refused(deleteUsers, request)).status).toBe(400);
  });
});
