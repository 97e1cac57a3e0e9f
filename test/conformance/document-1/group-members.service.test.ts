import { describe, expect, test } from 'vitest';
import {
  type AddGroup,
  addGroup,
  addGroupApplications,
  addGroupUsers,
  addUserToGroups,
  listApplicationGroups,
  listGroupApplications,
  listGroupUsers,
  removeGroupApplications,
  removeGroupUsers,
} from '../../../contract/groups.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { publishAndroid, publishWeb } from '../../setup/world/publishing.ts';

/** Document 1, Groups: users and applications of a group. */
const service = await openService();
const token = service.admin.token;

let count = 0;
async function add(more: Partial<AddGroup> = {}) {
  count += 1;
  const body = { name: `Group ${count}`, description: '', ...more };
  return (await service.ok(addGroup, { token, body })).group;
}
const applications = async (group: number) =>
  (await service.ok(listGroupApplications, { token, params: { group } })).applications;
const members = async (group: number) =>
  (await service.ok(listGroupUsers, { token, params: { group } })).users_in_group;
const unknown = 987_654;

describe('DELETE /v1/groups/<group>/applications/', () => {
  test('answers apps_removed, integers, and apps_failed', async () => {
    const app = await publishWeb(service, 'Removed');
    const { psk } = await add({ apps: [{ id: app.psk, is_latest: true }] });
    const answer = await service.ok(removeGroupApplications, {
      token,
      params: { group: psk },
      body: { app_psk: [app.psk, unknown] },
    });
    expect(answer.apps_removed).toEqual([app.psk]);
    expect(answer.apps_failed).toMatchObject([{ object_id: unknown, error: { code: 20 } }]);
    expect(await applications(psk)).toEqual([]);
  });

  test('app_psk is required', async () => {
    const request = { token, params: { group: (await add()).psk }, body: {} };
    expect((await service.refused(unchecked(removeGroupApplications), request)).status).toBe(400);
  });
});

describe('DELETE /v1/groups/<group>/users/', () => {
  test('answers users_removed, integers; who is not in the group is reported with code 20, no overall failure', async () => {
    const [inside, outside] = [await service.makeUser(), await service.makeUser()];
    const { psk } = await add({ users: { add_users: [inside.psk] } });
    const answer = await service.ok(removeGroupUsers, {
      token,
      params: { group: psk },
      body: { user_psk: [inside.psk, outside.psk] },
    });
    expect(answer.users_removed).toEqual([inside.psk]);
    const error = { code: 20, message: expect.any(String), guid: expect.any(String), error_details: null };
    expect(answer.users_failed).toEqual([{ object_id: outside.psk, error }]);
  });

  test('user_psk is required', async () => {
    const request = { token, params: { group: (await add()).psk }, body: {} };
    expect((await service.refused(unchecked(removeGroupUsers), request)).status).toBe(400);
  });
});

describe('GET /v2/groups/<group>/applications/', () => {
  const fields =
    'id required mandatory required_by_group url_scheme is_adhoc is_hybrid is_app_catalog required_by push_enabled ' +
    'reviews_enabled latest_version_id latest_version latest type status sort_weight no_auth_delivery_enabled ' +
    'add_to_start bundle_id banner_image_url operating_system versions';

  test('each application has the fields of the document', async () => {
    const app = await publishAndroid(service, 'org.example.fields');
    const { psk } = await add({ apps: [{ id: app.psk, is_latest: true }] });
    const [one] = await applications(psk);
    for (const field of fields.split(' ')) expect(one).toHaveProperty(field);
    expect(one).toMatchObject({
      id: app.id,
      latest_version_id: app.versionId,
      required_by: '9999-12-31T23:59:59.999999',
    });
  });

  test('mandatory and required_by_group are of this group', async () => {
    const app = await publishAndroid(service, 'org.example.by.group');
    for (const is_mandatory of [true, false]) {
      const { psk } = await add({ apps: [{ id: app.psk, is_latest: true, is_mandatory }] });
      expect(await applications(psk)).toMatchObject([
        { mandatory: is_mandatory, required_by_group: is_mandatory },
      ]);
    }
  });
});

test('GET /v2/groups/<group>/users/ answers users_in_group, each with the fields of the document (and psk)', async () => {
  const user = await service.makeUser();
  const { psk } = await add({ users: { add_users: [user.psk] } });
  const [one] = await members(psk);
  const fields =
    'id first_name last_name email mobile_phone role created_date until_date disabled_reason user_id last_login_from_catalog';
  expect(Object.keys(one ?? {}).toSorted()).toEqual([...fields.split(' '), 'psk'].toSorted());
  expect(one).toMatchObject({ id: user.id, user_id: user.userId, disabled_reason: null });
});

describe('other group endpoints', () => {
  test('POST /v1/groups/<group>/applications/ adds applications', async () => {
    const app = await publishWeb(service, 'Given');
    const params = { group: (await add()).psk };
    const answer = await service.ok(addGroupApplications, {
      token,
      params,
      body: { app_psk: [app.psk, unknown] },
    });
    expect(answer).toMatchObject({
      apps_added: [app.psk],
      apps_failed: [{ object_id: unknown, error: { code: 20 } }],
    });
  });

  test('POST /v1/groups/<group>/users/ adds users', async () => {
    const user = await service.makeUser();
    const params = { group: (await add()).psk };
    const answer = await service.ok(addGroupUsers, {
      token,
      params,
      body: { user_psk: [user.psk, unknown] },
    });
    expect(answer).toMatchObject({ users_added: [user.psk], users_failed: [{ object_id: unknown }] });
  });

  test('POST /v1/groups/users/<user> adds one user to several groups', async () => {
    const user = await service.makeUser();
    const groups = [(await add()).psk, (await add()).psk];
    const body = { group_psk: [...groups, unknown] };
    const answer = await service.ok(addUserToGroups, { token, params: { user: user.psk }, body });
    expect(answer).toMatchObject({ added_groups: groups, failed_groups: [{ object_id: unknown }] });
  });

  test('GET /v2/groups/applications/<application>/ lists the groups of an application', async () => {
    const app = await publishWeb(service, 'Shared');
    const { psk } = await add({ apps: [{ id: app.psk, is_latest: true }] });
    const { groups } = await service.ok(listApplicationGroups, { token, params: { application: app.id } });
    expect(groups.map((group) => group.psk)).toEqual([psk]);
  });
});
