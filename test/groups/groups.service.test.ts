import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BodyOf, QueryOf } from '../../contract/common/request.ts';
import {
  type AddGroup,
  addGroup,
  deleteGroup,
  listGroups,
  listGroupUsers,
  updateGroup,
} from '../../contract/groups.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { assign, publishWeb } from '../setup/world/publishing.ts';

const service = await openService();
const token = service.admin.token;

let made = 0;
const add = async (more: Partial<AddGroup> = {}) => {
  const body = { name: `Group ${++made}`, description: 'What it is for', ...more };
  return (await service.ok(addGroup, { token, body })).group;
};
const refuseAdd = (body: unknown) => service.refused(unchecked(addGroup), { token, body });
const list = (query: QueryOf<typeof listGroups> = {}) => service.ok(listGroups, { token, query });
const find = async (psk: number) => (await list()).groups.find((group) => group.psk === psk);
const update = (group: number, body: BodyOf<typeof updateGroup>) =>
  service.ok(updateGroup, { token, params: { group }, body });
const allUsers = async () => {
  const [group] = (await list({ search: 'All Users' })).groups;
  if (group === undefined) throw new Error('There is no group All Users.');
  return group;
};

describe('adding a group', () => {
  test('an unknown user or application refuses the whole, and nothing is made', async () => {
    const before = (await list()).total_available;
    const body = { name: 'Half', description: '' };
    const user = await service.makeUser();
    expect((await refuseAdd({ ...body, users: { add_users: [user.psk, 999_999] } })).code).toBe(20);
    expect((await refuseAdd({ ...body, apps: [{ id: 999_999 }] })).code).toBe(20);
    expect((await list()).total_available).toBe(before);
    await add({ name: 'Half' });
  });

  test('a name in use is refused, also of many at once', async () => {
    const body = { name: 'Once', description: '' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call(addGroup, { token, body })),
    );
    const made = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.status === 409);
    expect([made.length, refused.length]).toEqual([1, 5]);
    expect((await refuseAdd({ ...body, name: 'All Users' })).code).toBe(1012);
  });

  test('another organization may have a group of the same name', async () => {
    await add({ name: 'Shared name' });
    const child = await service.makeOrganization();
    const body = { name: 'Shared name', description: '' };
    expect((await service.ok(addGroup, { token: child.token, body })).group).toMatchObject(body);
  });
});

describe('updating a group', () => {
  test('takes group_name and group_description, and name and description as well', async () => {
    const { psk } = await add();
    const renamed = await update(psk, { group_name: 'Renamed', group_description: 'Described' });
    expect(renamed.group).toEqual({ psk, name: 'Renamed', description: 'Described' });
    expect((await update(psk, { name: 'Again' })).group).toMatchObject({
      name: 'Again',
      description: 'Described',
    });
    expect((await update(psk, { description: '' })).group).toMatchObject({ name: 'Again', description: '' });
    expect(await find(psk)).toMatchObject({ name: 'Again', description: '' });
  });

  test('to a name in use is refused; the own name is not in use', async () => {
    const [first, second] = [await add(), await add()];
    const request = { token, params: { group: second.psk }, body: { group_name: first.name } };
    expect((await service.refused(updateGroup, request)).code).toBe(1012);
    await update(second.psk, { group_name: second.name });
  });

  test('of an unknown group, or one of another organization, is not found', async () => {
    const child = await service.makeOrganization();
    const { psk } = await add();
    for (const [as, group] of [
      [token, 999_999],
      [token, 'unknown'],
      [child.token, psk],
    ] as const) {
      const request = { token: as, params: { group }, body: {} };
      expect((await service.refused(updateGroup, request)).status).toBe(404);
    }
  });
});

describe('deleting a group', () => {
  test('takes neither its users nor its applications with it', async () => {
    const user = await service.makeUser();
    const app = await publishWeb(service, 'Survivor');
    const group = await add({ users: { add_users: [user.psk] } });
    await assign(service, group.psk, { id: app.psk });
    await service.ok(deleteGroup, { token, params: { group: group.psk } });
    const again = await add({ users: { add_users: [user.psk] }, apps: [{ id: app.psk }] });
    expect(await find(again.psk)).toMatchObject({ app_count: 1, user_count: 1 });
  });
});

describe('All Users', () => {
  test('can’t be renamed, but described', async () => {
    const { psk } = await allUsers();
    const request = { token, params: { group: psk }, body: { group_name: 'Everybody' } };
    expect((await service.refused(updateGroup, request)).code).toBe(20);
    const described = await update(psk, { group_name: 'All Users', group_description: 'Everybody' });
    expect(described.group).toEqual({ psk, name: 'All Users', description: 'Everybody' });
  });

  test('takes users and applications as any other', async () => {
    const { psk } = await allUsers();
    const user = await service.makeUser({ groups: [psk] });
    const app = await publishWeb(service, 'Everywhere');
    await assign(service, psk, { id: app.psk });
    const { users_in_group } = await service.ok(listGroupUsers, { token, params: { group: psk } });
    expect(users_in_group.map((one) => one.psk)).toEqual([user.psk]);
    expect((await allUsers()).app_count).toBe(1);
  });
});

describe('listing groups', () => {
  test('search is a case-insensitive substring of name or description', async () => {
    const named = await add({ name: 'Zürich CREW', description: '' });
    const described = await add({ name: 'Other', description: 'People of zürich' });
    const psks = (await list({ search: 'ZÜRICH' })).groups.map((group) => group.psk);
    expect(psks).toEqual([named.psk, described.psk]);
    expect((await list({ search: 'zürich crew' })).total_available).toBe(1);
  });

  test('sort and page give slices of one order, and total_available counts before paging', async () => {
    const everything = (await list()).groups;
    const field = fc.constantFrom('name', 'description', 'psk', 'app_count', 'user_count');
    const number = fc.integer({ min: 0, max: 40 });
    await fc.assert(
      fc.asyncProperty(field, fc.boolean(), number, number, async (name, descending, start, count) => {
        const sort = descending ? `-${name}` : name;
        const whole = (await list({ sort })).groups;
        const values = whole.map((group) => {
          const value = group[name];
          return typeof value === 'string' ? value.toLowerCase() : value;
        });
        const ordered = values.toSorted((a, b) => (a === b ? 0 : (a < b ? -1 : 1) * (descending ? -1 : 1)));
        expect(values).toEqual(ordered);
        const page = await list({ sort, page: `${start},${count}` });
        expect(page.groups).toEqual(whole.slice(start, start + count));
        expect(page.total_available).toBe(everything.length);
      }),
      { numRuns: 40 },
    );
  });
});
