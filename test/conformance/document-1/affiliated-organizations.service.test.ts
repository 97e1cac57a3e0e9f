import { describe, expect, test } from 'vitest';
import { addGroup, listGroups } from '../../../contract/groups.ts';
import { createApiToken, listApiTokens } from '../../../contract/identity.ts';
import { addOrganization, listOrganizations, updateOrganization } from '../../../contract/organizations.ts';
import { addUser, deleteUser, listUsers, readUser, updateUser } from '../../../contract/users.ts';
import { createOrganization } from '../../../mock-server/features/organizations/facade.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { newUser, uncommon } from '../../setup/world/people.ts';

const service = await openService();
const token = service.admin.token;
const child = await service.makeOrganization({ name: 'Child' });
const grandchild = await service.makeOrganization({ name: 'Grandchild', parentId: child.orgId });
const made = await service.platform.database.transaction((tx) =>
  createOrganization(tx, service.platform.events, { name: 'Foreign', parentId: null }),
);
const foreign = made.id;

const person = (user_id: string) => ({ user_id, password: uncommon, first_name: 'A', last_name: 'B' });

describe('org/<org_id> after the version segment', () => {
  test('acts in a child or grandchild organization, in reading and in writing', async () => {
    for (const { orgId: org } of [child, grandchild]) {
      const { user_psk } = await service.ok(addUser, { token, org, body: person(`in.${org}`) });
      const request = { token, org, params: { user: user_psk } };
      expect((await service.ok(readUser, request)).user.user_id).toBe(`in.${org}`);
      await service.ok(updateUser, { ...request, body: { first_name: 'Changed' } });
      expect(
        (await service.ok(listUsers, { token, org, query: { search: 'Changed' } })).total_available,
      ).toBe(1);
      await service.ok(deleteUser, request);
      await service.ok(addGroup, { token, org, body: { name: 'Made from above', description: '' } });
    }
    const { groups } = await service.ok(listGroups, { token });
    expect(groups.map((group) => group.name)).toEqual(['All Users']);
  });

  test('the document’s example answers: GET /v1/org/<org_id>/users, with psks as v1 has them', async () => {
    const { users, total_available } = await service.ok(listUsers, { token, org: child.orgId });
    for (const slash of ['', '/']) {
      const answer = await service.fetch(`/v1/org/${child.orgId}/users${slash}`, {
        headers: { 'x-token': token },
      });
      const numbered = users.map((user) => ({ ...user, id: undefined }));
      expect(answer.body).toEqual({ users: numbered, total_available });
    }
  });

  test('without it the request acts on the caller’s own organization', async () => {
    const { users } = await service.ok(listUsers, { token });
    expect(users.map((user) => user.user_id)).toEqual([service.admin.userId]);
  });

  test('it may also be given for the parent itself', async () => {
    expect(await service.ok(listUsers, { token, org: service.admin.orgId })).toEqual(
      await service.ok(listUsers, { token }),
    );
  });

  test('works with and without the last slash, and before a query', async () => {
    for (const rest of ['groups', 'groups/', 'groups?page=0,1', 'groups/?page=0,1']) {
      const answer = await service.fetch(`/v1/org/${child.orgId}/${rest}`, { headers: { 'x-token': token } });
      expect(answer.status).toBe(200);
    }
  });

  test('reaches API tokens of the organization below', async () => {
    const request = { token, org: child.orgId, params: { organization: child.orgId } };
    const { session } = await service.ok(createApiToken, { ...request, body: { user: child.admin.id } });
    expect((await service.ok(listApiTokens, request)).api_tokens.map((one) => one.id)).toEqual([session.id]);
  });

  test('an administrator of an affiliated organization cannot act on its parent', async () => {
    for (const [by, org] of [
      [child.token, service.admin.orgId],
      [grandchild.token, child.orgId],
      [grandchild.token, service.admin.orgId],
    ]) {
      expect(await service.refused(listUsers, { token: by ?? '', org: org ?? '' })).toMatchObject({
        status: 403,
        code: 11,
      });
    }
  });

  test('an org_id that is neither the caller’s parent nor an affiliated organization yields error code 10', async () => {
    const sibling = await service.makeOrganization();
    for (const [by, org] of [
      [token, foreign],
      [token, 'nobody'],
      [token, 'with-a-dash'],
      [token, '987654'],
      [token, 'x'.repeat(300)],
      [child.token, sibling.orgId],
    ]) {
      expect(await service.refused(listUsers, { token: by ?? '', org: org ?? '' })).toMatchObject({
        status: 404,
        code: 10,
      });
    }
  });

  test('GET /v1/organizations/ lists the usable org_id values', async () => {
    const ids = (node: { id: string; sub_orgs: readonly unknown[] }): string[] => [
      node.id,
      ...node.sub_orgs.flatMap((below) => ids(below as typeof node)),
    ];
    const usable = ids(await service.ok(listOrganizations, { token }));
    expect(usable).toEqual(expect.arrayContaining([service.admin.orgId, child.orgId, grandchild.orgId]));
    for (const org of usable) await service.ok(listUsers, { token, org });
  });
});

describe('affiliation', () => {
  test('has three levels: parent, child, grandchild', async () => {
    const body = { name: 'Too deep', parent_id: grandchild.orgId, administrator: newUser('deep') };
    expect((await service.refused(addOrganization, { token, body })).status).toBe(400);
  });

  test('never runs in a circle: the parent of an organization can’t be changed', async () => {
    const request = { token, params: { org_id: service.admin.orgId }, body: { parent_id: grandchild.orgId } };
    expect((await service.refused(unchecked(updateOrganization), request)).status).toBe(400);
  });
});
