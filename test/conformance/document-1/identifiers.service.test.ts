import { describe, expect, test } from 'vitest';
import { readApplication } from '../../../contract/applications.ts';
import {
  addGroupApplications,
  addGroupUsers,
  listApplicationGroups,
  removeGroupApplications,
} from '../../../contract/groups.ts';
import { authenticateUserV1 } from '../../../contract/identity.ts';
import { readOrganization } from '../../../contract/organizations.ts';
import { addUser, listUsers, readCaller, readUser } from '../../../contract/users.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { uncommon } from '../../setup/world/people.ts';
import { makeGroup, publishWeb } from '../../setup/world/publishing.ts';

/** Document 1, Identifiers and Roles. */
const service = await openService();
const token = service.admin.token;
const user = await service.makeUser();
const application = await publishWeb(service, 'Wiki');
const group = await makeGroup(service, 'Readers');

test('id is an alphanumeric URL-safe string, psk an integer', async () => {
  const { users } = await service.ok(listUsers, { token });
  for (const { id, psk } of users) {
    expect(id).toMatch(/^[0-9A-Za-z]+$/);
    expect(Number.isInteger(psk)).toBe(true);
  }
  expect(application.id).toMatch(/^[0-9A-Za-z]+$/);
  expect(Number.isInteger(application.psk)).toBe(true);
});

test('user_psk is the numeric identifier returned when a user is added', async () => {
  const body = { user_id: 'numeric', password: uncommon, first_name: 'A', last_name: 'B' };
  const { user_psk } = await service.ok(addUser, { token, body });
  const read = await service.ok(readUser, { token, params: { user: user_psk } });
  expect(read.user).toMatchObject({ psk: user_psk, user_id: 'numeric' });
});

test('v1 resources name the user by psk, v2 by id', async () => {
  const body = { user_id: user.userId, password: user.password };
  const { user: v1, organization } = await service.ok(authenticateUserV1, { body });
  expect(v1).toMatchObject({ psk: user.psk });
  expect(Number.isInteger(organization.psk)).toBe(true);
  expect((await service.ok(readUser, { token, params: { user: user.id } })).user.id).toBe(user.id);
});

describe('wherever an application identifier is requested, any of its aliases is accepted', () => {
  const aliases = () => [application.id, application.psk, String(application.psk)];

  test('in paths', async () => {
    for (const alias of aliases()) {
      const read = await service.ok(readApplication, { token, params: { application: alias } });
      expect(read.application.id).toBe(application.id);
      await service.ok(listApplicationGroups, { token, params: { application: alias } });
    }
  });

  test('in bodies', async () => {
    for (const alias of aliases()) {
      const request = { token, params: { group } };
      const added = await service.ok(addGroupApplications, { ...request, body: { apps: [{ id: alias }] } });
      expect(added).toEqual({ apps_added: [application.psk], apps_failed: [] });
      const removed = await service.ok(removeGroupApplications, { ...request, body: { app_psk: [alias] } });
      expect(removed).toEqual({ apps_removed: [application.psk], apps_failed: [] });
    }
  });
});

test('a number that is not written as numbers are names nothing', async () => {
  for (const zeros of ['0', '000']) {
    const wanted = { application: `${zeros}${application.psk}` };
    expect((await service.refused(readApplication, { token, params: wanted })).status).toBe(404);
    expect((await service.refused(readUser, { token, params: { user: `${zeros}${user.psk}` } })).status).toBe(
      404,
    );
    const added = { params: { group: `${zeros}${group}` }, body: { user_psk: [user.psk] } };
    expect((await service.refused(addGroupUsers, { token, ...added })).status).toBe(404);
  }
});

test('a user is found by psk, as integer or text, by id and by user_id', async () => {
  for (const alias of [user.psk, String(user.psk), user.id, user.userId]) {
    const read = await service.ok(readUser, { token, params: { user: alias } });
    expect(read.user.id).toBe(user.id);
    if (alias === user.userId) continue;
    const added = await service.ok(addGroupUsers, { token, params: { group }, body: { user_psk: [alias] } });
    expect(added.users_added).toEqual([user.psk]);
  }
});

test('an organization is found by id and by psk', async () => {
  const { organization } = await service.ok(authenticateUserV1, {
    body: { user_id: service.admin.userId, password: service.admin.password },
  });
  for (const org_id of [service.admin.orgId, organization.psk]) {
    const read = await service.ok(readOrganization, { token, params: { org_id } });
    expect(read.organization.id).toBe(service.admin.orgId);
  }
});

describe('roles', () => {
  const names = {
    1: 'User',
    5: 'Administrator',
    6: 'App Manager',
    7: 'User Manager',
    8: 'Developer',
    9: 'Limited User Manager',
  } as const;

  test.each([1, 5, 6, 7, 8, 9] as const)('role %i is named in role_name', async (role) => {
    const member = await service.makeUser({ role });
    const { users } = await service.ok(listUsers, { token, query: { search: member.userId } });
    expect(users[0]).toMatchObject({ role, role_name: names[role] });
  });

  test.each([0, 2, 3, 4, 10, -1, 1.5, '5', null])('role %j is refused', async (role) => {
    const body = { user_id: 'roleless', password: uncommon, first_name: 'A', last_name: 'B', role };
    expect((await service.refused(unchecked(addUser), { token, body })).status).toBe(400);
  });

  test('User is the default', async () => {
    const body = { user_id: 'plain', password: uncommon, first_name: 'A', last_name: 'B' };
    const { user_psk } = await service.ok(addUser, { token, body });
    expect((await service.ok(readUser, { token, params: { user: user_psk } })).user.role).toBe(1);
  });

  test('the caller’s own role is told', async () => {
    const session = await service.userToken(user);
    expect((await service.ok(readCaller, { token: session })).user.role).toBe(1);
  });
});
