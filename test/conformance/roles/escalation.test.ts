import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addApplication, addVersion, updateApplication } from '../../../contract/applications.ts';
import { type RoleCode, roles } from '../../../contract/common/codes.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { addGroup, addGroupUsers, addUserToGroups, removeGroupUsers } from '../../../contract/groups.ts';
import { createApiToken, deleteApiToken } from '../../../contract/identity.ts';
import {
  type AddUser,
  addUser,
  deleteUser,
  deleteUsers,
  listUsers,
  type UpdateUser,
  updateUser,
} from '../../../contract/users.ts';
import type { Arguments } from '../../setup/requests.ts';
import { newUser, type TestUser } from '../../setup/world/people.ts';
import { forbidden, notThere, statusAndCode } from './outcome.ts';
import type { CallerName } from './table.ts';
import { type Caller, Organization, unique, World } from './world.ts';

const world = await World.start();
const outside = await new Organization(world.service, world.top.acting).stock();
afterAll(() => world.stop());

const as = (name: CallerName): Caller => {
  const caller = world.caller(name);
  if (caller === undefined) throw new Error(`There is no caller ${name}.`);
  return caller;
};

const refused = async <O extends Operation>(operation: O, args: Arguments<O>) =>
  statusAndCode(await world.service.refused(operation, args));

const changeOf = (name: CallerName, user: { id: string }, body: UpdateUser) => ({
  token: as(name).token,
  params: { user: user.id },
  body,
});
const climber = (more: Partial<AddUser> = {}) => ({ ...newUser(unique('climber')), ...more });

describe('a user manager', () => {
  /** The caller's own role, and every role with a right that the caller lacks. */
  const above: RoleCode[] = [roles.administrator, roles.appManager, roles.userManager, roles.developer];

  test.each(above)('makes nobody of role %i', async (role) => {
    const body = climber({ role });
    expect(await refused(addUser, { token: as('people').token, body })).toEqual(forbidden);
  });

  test.each(above)('raises nobody to role %i', async (role) => {
    const change = changeOf('people', world.top.person, { role });
    expect(await refused(updateUser, change)).toEqual(forbidden);
  });

  describe.each(above)('with a user of role %i', (role) => {
    let target: TestUser;
    beforeEach(async () => {
      target = await world.top.makeUser(role);
    });

    test.each([
      { password: 'Taken-over-9' },
      { email: 'taken.over@example.org' },
      { role: roles.user },
      { disabled: true },
      { until_date: '2020-01-01T00:00:00Z' },
      { resend_invite: true },
      { first_name: 'Taken' },
    ])('changes nothing: %j', async (body) => {
      expect(await refused(updateUser, changeOf('people', target, body))).toEqual(forbidden);
      await world.service.userToken(target);
    });

    test('deletes nobody, neither singly nor among others', async () => {
      const { token } = as('people');
      expect(await refused(deleteUser, { token, params: { user: target.id } })).toEqual(forbidden);
      const plain = await world.top.makeUser();
      const body = { user_ids: [target.userId, plain.userId, target.id] };
      const { users_deleted, users_failed } = await world.service.ok(deleteUsers, { token, body });
      expect(users_deleted).toEqual([plain.userId]);
      expect(users_failed.map(({ error }) => error.code)).toEqual([11, 11]);
      await world.service.userToken(target);
    });
  });

  test('gives applications to no group, when making one either', async () => {
    const apps = [{ id: world.top.application.id }];
    const body = { name: unique('Climbers '), description: '', apps };
    expect(await refused(addGroup, { token: as('people').token, body })).toEqual(forbidden);
  });
});

describe('a limited user manager', () => {
  const { token, id } = { token: () => as('limited').token, id: () => as('limited').id };

  test.each(Object.values(roles).filter((role) => role !== roles.user))(
    'touches no user of role %i in own groups',
    async (role) => {
      const target = await world.top.makeUser(role);
      expect(await refused(updateUser, changeOf('limited', target, { first_name: 'C' }))).toEqual(forbidden);
      expect(await refused(deleteUser, { token: token(), params: { user: target.id } })).toEqual(forbidden);
      const change = changeOf('limited', world.top.person, { role });
      expect(await refused(updateUser, change)).toEqual(forbidden);
      const body = climber({ role, groups: [world.top.group] });
      expect(await refused(addUser, { token: token(), body })).toEqual(forbidden);
    },
  );

  test('neither enters a group by itself nor brings others in or out', async () => {
    const into = { token: token(), params: { group: outside.group } };
    expect(await refused(addGroupUsers, { ...into, body: { user_psk: [id()] } })).toEqual(notThere);
    expect(await refused(removeGroupUsers, { ...into, body: { user_psk: [id()] } })).toEqual(notThere);
    const request = { token: token(), params: { user: id() }, body: { group_psk: [outside.group] } };
    const { added_groups, failed_groups } = await world.service.ok(addUserToGroups, request);
    expect([added_groups, failed_groups.length]).toEqual([[], 1]);
    const own = { token: token(), params: { group: world.top.group } };
    const stranger = { ...own, body: { user_psk: [outside.person.psk] } };
    expect((await world.service.ok(addGroupUsers, stranger)).users_added).toEqual([]);
  });

  test('adds users only to own groups', async () => {
    const add = (groups: number[]) => refused(addUser, { token: token(), body: climber({ groups }) });
    expect(await add([outside.group])).toEqual(notThere);
    expect(await add([world.top.group, outside.group])).toEqual(notThere);
    expect((await add([]))[0]).toBe(400);
  });
});

describe('a developer', () => {
  test('publishes only to own groups', async () => {
    const { token } = as('developer');
    const add = (groups: number[]) => ({
      token,
      body: { url: `https://${unique('dev')}.example.org/`, groups },
    });
    expect(await refused(addApplication, add([outside.group]))).toEqual(notThere);
    expect(await refused(addApplication, add([world.top.group, outside.group]))).toEqual(notThere);
    expect(await refused(addApplication, add([]))).toEqual([400, 20]);
    const params = { application: world.top.web.id };
    const spread = { token, params, body: { groups: [outside.group] } };
    expect(await refused(addVersion, spread)).toEqual(notThere);
  });

  test('edits no application of another group', async () => {
    const { token } = as('developer');
    const params = { application: outside.web.id };
    expect(await refused(updateApplication, { token, params, body: {} })).toEqual(notThere);
    expect(await refused(addVersion, { token, params, body: { groups: [world.top.group] } })).toEqual(
      notThere,
    );
  });
});

describe('nobody but an administrator', () => {
  test.each(['user', 'limited', 'people', 'developer', 'apps'] as const)(
    'makes or deletes API tokens of another person: %s',
    async (name) => {
      const { token } = as(name);
      const params = { organization: world.top.id };
      for (const user of [world.top.person, as('admin')]) {
        for (const alias of [user.id, user.psk]) {
          expect(await refused(createApiToken, { token, params, body: { user: alias } })).toEqual(forbidden);
        }
      }
      const theirs = { token, params: { api_token: world.top.apiToken } };
      expect(await refused(deleteApiToken, theirs)).toEqual(forbidden);
    },
  );

  test.each(['user', 'limited', 'people', 'developer', 'apps'] as const)(
    'changes the own role: %s',
    async (name) => {
      for (const role of [roles.administrator, roles.appManager, roles.userManager, roles.user]) {
        expect(await refused(updateUser, changeOf(name, as(name), { role }))).toEqual(forbidden);
      }
    },
  );
});

describe('an administrator who gives up the role', () => {
  test('is held to the new one at once, with the same token', async () => {
    const admin = await world.top.makeCaller('admin');
    const request = { token: admin.token, params: { user: admin.id } };
    await world.service.ok(updateUser, { ...request, body: { role: roles.user } });
    expect(await refused(listUsers, { token: admin.token })).toEqual(forbidden);
    expect(await refused(updateUser, { ...request, body: { role: roles.administrator } })).toEqual(forbidden);
    const below = { token: admin.token, org: world.middle.id };
    expect(await refused(listUsers, below)).toEqual([404, 10]);
  });

  test('stays when nobody else could administrate', async () => {
    const { token, admin, orgId } = await world.service.makeOrganization();
    const request = { token, params: { user: admin.id } };
    for (const body of [{ role: roles.user }, { disabled: true }, { until_date: '2020-01-01T00:00:00Z' }]) {
      expect((await refused(updateUser, { ...request, body }))[0]).toBe(409);
    }
    expect((await refused(deleteUser, request))[0]).toBe(409);
    // A caller from an organization above can't either.
    const above = { ...request, token: world.service.admin.token, org: orgId };
    expect((await refused(deleteUser, above))[0]).toBe(409);
  });
});
