import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCategories } from '../../contract/categories.ts';
import { roles } from '../../contract/common/codes.ts';
import { listGroups } from '../../contract/groups.ts';
import {
  type AddOrganization,
  addOrganization,
  listOrganizations,
  readBranding,
  readOrganization,
  updateOrganization,
} from '../../contract/organizations.ts';
import { addUser, readUser, updateUser } from '../../contract/users.ts';
import { createOrganization } from '../../mock-server/features/organizations/facade.ts';
import { unchecked } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';

type Organization = Awaited<ReturnType<TestService['makeOrganization']>>;

/** A parent, two children, a grandchild below the first, and an unrelated organization. */
let service: TestService;
let parent: { orgId: string; token: string };
let child: Organization;
let sibling: Organization;
let grandchild: Organization;
let foreign: string;
beforeAll(async () => {
  service = await startService();
  parent = service.admin;
  child = await service.makeOrganization({ name: 'Child' });
  sibling = await service.makeOrganization({ name: 'Sibling' });
  grandchild = await service.makeOrganization({ name: 'Grandchild', parentId: child.orgId });
  foreign = await service.platform.database.transaction(
    async (tx) =>
      (await createOrganization(tx, service.platform.events, { name: 'Foreign', parentId: null })).id,
  );
});
afterAll(async () => {
  await service.stop();
});

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

  test('an administrator sees the own organization and all affiliated ones, recursively', async () => {
    expect(await tree(parent.token)).toEqual(
      node(
        parent,
        'Test Organization',
        null,
        node(child, 'Child', parent.orgId, below()),
        node(sibling, 'Sibling', parent.orgId),
      ),
    );
  });

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

describe('acting in affiliated organizations', () => {
  const list = (token: string, org: string) => service.call(listGroups, { token, org });

  test('works downwards and on the own one', async () => {
    const ways = [
      [parent.token, parent.orgId],
      [parent.token, child.orgId],
      [parent.token, grandchild.orgId],
      [child.token, child.orgId],
      [child.token, grandchild.orgId],
    ] as const;
    for (const [token, org] of ways) expect((await list(token, org)).status).toBe(200);
  });

  test('an administrator of an affiliated organization cannot act on its parent', async () => {
    for (const [token, org] of [
      [child.token, parent.orgId],
      [grandchild.token, child.orgId],
      [grandchild.token, parent.orgId],
    ] as const) {
      expect(await list(token, org)).toMatchObject({ status: 403, body: { error: { code: 11 } } });
    }
  });

  test('any other organization yields error code 10', async () => {
    for (const [token, org] of [
      [parent.token, foreign],
      [child.token, sibling.orgId],
      [grandchild.token, sibling.orgId],
      [parent.token, 'unknown'],
    ] as const) {
      expect(await list(token, org)).toMatchObject({ status: 404, body: { error: { code: 10 } } });
    }
  });

  test('is only for administrators', async () => {
    for (const role of [1, 6, 7, 8, 9] as const) {
      const token = await service.userToken(await service.makeUser({ role }));
      expect((await list(token, child.orgId)).status).toBe(404);
    }
  });
});

describe('reading an organization', () => {
  test('an administrator gets every field of the document', async () => {
    const { organization } = await service.ok(readOrganization, {
      token: parent.token,
      params: { org_id: parent.orgId },
    });
    const fields =
      'id parent_id name vanity_subdomain app_installation_path ios_push_cert auth_type javascript_protection_policy_enabled ' +
      'auth_settings support_email email_from_name email_from_address email_reply_to_address invite_template_for_user ' +
      'invite_subject_for_user invite_template_for_affiliated invite_subject_for_affiliated session_timeout_in_minutes ' +
      'remember_me_timeout_in_minutes no_auth_app_delivery_enabled password_complexity reviews_enabled reviews_default_value ' +
      'application_custom_metadata_template user_custom_metadata_template banner_image_enabled no_auth_policies_enabled ' +
      'mandatory_update_notifications_enabled cors_domain_whitelist providerx_enabled providerx_settings admin_branded ' +
      'notify_on_device_registration policies_frequency_evaluation_in_hours';
    for (const field of fields.split(' ')) expect(organization).toHaveProperty(field);
    expect(organization).toMatchObject({
      id: parent.orgId,
      parent_id: null,
      name: 'Test Organization',
      ios_push_cert: false,
      auth_type: 0,
      auth_settings: { bio_id_auth: { enable_bio_id: false } },
      session_timeout_in_minutes: 10,
      remember_me_timeout_in_minutes: 10_080,
    });
  });

  test('users see fewer fields than administrators', async () => {
    const token = await service.userToken(await service.makeUser());
    const { organization } = await service.ok(readOrganization, { token, params: { org_id: parent.orgId } });
    expect(organization).toMatchObject({ name: 'Test Organization', session_timeout_in_minutes: 10 });
    const hidden =
      'password_complexity providerx_settings providerx_enabled invite_template_for_user email_from_address ' +
      'cors_domain_whitelist user_custom_metadata_template ios_push_cert';
    for (const field of hidden.split(' ')) expect(organization).not.toHaveProperty(field);
  });

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

  test('its psk is an alias', async () => {
    expect((await read(parent.token, '1')).body).toMatchObject({ organization: { id: parent.orgId } });
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
    const asked = { token: parent.token, org: child.orgId, body: body(undefined, 'another2') };
    expect((await service.ok(addOrganization, asked)).organization.parent_id).toBe(child.orgId);
    expect((await add(body(parent.orgId, 'another3'), child.token)).status).toBe(403);
    for (const other of [sibling.orgId, foreign, 'unknown', 999_999]) {
      expect((await add(body(other, 'another3'), child.token)).status).toBe(404);
    }
  });

  test('goes three levels deep', async () => {
    const body = { name: 'Deep', parent_id: grandchild.orgId, administrator: administrator('deep') };
    expect(await add(body)).toMatchObject({ status: 400, body: { error: { code: 20 } } });
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

  test('is for administrators', async () => {
    const token = await service.userToken(await service.makeUser({ role: 7 }));
    expect((await add({ name: 'No', administrator: administrator('no') }, token)).status).toBe(403);
  });
});

test('affiliation never runs in a circle: parent_id can’t be changed', async () => {
  const asked = { token: parent.token, params: { org_id: parent.orgId }, body: { parent_id: child.orgId } };
  expect(await service.refused(unchecked(updateOrganization), asked)).toMatchObject({
    status: 400,
    code: 20,
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
