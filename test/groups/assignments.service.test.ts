import { describe, expect, test } from 'vitest';
import type { Assignment } from '../../contract/groups.ts';
import {
  addGroup,
  addGroupApplications,
  listApplicationGroups,
  listGroupApplications,
  listGroups,
} from '../../contract/groups.ts';
import { openService } from '../setup/open-service.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';

const service = await openService();
const token = service.admin.token;

let made = 0;
const unknown = 999_999;
const give = (group: number, ...apps: Assignment[]) =>
  service.ok(addGroupApplications, { token, params: { group }, body: { apps } });

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

describe('giving applications to a group', () => {
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

  test('an application of another organization is unknown', async () => {
    const child = await service.makeOrganization();
    const [app] = await threeVersions();
    const body = { name: 'Theirs', description: '' };
    const { group } = await service.ok(addGroup, { token: child.token, body });
    const request = { token: child.token, params: { group: group.psk }, body: { apps: [{ id: app.id }] } };
    const answer = await service.ok(addGroupApplications, request);
    expect(answer).toMatchObject({ apps_added: [], apps_failed: [{ object_id: app.id }] });
  });
});

describe('applications of a group', () => {
  test('an unknown group, or application, is not found', async () => {
    const request = { token, params: { group: unknown, application: unknown } };
    expect((await service.refused(listGroupApplications, request)).status).toBe(404);
    expect((await service.refused(listApplicationGroups, request)).status).toBe(404);
  });

  test('a developer sees the groups of an application only where it is one of own groups', async () => {
    const [app] = await threeVersions();
    const [own, foreign] = [await makeGroup(service), await makeGroup(service)];
    const developer = await service.userToken(await service.makeUser({ role: 8, groups: [own] }));
    await give(foreign, { id: app.psk });
    const request = { token: developer, params: { application: app.id } };
    expect((await service.refused(listApplicationGroups, request)).status).toBe(404);
    await give(own, { id: app.psk });
    const { groups } = await service.ok(listApplicationGroups, request);
    expect(groups.map((group) => group.psk)).toEqual([own]);
    const others = { token: developer, params: { group: foreign } };
    expect((await service.refused(listGroupApplications, others)).status).toBe(404);
  });
});

describe('who gives applications to groups', () => {
  test('a user manager adds groups, but none with applications', async () => {
    const [app] = await threeVersions();
    const own = await service.userToken(await service.makeUser({ role: 7 }));
    const body = { name: 'By a user manager', description: '' };
    const request = { token: own, body: { ...body, apps: [{ id: app.psk }] } };
    expect(await service.refused(addGroup, request)).toMatchObject({ status: 403, code: 11 });
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
