import { describe, expect, test } from 'vitest';
import {
  addApplication,
  addVersion,
  listVersions,
  listVersionsV3,
  readVersion,
  updateVersion,
} from '../../../contract/applications.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { apk, codes, ipa } from '../../setup/world/publishing.ts';
import { addKind } from '../kinds.ts';

/** Document 2, Applications, POST /v1/applications/<application>; versions. */
const service = await openService();
const token = service.admin.token;

const url = 'https://wiki.example.org/start';
const file = (bundleId: string, build = 1) => ({
  files: { app_file: { bytes: apk(bundleId, build), name: 'app.apk' } },
});

describe('POST /v1/applications/<application>', () => {
  test('creates a new version, which is the latest; the response is the application object', async () => {
    const { application } = await service.uploaded(addApplication, { token, ...file('org.example.next') });
    for (const identifier of [application.id, application.psk]) {
      const params = { application: identifier };
      const next = await service.uploaded(addVersion, { token, params, ...file('org.example.next', 2) });
      expect(next.application).toMatchObject({
        id: application.id,
        latest_version_id: next.application.version?.id,
      });
      expect(next.application.latest_version_id).not.toBe(application.latest_version_id);
    }
  });

  test.each([
    ['an older build', 1, ['older_version']],
    ['the same build', 5, ['same_file']],
    ['a newer build', 6, []],
  ])('%s is let in; what is odd about it is a warning', async (_, build, expected) => {
    const name = `org.example.order.b${build}`;
    const { application } = await service.uploaded(addApplication, { token, ...file(name, 5) });
    const params = { application: application.id };
    const { warnings } = await service.uploaded(addVersion, { token, params, ...file(name, build) });
    expect(codes(warnings).filter((code) => /^(older|same)_/.test(code))).toEqual(expected);
  });

  test.each([
    ['another package', file('org.example.another')],
    ['another platform', { files: { app_file: { bytes: ipa('org.example.same'), name: 'a.ipa' } } }],
    ['an address', { data: { url } }],
  ])('%s is refused', async (_, request) => {
    const { application } = await service.uploaded(addApplication, { token, ...file('org.example.same') });
    const answer = await service.upload(addVersion, {
      token,
      params: { application: application.id },
      ...request,
    });
    expect(refusal(answer)).toMatchObject({ status: 409, code: 1016 });
  });

  test('refreshes public-store metadata in place', async () => {
    const { application } = await addKind(service, 'androidStore');
    const params = { application: application.id };
    const refreshed = await service.ok(addVersion, { token, params, body: {} });
    expect(refreshed.application.latest_version_id).toBe(application.latest_version_id);
  });
});

describe('versions', () => {
  test('are listed by v2 and v3, newest first; v3 in pages', async () => {
    const { application } = await addKind(service, 'web');
    const params = { application: application.id };
    for (const _ of [2, 3]) await service.ok(addVersion, { token, params, body: {} });
    const { versions } = await service.ok(listVersions, { token, params });
    expect(versions.map(({ version_num }) => version_num)).toEqual(['3.0', '2.0', '1.0']);
    const v3 = await service.ok(listVersionsV3, { token, params });
    expect(v3).toEqual({ versions, total_available: 3 });
    const page = await service.ok(listVersionsV3, { token, params, query: { page: '1,1' } });
    expect(page).toEqual({ versions: versions.slice(1, 2), total_available: 3 });
    const beyond = await service.ok(listVersionsV3, { token, params, query: { page: '9,1' } });
    expect(beyond).toEqual({ versions: [], total_available: 3 });
    expect((await service.refused(listVersionsV3, { token, params, query: { page: '-1,1' } })).status).toBe(
      400,
    );
  });

  test('at least 10 of an application are kept', async () => {
    const { application } = await addKind(service, 'web');
    const params = { application: application.id };
    for (let count = 0; count < 11; count++) await service.ok(addVersion, { token, params, body: {} });
    expect((await service.ok(listVersions, { token, params })).versions).toHaveLength(12);
  });

  test('GET and PUT /v1/applications/versions/<version>', async () => {
    const { version } = (await addKind(service, 'web')).application;
    for (const identifier of [version?.id ?? '', version?.psk ?? 0]) {
      const params = { version: identifier };
      const body = { version_note: `Note of ${identifier}` };
      expect((await service.ok(updateVersion, { token, params, body })).version).toMatchObject(body);
      expect((await service.ok(readVersion, { token, params })).version).toMatchObject(body);
    }
  });
});
