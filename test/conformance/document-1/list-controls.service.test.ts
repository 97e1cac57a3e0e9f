import { describe, expect, test } from 'vitest';
import { addApplication, listApplications } from '../../../contract/applications.ts';
import { addGroup, listGroups } from '../../../contract/groups.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { addUser, listUsers } from '../../../contract/users.ts';
import { openService } from '../../setup/open-service.ts';
import { uncommon } from '../../setup/world/people.ts';

const names = ['beta', 'Alpha', 'alphabet', 'Ärger', 'ZULU', 'ärgerlich'];
/** Document 1, List controls: the same rules on users, applications and groups. */
const service = await openService();
const token = service.admin.token;
const template = { user_custom_metadata_template: { team: { label: 'Team', type: 'text' as const } } };
await service.ok(updateOrganization, { token, params: { org_id: service.admin.orgId }, body: template });
for (const [at, name] of names.entries()) {
  const person = {
    user_id: `u${at}`,
    password: uncommon,
    first_name: name,
    last_name: at % 2 ? 'Odd' : 'even',
  };
  await service.ok(addUser, { token, body: { ...person, custom_metadata: { team: `Team ${name}` } } });
  await service.ok(addGroup, { token, body: { name, description: 'of a test' } });
  await service.uploaded(addApplication, {
    token,
    data: { app_name: name, url: `https://example.org/${at}` },
  });
}

type Query = Record<string, string>;
const lists = {
  users: async (query: Query) => {
    const { users, total_available } = await service.ok(listUsers, { token, query });
    return { found: users.map((user) => user.first_name), total_available };
  },
  groups: async (query: Query) => {
    const { groups, total_available } = await service.ok(listGroups, { token, query });
    return { found: groups.map((group) => group.name), total_available };
  },
  applications: async (query: Query) => {
    const { applications, total_available } = await service.ok(listApplications, { token, query });
    return { found: applications.map((application) => application.name), total_available };
  },
};
const operations = { users: listUsers, groups: listGroups, applications: listApplications };
const nameField = { users: 'first_name', groups: 'name', applications: 'name' };

describe.each(['users', 'groups', 'applications'] as const)('%s', (kind) => {
  const list = lists[kind];
  const sort = nameField[kind];
  const refused = (query: Query) => service.refused(operations[kind], { token, query });

  test('search is a case-insensitive substring match', async () => {
    expect((await list({ search: 'LPHA', sort })).found).toEqual(['Alpha', 'alphabet']);
    expect((await list({ search: 'äRGER', sort })).found).toEqual(['Ärger', 'ärgerlich']);
  });

  test('search has no exact or prefix matching: the pattern’s letters mean themselves', async () => {
    for (const search of ['^Alpha$', '"Alpha"', 'Al%', 'Al_ha', 'Alpha*']) {
      expect(await list({ search })).toEqual({ found: [], total_available: 0 });
    }
  });

  test('sort orders case-insensitively, by default ascending, with - descending', async () => {
    const { found } = await list({ sort });
    expect(found.filter((name) => names.includes(name))).toEqual([
      'Alpha',
      'alphabet',
      'beta',
      'ZULU',
      'Ärger',
      'ärgerlich',
    ]);
    expect((await list({ sort: `-${sort}` })).found).toEqual(found.toReversed());
  });

  test('a + prefix returns an error, encoded or not', async () => {
    expect(await refused({ sort: `+${sort}` })).toMatchObject({ status: 400, code: 20 });
    const { path } = operations[kind];
    const bare = await service.fetch(`${path}?sort=+${sort}`, { headers: { 'x-token': token } });
    expect(bare.status).toBe(400);
  });

  test('spaces around a field are ignored, and an unknown field behind one is named', async () => {
    expect((await list({ sort: `-psk, -${sort} ` })).found).toEqual((await list({ sort: '-psk' })).found);
    const { message } = await refused({ sort: `${sort}, -x` });
    expect(message).toContain('“x” is not a field to sort by');
  });

  test('field names are case-sensitive, and those that are none are refused', async () => {
    for (const field of [sort.toUpperCase(), 'nothing', ',', 'psk desc']) {
      expect(await refused({ sort: field })).toMatchObject({ status: 400, code: 20 });
    }
  });

  test('later fields break ties of earlier ones', async () => {
    const { found } = await list({ sort: `${kind === 'users' ? 'last_name,' : ''}${sort},-psk` });
    expect(found).toHaveLength((await list({})).total_available);
  });

  test('page=<start>,<count>: the offset starts at 0', async () => {
    const { found, total_available } = await list({ sort });
    expect((await list({ sort, page: '0,2' })).found).toEqual(found.slice(0, 2));
    expect((await list({ sort, page: '2,3' })).found).toEqual(found.slice(2, 5));
    expect((await list({ page: '0,2' })).total_available).toBe(total_available);
  });

  test('asking for more than exist returns what exists', async () => {
    const all = await list({});
    for (const page of ['0,1000', '0,999999999999']) expect(await list({ page })).toEqual(all);
    const { found } = await list({ page: '1,1000' });
    expect(found).toEqual(all.found.slice(1));
  });

  test('a start beyond the end returns 0 records without error', async () => {
    const { total_available } = await list({});
    for (const page of [`${total_available},5`, '100000,5', '999999999999,1']) {
      expect(await list({ page })).toEqual({ found: [], total_available });
    }
  });

  test.each(['-1,5', '0,-5', 'a,b', '1.5,2', '0,1,2', '0x1,2', '1e2,2', ' ', '٣,٤'])(
    'page=%s is refused',
    async (page) => {
      expect(await refused({ page })).toMatchObject({ status: 400, code: 20 });
    },
  );

  test('parameters are combined; total_available counts what matches before paging', async () => {
    const answer = await list({ search: 'alpha', sort: `-${sort}`, page: '1,5' });
    expect(answer).toEqual({ found: ['Alpha'], total_available: 2 });
  });

  test('one parameter given twice is refused', async () => {
    const { path } = operations[kind];
    const answer = await service.fetch(`${path}?page=0,1&page=0,2`, { headers: { 'x-token': token } });
    expect(answer.status).toBe(400);
  });
});

test('users by two fields: the second breaks the ties of the first', async () => {
  const { users } = await service.ok(listUsers, {
    token,
    query: { sort: '-last_name,first_name', page: '0,3' },
  });
  expect(users.map((user) => user.first_name)).toEqual(['Alpha', 'Ärger', 'ärgerlich']);
});

test('search=<metadata_field>:<text> searches one custom metadata field of users', async () => {
  expect((await lists.users({ search: 'team:team ALPHA', sort: 'first_name' })).found).toEqual([
    'Alpha',
    'alphabet',
  ]);
  expect((await lists.users({ search: 'team:ärger', sort: 'first_name' })).found).toEqual([
    'Ärger',
    'ärgerlich',
  ]);
  expect((await lists.users({ search: 'first_name:Alpha' })).found).toEqual([]);
});
