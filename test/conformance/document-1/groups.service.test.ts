import { describe, expect, test } from 'vitest';
import { listMandatory } from '../../../contract/catalog.ts';
import {
  type AddGroup,
  addGroup,
  deleteGroup,
  listGroupApplications,
  listGroups,
  listGroupUsers,
  updateGroup,
} from '../../../contract/groups.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { publishAndroid, publishWeb } from '../../setup/world/publishing.ts';

/** Document 1, Group and Groups. */
const service = await openService();
const token = service.admin.token;

let count = 0;
const named = (more: Partial<AddGroup> = {}) => {
  count += 1;
  return { name: `Group ${count}`, description: 'Made by a test', ...more };
};
const add = async (more: Partial<AddGroup> = {}) =>
  (await service.ok(addGroup, { token, body: named(more) })).group;
const refuse = (more: object) =>
  service.refused(unchecked(addGroup), { token, body: { ...named(), ...more } });
const listed = async () => (await service.ok(listGroups, { token })).groups;
const applications = async (group: number) =>
  (await service.ok(listGroupApplications, { token, params: { group } })).applications;
const members = async (group: number) =>
  (await service.ok(listGroupUsers, { token, params: { group } })).users_in_group;

describe('the fields of a group', () => {
  test('name: max 128 characters; description: max 500 characters', async () => {
    await add({ name: 'n'.repeat(128), description: 'd'.repeat(500) });
    expect((await refuse({ name: 'n'.repeat(129) })).status).toBe(400);
    expect((await refuse({ description: 'd'.repeat(501) })).status).toBe(400);
  });

  test('the limits count characters, not bytes', async () => {
    const name = '😀'.repeat(128);
    expect((await add({ name })).name).toBe(name);
  });

  test('a path names a group by its psk, as integer or as text', async () => {
    const { psk } = await add();
    for (const group of [psk, String(psk)]) {
      const request = { token, params: { group } };
      expect((await service.ok(listGroupUsers, request)).users_in_group).toEqual([]);
      expect((await service.ok(listGroupApplications, request)).applications).toEqual([]);
    }
  });
});

describe('All Users', () => {
  const allUsers = async () => (await listed()).find((group) => group.name === 'All Users')?.psk ?? 0;

  test('is the one default group of the system', async () => {
    expect((await listed()).filter((group) => group.name === 'All Users')).toHaveLength(1);
    const child = await service.makeOrganization();
    const { groups } = await service.ok(listGroups, { token: child.token });
    expect(groups.map((group) => group.name)).toEqual(['All Users']);
  });

  test('cannot be deleted, and its name cannot be changed', async () => {
    const params = { group: await allUsers() };
    expect(await service.refused(deleteGroup, { token, params })).toMatchObject({ status: 400, code: 20 });
    for (const body of [{ name: 'Everybody' }, { group_name: 'Everybody' }]) {
      expect(await service.refused(updateGroup, { token, params, body })).toMatchObject({
        status: 400,
        code: 20,
      });
    }
    expect(await allUsers()).toBe(params.group);
  });
});

test('GET /v1/groups/ answers groups of app_count, psk, user_count, name, description, and total_available', async () => {
  const user = await service.makeUser();
  const app = await publishWeb(service, 'Counted');
  const { psk } = await add({ users: { add_users: [user.psk] }, apps: [{ id: app.psk, is_latest: true }] });
  const answer = await service.ok(listGroups, { token });
  expect(Object.keys(answer).toSorted()).toEqual(['groups', 'total_available']);
  const group = answer.groups.find((one) => one.psk === psk);
  expect(Object.keys(group ?? {}).toSorted()).toEqual([
    'app_count',
    'description',
    'name',
    'psk',
    'user_count',
  ]);
  expect(group).toMatchObject({ app_count: 1, user_count: 1 });
});

test('users see only the groups they belong to unless their role is Administrator, User Manager or App Manager', async () => {
  const { psk } = await add();
  for (const [role, sees] of [
    [5, 'all'],
    [6, 'all'],
    [7, 'all'],
    [8, 'own'],
    [9, 'own'],
  ] as const) {
    const member = await service.userToken(await service.makeUser({ role, groups: [psk] }));
    const { groups, total_available } = await service.ok(listGroups, { token: member });
    expect(groups.map((group) => group.psk)).toEqual(
      sees === 'own' ? [psk] : (await listed()).map((one) => one.psk),
    );
    expect(total_available).toBe(groups.length);
  }
});

describe('POST /v1/groups/', () => {
  test('answers group with psk, name and description, whether or not users and apps were sent', async () => {
    const user = await service.makeUser();
    const app = await publishWeb(service, 'Sent');
    const apps = [{ id: app.psk, versions: [], is_mandatory: false, is_latest: true, is_assigned: true }];
    for (const more of [{}, { users: { add_users: [user.psk] }, apps }, { users: {}, apps: [] }]) {
      const group = await add(more);
      expect(Object.keys(group).toSorted()).toEqual(['description', 'name', 'psk']);
    }
  });

  test('group_name and group_description are taken in their place, as PUT takes them', async () => {
    const { token } = service.admin;
    const body = { group_name: 'Older parameters', group_description: 'Kept for clients' };
    const { group } = await service.ok(addGroup, { token, body });
    expect(group).toMatchObject({ name: 'Older parameters', description: 'Kept for clients' });
    const none = { group_name: 'No description', group_description: null };
    expect((await service.ok(addGroup, { token, body: none })).group.description).toBe('');
    for (const [field, part] of [
      ['name', { group_description: '' }],
      ['description', { group_name: 'Half' }],
    ] as const) {
      expect((await service.refused(addGroup, { token, body: part })).error_details).toEqual({ field });
    }
  });

  test('name and description are required', async () => {
    expect((await refuse({ name: undefined })).status).toBe(400);
    expect((await refuse({ description: undefined })).status).toBe(400);
    expect((await add({ description: '' })).description).toBe('');
  });

  test('users.add_users: array of user psk integers', async () => {
    const [one, two] = [await service.makeUser(), await service.makeUser()];
    const { psk } = await add({ users: { add_users: [one.psk, two.psk] } });
    expect((await members(psk)).map((user) => user.id).toSorted()).toEqual([one.id, two.id].toSorted());
  });

  test('apps: versions names them, empty when is_latest is true; is_assigned true assigns', async () => {
    const app = await publishAndroid(service, 'org.example.pinned');
    const pinned = await add({ apps: [{ id: app.psk, versions: [app.versionId], is_latest: false }] });
    expect((await applications(pinned.psk))[0]?.versions.map((version) => version.id)).toEqual([
      app.versionId,
    ]);
    const latest = await add({ apps: [{ id: app.psk, versions: [], is_latest: true, is_assigned: true }] });
    expect((await applications(latest.psk)).map((one) => one.id)).toEqual([app.id]);
    const none = await add({ apps: [{ id: app.psk, is_assigned: false }] });
    expect(await applications(none.psk)).toEqual([]);
    expect(
      (await refuse({ apps: [{ id: app.psk, versions: [app.versionId], is_latest: true }] })).status,
    ).toBe(400);
  });

  test('a mandatory application forces users of the group to install it before using the App Catalog', async () => {
    const app = await publishAndroid(service, 'org.example.must');
    const user = await service.makeUser();
    await add({
      users: { add_users: [user.psk] },
      apps: [{ id: app.psk, is_latest: true, is_mandatory: true }],
    });
    const device = await service.signIn(user);
    const answer = await service.ok(listMandatory, device);
    expect(answer.applications.map((one) => one.id)).toEqual([app.id]);
  });
});

test('PUT /v1/groups/<group> renames and describes, and answers group', async () => {
  const { psk } = await add();
  for (const body of [
    { group_name: 'Renamed', group_description: 'New' },
    { name: 'Again', description: 'Newer' },
  ]) {
    const answer = await service.ok(updateGroup, { token, params: { group: psk }, body });
    expect(answer).toEqual({
      group: { psk, name: Object.values(body)[0], description: Object.values(body)[1] },
    });
  }
});

describe('DELETE /v1/groups/<group>', () => {
  test('answers deleted_group with psk, name and description', async () => {
    const group = await add();
    const request = { token, params: { group: group.psk } };
    expect(await service.ok(deleteGroup, request)).toEqual({ deleted_group: group });
    expect((await service.refused(deleteGroup, request)).status).toBe(404);
  });

  test('members lose access to applications granted only through the group', async () => {
    const app = await publishAndroid(service, 'org.example.granted');
    const user = await service.makeUser();
    const { psk } = await add({
      users: { add_users: [user.psk] },
      apps: [{ id: app.psk, is_latest: true, is_mandatory: true }],
    });
    const device = await service.signIn(user);
    const seen = async () => (await service.ok(listMandatory, device)).applications.length;
    expect(await seen()).toBe(1);
    await service.ok(deleteGroup, { token, params: { group: psk } });
    expect(await seen()).toBe(0);
  });
});
