import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCatalog, listMandatory, readCatalogApplication } from '../../contract/catalog.ts';
import type { Assignment } from '../../contract/groups.ts';
import {
  addGroup,
  addGroupApplications,
  deleteGroup,
  listApplicationGroups,
  listGroupApplications,
  listGroups,
  removeGroupApplications,
  removeGroupUsers,
} from '../../contract/groups.ts';
import { unchecked } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = service.admin.token;
});
afterAll(async () => {
  await service.stop();
});

let made = 0;
const unknown = 999_999;
const give = (group: number, ...apps: Assignment[]) =>
  service.ok(addGroupApplications, { token, params: { group }, body: { apps } });
const take = (group: number, app_psk: (string | number)[]) =>
  service.ok(removeGroupApplications, { token, params: { group }, body: { app_psk } });
const listed = async (group: number) =>
  (await service.ok(listGroupApplications, { token, params: { group } })).applications;
const groupsOf = async (application: string | number) =>
  (await service.ok(listApplicationGroups, { token, params: { application } })).groups;

/** An application of three versions, oldest first. */
async function threeVersions(): Promise<[PublishedApplication, PublishedApplication, PublishedApplication]> {
  const name = `org.example.app${++made}`;
  const first = await publishAndroid(service, name);
  const next = (build: number) =>
    publishVersion(service, first, {}, { bytes: apk(name, build), name: 'a.apk' });
  return [first, await next(2), await next(3)];
}

async function personIn(...groups: number[]) {
  const user = await service.makeUser({ groups });
  const { token: own, udid } = await service.signIn(user);
  const caller = { token: own, udid };
  return {
    ...user,
    ids: async () => (await service.ok(listCatalog, caller)).applications.map((app) => app.id),
    mandatory: async () => (await service.ok(listMandatory, caller)).applications.map((app) => app.id),
    version: async (application: string) =>
      (await service.ok(readCatalogApplication, { ...caller, params: { application } })).application.version
        .id,
  };
}

describe('giving applications to a group', () => {
  test('answers with the psks given; unknown ones are reported with code 20', async () => {
    const [app] = await threeVersions();
    const group = await makeGroup(service);
    const answer = await give(group, { id: app.psk, is_latest: true, is_assigned: true }, { id: unknown });
    expect(answer.apps_added).toEqual([app.psk]);
    expect(answer.apps_failed).toMatchObject([{ object_id: unknown, error: { code: 20 } }]);
    expect((await listed(group)).map((one) => one.id)).toEqual([app.id]);
  });

  test('app_psk without more gives the latest version, by any alias', async () => {
    const [app, , third] = await threeVersions();
    const other = await publishWeb(service, `Alias${made}`);
    const group = await makeGroup(service);
    const body = { app_psk: [app.id, other.psk, String(other.psk)] };
    const answer = await service.ok(addGroupApplications, { token, params: { group }, body });
    expect(answer).toEqual({ apps_added: [app.psk, other.psk], apps_failed: [] });
    const [one] = (await listed(group)).filter((item) => item.id === app.id);
    expect(one?.versions.map((version) => version.id)).toEqual([third.versionId]);
  });

  test('versions limits the group to these', async () => {
    const [first, second] = await threeVersions();
    const group = await makeGroup(service);
    await give(group, { id: first.psk, versions: [first.versionId, second.versionId], is_latest: false });
    const [app] = await listed(group);
    expect(app?.versions.map((version) => version.id)).toEqual([second.versionId, first.versionId]);
    expect(app?.latest).toBe(false);
    expect(await groupsOf(first.id)).toMatchObject([
      { psk: group, is_latest: false, is_mandatory: false, versions: [first.versionId, second.versionId] },
    ]);
  });

  test('again changes how it is given; is_assigned false takes it away', async () => {
    const [first, , third] = await threeVersions();
    const group = await makeGroup(service);
    await give(group, { id: first.psk, versions: [first.versionId], is_mandatory: true });
    await give(group, { id: first.psk, is_latest: true, versions: [] });
    const [app] = await listed(group);
    expect(app).toMatchObject({ mandatory: false, latest: true });
    expect(app?.versions.map((version) => version.id)).toEqual([third.versionId]);
    const answer = await give(group, { id: first.psk, is_assigned: false });
    expect(answer.apps_failed).toEqual([]);
    expect(await listed(group)).toEqual([]);
  });

  test.each([
    [
      'versions together with is_latest',
      (app: PublishedApplication) => ({ versions: [app.versionId], is_latest: true }),
    ],
    ['no version where not the latest', () => ({ versions: [], is_latest: false })],
    ['a version that there is not', () => ({ versions: [unknown] })],
  ])('%s is reported, and the others are given', async (_, wrong) => {
    const [app] = await threeVersions();
    const other = await publishWeb(service, `Other${made}`);
    const group = await makeGroup(service);
    const answer = await give(group, { id: app.psk, ...wrong(app) }, { id: other.psk });
    expect(answer).toMatchObject({
      apps_added: [other.psk],
      apps_failed: [{ object_id: app.psk, error: { code: 20 } }],
    });
  });

  test('a version of another application is reported', async () => {
    const [[app], [other]] = [await threeVersions(), await threeVersions()];
    const answer = await give(await makeGroup(service), { id: app.psk, versions: [other.versionId] });
    expect(answer.apps_failed).toMatchObject([{ object_id: app.psk }]);
  });

  test.each([
    {},
    { app_psk: [], apps: [] },
    { app_psk: 1 },
    { apps: [{ is_latest: true }] },
    { apps: [{ id: 1, versions: 1 }] },
  ])('%o is refused', async (body) => {
    const asked = { token, params: { group: await makeGroup(service) }, body };
    expect((await service.refused(unchecked(addGroupApplications), asked)).status).toBe(400);
  });

  test('an application of another organization is unknown', async () => {
    const child = await service.makeOrganization();
    const [app] = await threeVersions();
    const body = { name: 'Theirs', description: '' };
    const { group } = await service.ok(addGroup, { token: child.token, body });
    const asked = { token: child.token, params: { group: group.psk }, body: { apps: [{ id: app.id }] } };
    const answer = await service.ok(addGroupApplications, asked);
    expect(answer).toMatchObject({ apps_added: [], apps_failed: [{ object_id: app.id }] });
  });
});

describe('taking applications from a group', () => {
  test('answers with apps_removed; what the group does not have is reported with code 20', async () => {
    const [[app], [other]] = [await threeVersions(), await threeVersions()];
    const group = await makeGroup(service);
    await give(group, { id: app.psk, versions: [app.versionId] });
    const answer = await take(group, [app.psk, other.psk, unknown]);
    expect(answer.apps_removed).toEqual([app.psk]);
    expect(answer.apps_failed.map((item) => [item.object_id, item.error.code])).toEqual([
      [unknown, 20],
      [other.psk, 20],
    ]);
    expect(await listed(group)).toEqual([]);
    expect(await groupsOf(app.id)).toEqual([]);
  });
});

describe('applications of a group', () => {
  test('each has the fields of the document', async () => {
    const [app] = await threeVersions();
    const group = await makeGroup(service);
    await give(group, { id: app.psk, is_latest: true, is_mandatory: true });
    const [one] = await listed(group);
    const fields =
      'id required mandatory required_by_group url_scheme is_adhoc is_hybrid is_app_catalog required_by push_enabled ' +
      'reviews_enabled latest_version_id latest_version latest type status sort_weight no_auth_delivery_enabled ' +
      'add_to_start bundle_id banner_image_url operating_system versions';
    for (const field of fields.split(' ')) expect(one).toHaveProperty(field);
    expect(one).toMatchObject({ mandatory: true, required_by_group: true, latest: true, type: 3 });
  });

  test('an unknown group, or application, is not found', async () => {
    const asked = { token, params: { group: unknown, application: unknown } };
    expect((await service.refused(listGroupApplications, asked)).status).toBe(404);
    expect((await service.refused(listApplicationGroups, asked)).status).toBe(404);
  });

  test('a developer sees the groups of an application only where it is one of own groups', async () => {
    const [app] = await threeVersions();
    const [own, foreign] = [await makeGroup(service), await makeGroup(service)];
    const developer = await service.userToken(await service.makeUser({ role: 8, groups: [own] }));
    await give(foreign, { id: app.psk });
    const asked = { token: developer, params: { application: app.id } };
    expect((await service.refused(listApplicationGroups, asked)).status).toBe(404);
    await give(own, { id: app.psk });
    const { groups } = await service.ok(listApplicationGroups, asked);
    expect(groups.map((group) => group.psk)).toEqual([own]);
    const others = { token: developer, params: { group: foreign } };
    expect((await service.refused(listGroupApplications, others)).status).toBe(404);
  });
});

describe('what a person of the group gets', () => {
  test('the applications of the group, as long as they are given', async () => {
    const [app] = await threeVersions();
    const group = await makeGroup(service);
    const person = await personIn(group);
    expect(await person.ids()).toEqual([]);
    await give(group, { id: app.psk });
    expect(await person.ids()).toEqual([app.id]);
    await take(group, [app.psk]);
    expect(await person.ids()).toEqual([]);
  });

  test('a mandatory application is required only of the members', async () => {
    const [app] = await threeVersions();
    const [strict, lenient] = [await makeGroup(service), await makeGroup(service)];
    await give(strict, { id: app.psk, is_mandatory: true });
    await give(lenient, { id: app.psk });
    expect(await (await personIn(strict)).mandatory()).toEqual([app.id]);
    expect(await (await personIn(lenient)).mandatory()).toEqual([]);
    expect(await (await personIn(lenient, strict)).mandatory()).toEqual([app.id]);
  });

  test('the newest of the versions that several groups give', async () => {
    const [first, second, third] = await threeVersions();
    const [older, newer, latest] = [
      await makeGroup(service),
      await makeGroup(service),
      await makeGroup(service),
    ];
    await give(older, { id: first.psk, versions: [first.versionId] });
    await give(newer, { id: first.psk, versions: [second.versionId] });
    await give(latest, { id: first.psk, is_latest: true });
    expect(await (await personIn(older)).version(first.id)).toBe(first.versionId);
    expect(await (await personIn(older, newer)).version(first.id)).toBe(second.versionId);
    expect(await (await personIn(latest, older)).version(first.id)).toBe(third.versionId);
  });

  test('leaving the group, or its deletion, ends what only that group gave', async () => {
    const [app] = await threeVersions();
    const [one, two] = [await makeGroup(service), await makeGroup(service)];
    await give(one, { id: app.psk });
    await give(two, { id: app.psk });
    const [leaving, staying] = [await personIn(one), await personIn(one, two)];
    expect([await leaving.ids(), await staying.ids()]).toEqual([[app.id], [app.id]]);
    await service.ok(removeGroupUsers, { token, params: { group: one }, body: { user_psk: [leaving.psk] } });
    expect([await leaving.ids(), await staying.ids()]).toEqual([[], [app.id]]);
    await service.ok(deleteGroup, { token, params: { group: two } });
    await service.ok(deleteGroup, { token, params: { group: one } });
    expect(await staying.ids()).toEqual([]);
  });
});

describe('who gives applications to groups', () => {
  test.each([
    [5, 200],
    [6, 200],
    [7, 403],
    [8, 403],
    [9, 403],
    [1, 403],
  ] as const)('role %i: %i', async (role, status) => {
    const [app] = await threeVersions();
    const group = await makeGroup(service);
    const own = await service.userToken(await service.makeUser({ role, groups: [group] }));
    const asked = { token: own, params: { group } };
    const given = await service.call(addGroupApplications, { ...asked, body: { app_psk: [app.psk] } });
    const taken = await service.call(removeGroupApplications, { ...asked, body: { app_psk: [app.psk] } });
    expect([given.status, taken.status]).toEqual([status, status]);
  });

  test('a user manager adds groups, but none with applications', async () => {
    const [app] = await threeVersions();
    const own = await service.userToken(await service.makeUser({ role: 7 }));
    const body = { name: 'By a user manager', description: '' };
    const asked = { token: own, body: { ...body, apps: [{ id: app.psk }] } };
    expect(await service.refused(addGroup, asked)).toMatchObject({ status: 403, code: 11 });
    await service.ok(addGroup, { token: own, body });
  });
});

test('10,000 assignments in one call are all answered', async () => {
  const [app] = await threeVersions();
  const group = await makeGroup(service);
  const apps = Array.from({ length: 9_999 }, (_, n) => ({ id: 1_000_000 + n, is_latest: true }));
  const answer = await give(group, ...apps, { id: app.psk, versions: [app.versionId] });
  expect([answer.apps_added, answer.apps_failed.length]).toEqual([[app.psk], 9_999]);
  const { groups } = await service.ok(listGroups, { token });
  expect(groups.find((one) => one.psk === group)?.app_count).toBe(1);
});
