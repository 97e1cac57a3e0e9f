import { describe, expect, test } from 'vitest';
import { listCategories } from '../../contract/categories.ts';
import { roles } from '../../contract/common/codes.ts';
import { listGroups } from '../../contract/groups.ts';
import {
  type AddOrganization,
  addOrganization,
  listOrganizations,
  readBranding,
  readOrganization,
} from '../../contract/organizations.ts';
import { addUser, readUser, updateUser } from '../../contract/users.ts';
import { createOrganization } from '../../mock-server/features/organizations/facade.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';

/** A parent, two children, a grandchild below the first, and an unrelated organization. */
const service = await openService();
const parent = service.admin;
const child = await service.makeOrganization({ name: 'Child' });
const sibling = await service.makeOrganization({ name: 'Sibling' });
const grandchild = await service.makeOrganization({ name: 'Grandchild', parentId: child.orgId });
const foreign = await service.platform.database.transaction(
  async (tx) =>
    (await createOrganization(tx, service.platform.events, { name: 'Foreign', parentId: null })).id,
);

const read = (token: string, org_id: string) => service.call(readOrganization, { token, params: { org_id } });
const administrator = (user_id: string) => ({
  user_id,
  password: 'Correct-horse-7',
  first_name: 'Ada',
  last_name: 'Byron',
  email: `${user_id}@example.org`,
});

describe('organizations the caller can act on', () => {
  const node = (org: { orgId: string }, name: string, parent_id: string | null, ...sub_orgs: unknown[]) => ({
    id: org.orgId,
    name,
    parent_id,
    sub_orgs,
  });
  const tree = (token: string, org?: string) =>
    service.ok(listOrganizations, { token, ...(org !== undefined && { org }) });
  const below = () => node(grandchild, 'Grandchild', child.orgId);

  test('an administrator of a child sees its parent above it, and no sibling', async () => {
    const expected = node(parent, 'Test Organization', null, node(child, 'Child', parent.orgId, below()));
    expect(await tree(child.token)).toEqual(expected);
    expect(await tree(parent.token, child.orgId)).toEqual(expected);
    expect(await tree(grandchild.token)).toEqual(node(child, 'Child', parent.orgId, below()));
  });

  test.each([1, 6, 7, 8, 9] as const)('role %i sees the own organization only', async (role) => {
    const user = await service.makeUser({ role });
    const token = await service.userToken(user);
    expect(await tree(token)).toEqual(node(parent, 'Test Organization', null));
  });
});

describe('reading an organization', () => {
  test('takes the own and those below, for administrators; the parent yields error code 11, others 10', async () => {
    expect((await read(parent.token, grandchild.orgId)).status).toBe(200);
    const user = await service.userToken(await service.makeUser());
    for (const [token, org] of [
      [child.token, sibling.orgId],
      [parent.token, foreign],
      [parent.token, 'unknown'],
      [user, child.orgId],
    ] as const) {
      expect(await read(token, org)).toMatchObject({ status: 404, body: { error: { code: 10 } } });
    }
    const above = await read(child.token, parent.orgId);
    expect(above).toMatchObject({ status: 403, body: { error: { code: 11 } } });
  });
});

describe('adding an affiliated organization', () => {
  const add = (body: AddOrganization, token = parent.token) => service.call(addOrganization, { token, body });

  test('makes it with settings, All Users, categories and an administrator who signs in', async () => {
    const { organization, user_psk } = await service.ok(addOrganization, {
      token: parent.token,
      body: { name: 'Branch', vanity_subdomain: 'branch', administrator: administrator('branch.admin') },
    });
    expect(organization).toMatchObject({
      name: 'Branch',
      parent_id: parent.orgId,
      vanity_subdomain: 'branch',
      email_from_name: 'Branch',
    });
    const token = await service.userToken({ userId: 'branch.admin', password: 'Correct-horse-7' });
    const { groups } = await service.ok(listGroups, { token });
    expect(groups.map((group) => group.name)).toEqual(['All Users']);
    const { categories } = await service.ok(listCategories, { token });
    expect(categories.length).toBeGreaterThan(0);
    const { user } = await service.ok(readUser, { token, params: { user: user_psk } });
    expect(user).toMatchObject({ role: roles.administrator, user_id: 'branch.admin' });
  });

  test('below the caller’s own organization, or one further down; not beside or above', async () => {
    const body = (parent_id: string | number | undefined, user_id: string) => ({
      name: 'Another',
      ...(parent_id !== undefined && { parent_id }),
      administrator: administrator(user_id),
    });
    const made = await service.ok(addOrganization, { token: child.token, body: body(undefined, 'another1') });
    expect(made.organization.parent_id).toBe(child.orgId);
    const request = { token: parent.token, org: child.orgId, body: body(undefined, 'another2') };
    expect((await service.ok(addOrganization, request)).organization.parent_id).toBe(child.orgId);
    expect((await add(body(parent.orgId, 'another3'), child.token)).status).toBe(403);
    for (const other of [sibling.orgId, foreign, 'unknown', 999_999]) {
      expect((await add(body(other, 'another3'), child.token)).status).toBe(404);
    }
  });

  test.each([
    ['no name', { name: undefined }],
    ['a name of spaces', { name: '  ' }],
    ['a name of two lines', { name: 'A\nB' }],
    ['a name of 201 characters', { name: 'n'.repeat(201) }],
    ['a subdomain in capitals', { vanity_subdomain: 'Branch' }],
    ['a subdomain with a dot', { vanity_subdomain: 'a.b' }],
    ['no administrator', { administrator: undefined }],
    ['an administrator without address', { administrator: { ...administrator('x'), email: undefined } }],
    ['a password of four characters', { administrator: { ...administrator('x'), password: 'abcd' } }],
    ['a user_id with a space', { administrator: { ...administrator('x'), user_id: 'a b' } }],
  ])('%s is refused', async (_, wrong) => {
    const body = { name: 'Wrong', administrator: administrator('wrong'), ...wrong };
    const answer = await service.call(unchecked(addOrganization), { token: parent.token, body });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 1000 } } });
  });

  test('a name in use by any organization refuses the whole', async () => {
    const before = await service.ok(listOrganizations, { token: parent.token });
    const taken = { name: 'Taken', administrator: administrator(child.admin.userId) };
    expect((await add(taken)).status).toBe(409);
    const subdomain = { name: 'Taken', vanity_subdomain: 'taken', administrator: administrator('taken1') };
    expect((await add(subdomain)).status).toBe(200);
    const again = { ...subdomain, administrator: administrator('taken2') };
    expect(await add(again)).toMatchObject({ status: 409, body: { error: { code: 1012 } } });
    const demo = { ...again, vanity_subdomain: 'appshelf-demo' };
    expect(await add(demo)).toMatchObject({ status: 409, body: { error: { code: 1012 } } });
    const after = await service.ok(listOrganizations, { token: parent.token });
    expect(after.sub_orgs.length).toBe(before.sub_orgs.length + 1);
  });
});

test('users of another organization are reached only through it', async () => {
  const body = { ...administrator('local'), role: roles.user };
  const { user_psk } = await service.ok(addUser, { token: child.token, body });
  const params = { user: 'local' };
  expect((await service.refused(readUser, { token: parent.token, params })).status).toBe(404);
  const { user } = await service.ok(readUser, { token: parent.token, org: child.orgId, params });
  expect(user.psk).toBe(user_psk);
  const change = { token: sibling.token, params: { user: user.id }, body: {} };
  expect((await service.refused(updateUser, change)).status).toBe(404);
});

describe('branding, before anybody is signed in', () => {
  test('is that of the first organization, or of the one that is named', async () => {
    expect(await service.ok(readBranding)).toMatchObject({ id: parent.orgId, name: 'Test Organization' });
    for (const organization of [child.orgId, grandchild.orgId]) {
      expect((await service.ok(readBranding, { query: { organization } })).id).toBe(organization);
    }
  });

  test('of an unknown organization yields error code 10', async () => {
    const error = await service.refused(readBranding, { query: { organization: 'unknown' } });
    expect([error.status, error.code]).toEqual([404, 10]);
  });

  test('can’t be run through: no number and no subdomain leads to it, in the web manifest neither', async () => {
    const body = {
      name: 'Secret',
      vanity_subdomain: 'secret',
      administrator: administrator('secret.admin'),
    };
    await service.ok(addOrganization, { token: parent.token, body });
    for (const organization of ['secret', '1', '2', '3', '01', '%31']) {
      const error = await service.refused(readBranding, { query: { organization } });
      expect([error.status, error.code]).toEqual([404, 10]);
      const manifest = await service.fetch(`/manifest.webmanifest?organization=${organization}`);
      expect(manifest.status).toBe(404);
    }
  });
});
