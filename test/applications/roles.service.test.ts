import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setDeadline } from '../../contract/application-deadline.ts';
import {
  listRelatedMedia,
  listScreenshots,
  setBanner,
  setIcon,
  setPhoneScreenshot,
} from '../../contract/application-media.ts';
import {
  addApplication,
  addVersion,
  applicationOperations,
  deleteApplication,
  listAppCatalogs,
  listApplications,
  listApplicationsV1,
  listUserApplications,
  listVersions,
  listVersionsV3,
  readApplication,
  readApplicationStats,
  readVersion,
  updateApplication,
  updateApplicationV1,
  updateVersion,
} from '../../contract/applications.ts';
import { categoryOperations, listCategories, setApplicationCategories } from '../../contract/categories.ts';
import { type RoleCode, roles } from '../../contract/common/codes.ts';
import type { Operation } from '../../contract/common/operation.ts';
import { createOrganization } from '../../mock-server/features/organizations/facade.ts';
import { picture } from '../fixtures/pictures.ts';
import { refusal } from '../setup/answers.ts';
import { startService, type TestService } from '../setup/service.ts';
import {
  apk,
  assign,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
} from '../setup/world/publishing.ts';

let service: TestService;
let crew: number;
let given: PublishedApplication;
let other: PublishedApplication;
const tokens = new Map<RoleCode, string>();
beforeAll(async () => {
  service = await startService();
  crew = await makeGroup(service, 'Crew');
  given = await publishAndroid(service, 'org.example.given');
  other = await publishAndroid(service, 'org.example.other');
  await assign(service, crew, { id: given.psk });
  for (const role of Object.values(roles)) {
    tokens.set(role, await service.userToken(await service.makeUser({ role, groups: [crew] })));
  }
});
afterAll(() => service.stop());

const tokenOf = (role: RoleCode): string => tokens.get(role) ?? '';
const publishers: RoleCode[] = [roles.administrator, roles.appManager, roles.developer];
const paramsOf = ({ id, versionId }: PublishedApplication) => ({
  application: id,
  version: versionId,
  upload: 'none',
  slot: 1,
});
const all: readonly Operation[] = [...applicationOperations, ...categoryOperations];
const bound = all.filter((operation) => /:(application|version)/.test(operation.path));

describe('publishing', () => {
  test.each(all.filter((operation) => operation !== listUserApplications))(
    '$name is only for administrators, app managers and developers',
    async (operation) => {
      for (const role of Object.values(roles)) {
        // No such application exists, so that a caller who is allowed changes nothing.
        const params = { application: 'none', version: 'none', upload: 'none', slot: 1 };
        const { status } = await service.call(operation, { token: tokenOf(role), params });
        expect({ role, forbidden: status === 403 }).toEqual({ role, forbidden: !publishers.includes(role) });
      }
      expect((await service.call(operation, { params: paramsOf(given) })).status).toBe(401);
    },
  );

  test('a user’s own list is for everybody', async () => {
    for (const role of Object.values(roles)) {
      const { applications } = await service.ok(listUserApplications, { token: tokenOf(role) });
      expect(applications.map((row) => row.id)).toEqual([given.id]);
    }
  });
});

describe('a developer', () => {
  const own = () => ({ token: tokenOf(roles.developer) });

  test('sees only the applications of own groups; app managers and administrators see all', async () => {
    const listed = async (role: RoleCode) => {
      const { applications, total_available } = await service.ok(listApplications, { token: tokenOf(role) });
      expect(total_available).toBe(applications.length);
      return applications.map((row) => row.id);
    };
    expect(await listed(roles.developer)).toEqual([given.id]);
    expect(await listed(roles.appManager)).toEqual([given.id, other.id]);
    expect(await listed(roles.administrator)).toEqual([given.id, other.id]);
    const v1 = await service.ok(listApplicationsV1, own());
    expect(v1.applications.map((row) => row.id)).toEqual([given.id]);
    expect((await service.ok(listAppCatalogs, own())).app_catalogs).toEqual([]);
  });

  test.each(bound)('does not find another application by $name', async (operation) => {
    const args = { ...own(), params: paramsOf(other), body: bodyOf(operation) };
    expect(await service.refused(operation, args)).toMatchObject({ status: 404, code: 1010 });
  });

  test('reads and changes those of own groups', async () => {
    const params = paramsOf(given);
    const read = [
      readApplication,
      listVersions,
      listVersionsV3,
      readVersion,
      listRelatedMedia,
      listScreenshots,
    ];
    for (const operation of [...read, readApplicationStats, listCategories]) {
      expect((await service.call(operation, { ...own(), params })).status).toBe(200);
    }
    await service.ok(updateApplication, { ...own(), params, body: { short_description: 'By a developer' } });
    await service.ok(updateApplicationV1, { ...own(), params, body: {} });
    await service.ok(updateVersion, { ...own(), params, body: {} });
    await service.ok(setApplicationCategories, { ...own(), params, body: { category_psk: [] } });
    const bytes = await picture('png');
    await service.uploaded(setIcon, { ...own(), params, files: { icon_file: { bytes, name: 'a.png' } } });
    const file = { bytes: apk('org.example.given', 2), name: 'a.apk' };
    await service.uploaded(addVersion, { ...own(), params, files: { app_file: file } });
  });

  test('must give a new application to at least one own group', async () => {
    const foreign = await makeGroup(service, 'Strangers');
    const url = 'https://dev.example.org/';
    const add = (groups?: number[]) =>
      service.upload(addApplication, { ...own(), data: { url, ...(groups && { groups }) } });
    expect(refusal(await add())).toMatchObject({ status: 400, code: 20, error_details: { field: 'groups' } });
    expect(refusal(await add([]))).toMatchObject({ status: 400, code: 20 });
    expect(refusal(await add([foreign]))).toMatchObject({ status: 404, code: 1010 });
    expect(refusal(await add([crew, foreign]))).toMatchObject({ status: 404, code: 1010 });
    const { application } = (await add([crew])).body as { application: { id: string; psk: number } };
    await service.ok(readApplication, { ...own(), params: { application: application.id } });
    await service.ok(deleteApplication, { ...own(), params: { application: application.psk } });
  });
});

/** What operations need that take no empty body. */
const bodies = new Map<Operation, unknown>([
  [setApplicationCategories, { category_psk: [] }],
  [setDeadline, { required_by: null }],
]);

const bodyOf = (operation: Operation): unknown =>
  operation.method === 'GET' || operation.method === 'DELETE' ? undefined : (bodies.get(operation) ?? {});

describe('another organization', () => {
  let childId: string;
  let childAdmin: string;
  let parentAdmin: string;
  beforeAll(async () => {
    parentAdmin = service.admin.token;
    const child = await service.platform.database.transaction((tx) =>
      createOrganization(tx, service.platform.events, { name: 'Child', parentId: service.admin.orgId }),
    );
    childId = child.id;
    childAdmin = await service.userToken(await service.makeUser({ role: roles.administrator, org: childId }));
  });

  test.each(bound)('finds nothing of ours by $name', async (operation) => {
    const args = { token: childAdmin, params: paramsOf(given), body: bodyOf(operation) };
    expect(await service.refused(operation, args)).toMatchObject({ status: 404, code: 1010 });
  });

  test('lists nothing of ours, and finds nothing of ours by number', async () => {
    const { applications } = await service.ok(listApplications, { token: childAdmin });
    expect(applications).toEqual([]);
    const body = { url: 'https://child.example.org/', app_name: 'Of the child' };
    const { application } = await service.ok(addApplication, { token: childAdmin, body });
    const params = { application: application.psk };
    const read = await service.ok(readApplication, { token: childAdmin, params });
    expect(read.application.name).toBe('Of the child');
    expect(await service.refused(readApplication, { token: parentAdmin, params })).toMatchObject({
      status: 404,
    });
    const ours = await service.ok(readApplication, { token: parentAdmin, params: { application: given.id } });
    expect(
      await service.refused(readApplication, {
        token: childAdmin,
        params: { application: ours.application.psk },
      }),
    ).toMatchObject({ status: 404 });
  });

  test('is acted on by the parent’s administrator with org/<org_id>', async () => {
    const acting = { token: parentAdmin, org: childId };
    const files = { app_file: { bytes: apk('org.example.child'), name: 'a.apk' } };
    const { application } = await service.uploaded(addApplication, { ...acting, files });
    const params = { application: application.id };
    expect((await service.ok(readApplication, { ...acting, params })).application.id).toBe(application.id);
    expect(await service.refused(readApplication, { token: parentAdmin, params })).toMatchObject({
      status: 404,
    });
    const file = { bytes: await picture('jpeg'), name: 'a.jpg' };
    await service.uploaded(setBanner, { ...acting, params, files: { banner_file: file } });
    const shot = { ...acting, params: { ...params, slot: 1 }, files: { screenshot_file: file } };
    await service.uploaded(setPhoneScreenshot, shot);
    expect((await service.ok(listScreenshots, { ...acting, params })).screenshots.phone).toHaveLength(1);
  });

  test('cannot give ours to its groups, nor theirs to ours', async () => {
    const body = { url: 'https://groups.example.org/', groups: [crew + 1000] };
    expect(await service.refused(addApplication, { token: childAdmin, body })).toMatchObject({ status: 404 });
  });
});
