import { describe, expect, test } from 'vitest';
import type { NewApplication, NewVersion } from '../../../contract/application-fields.ts';
import {
  addApplication,
  addVersion,
  listVersions,
  readApplication,
  readVersion,
  updateVersion,
} from '../../../contract/applications.ts';
import { noEndDate } from '../../../contract/common/codes.ts';
import { listGroupApplications } from '../../../contract/groups.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import type { UploadFile } from '../../setup/requests.ts';
import { apk, assign, codes, ipa, makeGroup, publish, setTemplate } from '../../setup/world/publishing.ts';

const service = await openService();
await setTemplate(service, { team: { label: 'Team', type: 'text' } });
const { token } = service.admin;

const request = (application: string | number, data: NewVersion, file?: UploadFile) => ({
  token,
  params: { application },
  data,
  ...(file && { files: { app_file: file } }),
});
const addTo = (application: string | number, data: NewVersion, file?: UploadFile) =>
  service.uploaded(addVersion, request(application, data, file));
const refused = async (application: string, data: NewVersion, file?: UploadFile) =>
  refusal(await service.upload(addVersion, request(application, data, file)));
const read = async (application: string) =>
  (await service.ok(readApplication, { token, params: { application } })).application;
const versionsOf = async (application: string) =>
  (await service.ok(listVersions, { token, params: { application } })).versions;
const file = (bytes: Uint8Array, name = 'app.apk') => ({ bytes, name });

describe('a new version of a package', () => {
  test('keeps name, texts and icon of the one before when nothing else is said', async () => {
    const data = {
      app_name: 'Renamed',
      author: 'Somebody',
      short_description: 'Short',
      long_description: 'Long',
      custom_metadata: { team: 'blue' },
      version_note: 'First',
      enabled: true,
      sort_weight: 3,
    };
    const before = await publish(service, data, androidPackages.contactManager);
    const { version: first } = await read(before.id);
    const bytes = apk('com.example.android.contactmanager', 9, {
      application: { label: 'Contact Manager 9' },
    });
    const { application } = await addTo(before.id, {}, file(bytes));
    expect(application).toMatchObject({ enabled: true, sort_weight: 3, name: 'Renamed' });
    expect(application.version).toMatchObject({
      app_name: 'Renamed',
      author: 'Somebody',
      short_description: 'Short',
      long_description: 'Long',
      custom_metadata: { team: 'blue' },
      icon_path: first?.icon_path,
    });
    const day = application.version?.release_date.slice(0, 10);
    expect(application.version?.version_note).toBe(`Renamed - ${day} - 9.0`);
  });

  test('is described by the request first', async () => {
    const before = await publish(service, {}, file(apk('org.example.described')));
    const data = { version_num: '2-rc', version_note: 'Faster.', author: 'Us', required: true };
    const { application } = await addTo(before.id, data, file(apk('org.example.described', 2)));
    expect(application).toMatchObject({ required: true, version: data });
  });

  test('counts on when packages name no version', async () => {
    const bytes = (build: number) =>
      apk('org.example.unnumbered', build, { manifest: { versionName: '', versionCode: '' } });
    const before = await publish(service, {}, file(bytes(1)));
    const { application } = await addTo(before.id, {}, file(Buffer.concat([bytes(2)])));
    const third = await addTo(before.id, {}, file(bytes(3)));
    expect((await versionsOf(before.id)).map((version) => version.version_num)).toEqual([
      '3.0',
      '2.0',
      '1.0',
    ]);
    expect([application.version?.version_num, third.application.version?.version_num]).toEqual([
      '2.0',
      '3.0',
    ]);
  });

  test('takes a deadline and whether users are told', async () => {
    const before = await publish(service, {}, file(apk('org.example.deadline')));
    const data = { required: true, required_by: '2031-03-31T12:00:00+02:00', notify_users: false };
    const { application } = await addTo(before.id, data, file(apk('org.example.deadline', 2)));
    const required_by = '2031-03-31T10:00:00.000+00:00';
    expect(application).toMatchObject({ required: true, required_by });
    expect(application.version).toMatchObject({ required: true, required_by, notify_users: false });
    const { application: next } = await addTo(
      before.id,
      { required_by: null },
      file(apk('org.example.deadline', 3)),
    );
    expect(next).toMatchObject({ required: false, required_by: noEndDate });
    expect(next.version?.notify_users).toBe(true);
  });

  test('is given to groups, where the application stays as mandatory as it was', async () => {
    const before = await publish(service, {}, file(apk('org.example.regiven')));
    const group = await makeGroup(service, 'Holds one version');
    await assign(service, group, {
      id: before.psk,
      versions: [before.versionId],
      is_latest: false,
      is_mandatory: true,
    });
    await addTo(before.id, { groups: [group] }, file(apk('org.example.regiven', 2)));
    const { applications } = await service.ok(listGroupApplications, { token, params: { group } });
    expect(applications).toMatchObject([{ id: before.id, mandatory: true, latest: true }]);
  });
});

describe('the order of packages', () => {
  test('another file of the same build is let in with a warning', async () => {
    const before = await publish(service, {}, androidPackages.contactManager);
    const { warnings } = await addTo(before.id, {}, androidPackages.contactManagerSelendroid);
    expect(codes(warnings)).toContain('same_version');
  });

  test('the very same file is let in with a warning, and kept once', async () => {
    const before = await publish(service, {}, androidPackages.unlock);
    const { application, warnings } = await addTo(before.id, {}, androidPackages.unlock);
    expect(codes(warnings)).toContain('same_file');
    const [latest, first] = await versionsOf(before.id);
    expect(latest?.install_file?.checksum).toBe(first?.install_file?.checksum);
    expect(application.version?.id).toBe(latest?.id);
  });

  test('iOS goes by the version first, then by the build', async () => {
    const build = (version: string, build: string) =>
      file(testIpa({ bundleId: 'org.example.order', version, build }), 'app.ipa');
    const before = await publish(service, {}, build('1.9', '57'));
    const { warnings: newer } = await addTo(before.id, {}, build('1.10', '1'));
    expect(codes(newer)).not.toContain('older_version');
    const { warnings: older } = await addTo(before.id, {}, build('1.9', '58'));
    expect(codes(older)).toContain('older_version');
    const { warnings: rebuilt } = await addTo(before.id, {}, build('1.9', '57'));
    expect(codes(rebuilt)).toContain('older_version');
  });
});

describe('something that is no version of the application', () => {
  const web = { url: 'https://one.example.org/' };
  const hybrid = { hybrid: { url: 'https://one.example.org/', platform: 'iOS' as const } };
  const cases: [string, NewApplication, UploadFile | undefined, NewVersion, UploadFile | undefined][] = [
    ['another package', {}, file(apk('org.example.a')), {}, file(apk('org.example.b'))],
    [
      'the package of another platform',
      {},
      file(apk('org.example.a')),
      {},
      file(ipa('org.example.a'), 'a.ipa'),
    ],
    ['an address for a package', {}, file(apk('org.example.a')), web, undefined],
    ['a package for an address', web, undefined, {}, file(apk('org.example.a'))],
    ['a hybrid object for a package', {}, file(ipa('org.example.a'), 'a.ipa'), hybrid, undefined],
    ['a package for a hybrid', hybrid, undefined, {}, file(ipa('org.example.a'), 'a.ipa')],
    ['a hybrid of the other platform', hybrid, undefined, { hybrid: { platform: 'Android' } }, undefined],
    [
      'a store’s address for a web address',
      web,
      undefined,
      { url: 'https://apps.apple.com/app/id1' },
      undefined,
    ],
    [
      'another application of the store',
      { url: 'https://apps.apple.com/app/id1' },
      undefined,
      { url: 'https://apps.apple.com/app/id2' },
      undefined,
    ],
  ];
  test.each(cases)('%s is refused, and nothing is kept', async (_, data, first, next, second) => {
    const before = await publish(service, data, first);
    expect(await refused(before.id, next, second)).toMatchObject({ status: 409, code: 1016 });
    expect(await versionsOf(before.id)).toHaveLength(1);
  });

  test('nothing at all is refused for a package', async () => {
    const before = await publish(service, {}, file(apk('org.example.empty')));
    expect(await refused(before.id, {})).toMatchObject({ status: 400, code: 20 });
  });
});

describe('applications without a package', () => {
  test('a web application gets a version 2.0, at the same or another address', async () => {
    const before = await publish(service, { url: 'https://web.example.org/' });
    const { application } = await addTo(before.id, {});
    expect(application).toMatchObject({ url: 'https://web.example.org/', version: { version_num: '2.0' } });
    const moved = await addTo(before.id, { url: 'https://moved.example.org/' });
    expect(moved.application).toMatchObject({
      url: 'https://moved.example.org/',
      version: { version_num: '3.0' },
    });
  });

  test('a hybrid one is built again from what is known and sent', async () => {
    const options = { show_navbar: true, allow_tabs: true };
    const hybrid = { url: 'https://shop.example.org/', platform: 'iOS' as const, ...options };
    const before = await publish(service, { hybrid });
    const { version: first } = await read(before.id);
    const change = { hybrid: { url: 'https://shop.example.org/v2' } };
    const { application } = await service.ok(addVersion, {
      token,
      params: { application: before.id },
      body: change,
    });
    expect(application).toMatchObject({ is_hybrid: true, url: 'https://shop.example.org/v2' });
    expect(application.version).toMatchObject({ version_num: '2.0', icon_path: first?.icon_path });
    const row = await service.platform.database.db
      .selectFrom('applications')
      .select('hybrid')
      .where('id', '=', before.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.hybrid ?? '')).toMatchObject({ ...options, platform: 'iOS', ...change.hybrid });
  });

  test('a store’s application is refreshed in place, and what the store was not asked is said', async () => {
    const url = 'https://play.google.com/store/apps/details?id=org.example.refresh';
    const before = await publish(service, { url, app_name: 'Before' });
    const { application, warnings } = await addTo(before.id, { app_name: 'After', enabled: true });
    expect(application).toMatchObject({ name: 'After', enabled: true, latest_version_id: before.versionId });
    expect(codes(warnings)).toEqual(['store_not_asked']);
    expect(await versionsOf(before.id)).toHaveLength(1);
  });
});

describe('versions', () => {
  test('at least ten are kept, each with its file', async () => {
    const before = await publish(service, {}, file(apk('org.example.kept', 1)));
    for (let build = 2; build <= 11; build++)
      await addTo(before.id, {}, file(apk('org.example.kept', build)));
    const versions = await versionsOf(before.id);
    expect(versions).toHaveLength(11);
    for (const { install_file } of versions) {
      expect(await service.platform.blobs.size('files', install_file?.checksum ?? '')).toBe(
        install_file?.size,
      );
    }
  });

  test('are read and updated by either identifier, an older one too', async () => {
    const before = await publish(service, {}, file(apk('org.example.either', 1)));
    await addTo(before.id, {}, file(apk('org.example.either', 2)));
    const { version } = await service.ok(readVersion, { token, params: { version: before.versionId } });
    const change = {
      app_name: 'Was',
      version_num: '0.9',
      version_note: '',
      short_description: 'Old',
      author: 'They',
    };
    const params = { version: version.psk };
    const { version: changed } = await service.ok(updateVersion, { token, params, body: change });
    expect(changed).toEqual({ ...version, ...change });
    expect((await service.ok(readVersion, { token, params })).version).toEqual(changed);
    expect((await read(before.id)).version).toMatchObject({ version_num: '2.0' });
  });

  test('a version takes its own fields back whole, but no new deadline', async () => {
    const before = await publish(service, {}, file(apk('org.example.sameback')));
    const params = { version: before.versionId };
    const { version } = await service.ok(readVersion, { token, params });
    expect((await service.ok(updateVersion, { token, params, body: version })).version).toEqual(version);
    for (const body of [{ required_by: '2031-01-01' }, { notify_users: false }]) {
      expect(await service.refused(updateVersion, { token, params, body })).toMatchObject({
        status: 400,
        code: 20,
      });
    }
  });
});

test('versions that arrive at the same time all stay, each with its own place', async () => {
  const before = await publish(service, {}, file(apk('org.example.race', 1)));
  const builds = [2, 3, 4, 5, 6, 7];
  await Promise.all(builds.map((build) => addTo(before.id, {}, file(apk('org.example.race', build)))));
  const versions = await versionsOf(before.id);
  expect(new Set(versions.map((version) => version.binary_version))).toEqual(
    new Set(['1', ...builds.map(String)]),
  );
  expect((await read(before.id)).latest_version_id).toBe(versions[0]?.id);
});

test('applications that are added at the same time all stay, with numbers of their own', async () => {
  const names = Array.from({ length: 6 }, (_, at) => `https://at-once-${at}.example.org/`);
  const added = await Promise.all(names.map((url) => service.ok(addApplication, { token, body: { url } })));
  expect(new Set(added.map(({ application }) => application.psk)).size).toBe(names.length);
});
