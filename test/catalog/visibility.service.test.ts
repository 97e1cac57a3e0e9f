import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import {
  listCatalog,
  listMandatory,
  readCatalogApplication,
  readCatalogVersion,
} from '../../contract/catalog.ts';
import type { DeviceInfo } from '../../contract/devices.ts';
import { compareVersions } from '../../mock-server/app-packages/version-numbers.ts';
import { startService, type TestService } from '../setup/service.ts';
import { androidPhone, iPad } from '../setup/world/people.ts';
import {
  apk,
  assign,
  join,
  makeGroup,
  type PublishedApplication,
  publish,
  publishAndroid,
  publishIos,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A user in a new group that has these applications, signed in on a device. */
async function person(apps: PublishedApplication[], device: Partial<DeviceInfo> = {}) {
  const user = await service.makeUser();
  const group = await makeGroup(service, `Group of ${user.userId}`, {
    apps: apps.map(({ psk }) => ({ id: psk })),
    users: [user],
  });
  return { user, group, session: await service.signIn(user, device) };
}

const idsOn = async (session: { token: string; udid: string }) =>
  (await service.ok(listCatalog, session)).applications.map(({ id }) => id);

describe('who sees what', () => {
  test('a person sees only the applications of their own groups, each once', async () => {
    const [mine, shared, foreign] = [
      await publishWeb(service, 'Mine'),
      await publishWeb(service, 'Shared'),
      await publishWeb(service, 'Foreign'),
    ];
    const { user, session } = await person([mine, shared]);
    await makeGroup(service, 'Second', { apps: [{ id: shared.psk }], users: [user] });
    await person([foreign]);
    expect(await idsOn(session)).toEqual([mine.id, shared.id]);
  });

  test('a disabled application is returned nowhere, and comes back when it is enabled', async () => {
    const app = await publishWeb(service, 'Sleeping');
    const { session } = await person([app]);
    const { token } = service.admin;
    const change = { token, params: { application: app.id } };
    await service.ok(updateApplication, { ...change, body: { enabled: false } });
    expect(await idsOn(session)).toEqual([]);
    const refused = await service.refused(readCatalogApplication, {
      ...session,
      params: { application: app.id },
    });
    expect(refused).toMatchObject({ status: 403, code: 11 });
    await service.ok(updateApplication, { ...change, body: { enabled: true } });
    expect(await idsOn(session)).toEqual([app.id]);
  });

  test('joining a group shows its applications at once', async () => {
    const app = await publishWeb(service, 'Later');
    const { session, user } = await person([]);
    expect(await idsOn(session)).toEqual([]);
    await join(service, await makeGroup(service, 'Latecomers', { apps: [{ id: app.psk }] }), user);
    expect(await idsOn(session)).toEqual([app.id]);
  });

  test('iOS devices see iOS and web kinds, Android devices Android and web kinds, desks everything', async () => {
    const ios = await publishIos(service, 'org.example.kinds.ios');
    const android = await publishAndroid(service, 'org.example.kinds.android');
    const web = await publishWeb(service, 'KindWeb');
    const store = await publish(service, {
      app_name: 'KindStore',
      url: 'https://play.google.com/store/apps/details?id=org.example.kind',
    });
    const hybrid = await publish(service, {
      app_name: 'KindHybrid',
      hybrid: { url: 'https://hybrid.example.org/', platform: 'iOS' },
    });
    const { user, session } = await person([ios, android, web, store, hybrid]);
    expect(new Set(await idsOn(session))).toEqual(new Set([android.id, web.id, store.id]));
    const tablet = await service.signIn(user, { ...iPad, udid: 'kinds-ipad' });
    expect(new Set(await idsOn(tablet))).toEqual(new Set([ios.id, web.id, hybrid.id]));
    const desk = await service.signIn(user, { udid: 'kinds-desk', operating_system: 0, form_factor: 0 });
    expect(await idsOn(desk)).toHaveLength(5);
    const windows = await service.signIn(user, { udid: 'kinds-windows', operating_system: 401 });
    expect(await idsOn(windows)).toEqual([web.id]);
  });

  test('phones and tablets see what is for them; an override wins over what was detected', async () => {
    const phones = await publishWeb(service, 'ForPhones', { form_factor_override: ['phones'] });
    const tablets = await publishWeb(service, 'ForTablets', { form_factor_override: ['tablets'] });
    const both = await publishWeb(service, 'ForBoth', { form_factor_override: ['phones', 'tablets'] });
    const { user, session } = await person([phones, tablets, both]);
    expect(new Set(await idsOn(session))).toEqual(new Set([phones.id, both.id]));
    const tablet = await service.signIn(user, { ...androidPhone, udid: 'form-tablet', form_factor: 2 });
    expect(new Set(await idsOn(tablet))).toEqual(new Set([tablets.id, both.id]));
    const unknown = await service.signIn(user, { ...androidPhone, udid: 'form-unknown', form_factor: 0 });
    expect(await idsOn(unknown)).toHaveLength(3);
  });

  test('phones and tablets do not see what is for televisions, watches and cars, unless an override names them', async () => {
    const television = (bundleId: string) => ({
      bytes: apk(bundleId, 1, { elements: [['uses-feature', { name: 'android.software.leanback' }]] }),
      name: 'app.apk',
    });
    const hidden = await publish(service, {}, television('org.example.television'));
    const named = { form_factor_override: ['phones' as const] };
    const offered = await publish(service, named, television('org.example.television.too'));
    const { user, session } = await person([hidden, offered]);
    expect(await idsOn(session)).toEqual([offered.id]);
    const tablet = await service.signIn(user, { ...androidPhone, udid: 'other-tablet', form_factor: 2 });
    expect(await idsOn(tablet)).toEqual([]);
    const unknown = await service.signIn(user, { ...androidPhone, udid: 'other-unknown', form_factor: 0 });
    expect(new Set(await idsOn(unknown))).toEqual(new Set([hidden.id, offered.id]));
  });

  test('a device whose system is too old does not see the application in lists, yet can read why', async () => {
    const app = await publish(
      service,
      { app_name: 'NeedsAndroid13' },
      {
        bytes: apk('org.example.new', 1, { elements: [['uses-sdk', { minSdkVersion: 33 }]] }),
        name: 'app.apk',
      },
    );
    const { user, session } = await person([app]);
    expect(await idsOn(session)).toEqual([app.id]);
    const old = await service.signIn(user, {
      ...androidPhone,
      udid: 'old-android',
      operating_system: 109,
      operating_system_version: '9.1',
    });
    expect(await idsOn(old)).toEqual([]);
    const { application } = await service.ok(readCatalogApplication, {
      ...old,
      params: { application: app.id },
    });
    expect(application.min_os_version).toBe('13');
  });

  test('another organization sees nothing of this one', async () => {
    const app = await publishWeb(service, 'Secret');
    await person([app]);
    const outsider = await service.signIn(await service.makeUser());
    expect(await idsOn(outsider)).toEqual([]);
    const call = { ...outsider, params: { application: app.psk } };
    expect(await service.refused(readCatalogApplication, call)).toMatchObject({ status: 403, code: 11 });
  });
});

describe('which version', () => {
  const read = async (session: { token: string; udid: string }, application: string) =>
    (await service.ok(readCatalogApplication, { ...session, params: { application } })).application;

  test('always the latest, or the newest of those that the group names', async () => {
    const first = await publishAndroid(service, 'org.example.pinned');
    const pinned = await makeGroup(service, 'Pinned', {
      apps: [{ id: first.psk, is_latest: false, versions: [first.versionId] }],
    });
    const { user, session } = await person([]);
    await join(service, pinned, user);
    const second = await publishVersion(
      service,
      first,
      {},
      { bytes: apk('org.example.pinned', 2), name: 'a.apk' },
    );
    expect((await read(session, first.id)).version.id).toBe(first.versionId);
    expect((await read(session, first.id)).versions.map(({ id }) => id)).toEqual([first.versionId]);
    const newer = { ...session, params: { version: second.versionId } };
    expect(await service.refused(readCatalogVersion, newer)).toMatchObject({ status: 403, code: 11 });

    await assign(service, pinned, { id: first.psk, is_latest: true });
    const application = await read(session, first.id);
    expect(application.version.id).toBe(second.versionId);
    expect(application.versions.map(({ id }) => id)).toEqual([second.versionId, first.versionId]);
  });

  test('of two groups with different versions the person gets the newer one', async () => {
    const first = await publishAndroid(service, 'org.example.two.groups');
    const { user, session } = await person([first]);
    const pinned = [{ id: first.psk, is_latest: false, versions: [first.versionId] }];
    await makeGroup(service, 'Holding back', { apps: pinned, users: [user] });
    const bytes = apk('org.example.two.groups', 2);
    const second = await publishVersion(service, first, {}, { bytes, name: 'a.apk' });
    expect((await read(session, first.id)).version.id).toBe(second.versionId);
    const { version } = await service.ok(readCatalogVersion, {
      ...session,
      params: { version: first.versionId },
    });
    expect(version).toMatchObject({ id: first.versionId, version_num: '1.0' });
    expect(version.catalog_info.install_uri).toContain(`/install/versions/${first.versionId}`);
  });
});

describe('mandatory applications', () => {
  test('are those that a group or the version itself makes mandatory, only native ones', async () => {
    const byGroup = await publishAndroid(service, 'org.example.must.group');
    const byVersion = await publishAndroid(service, 'org.example.must.version', { required: true });
    const web = await publishWeb(service, 'MustWeb');
    const free = await publishAndroid(service, 'org.example.may');
    const { user, session } = await person([byVersion, free]);
    const apps = [byGroup, web].map(({ psk }) => ({ id: psk, is_mandatory: true }));
    await makeGroup(service, 'Mandatory', { apps, users: [user] });
    const { applications } = await service.ok(listMandatory, session);
    expect(applications.map(({ id, required_by_group }) => [id, required_by_group])).toEqual([
      [byGroup.id, true],
      [byVersion.id, false],
    ]);
    expect(applications[0]).toMatchObject({ installed_version_id: null });
    expect(applications[0]?.required_by).toBe('9999-12-31T23:59:59.999999');
  });

  test('say by when', async () => {
    const app = await publishAndroid(service, 'org.example.deadline');
    const { session } = await person([app]);
    await publishVersion(
      service,
      app,
      { required: true, required_by: '2031-02-03T04:05:06Z' },
      { bytes: apk('org.example.deadline', 2), name: 'a.apk' },
    );
    const { applications } = await service.ok(listMandatory, session);
    expect(applications.map(({ required_by }) => required_by)).toEqual(['2031-02-03T04:05:06.000+00:00']);
  });
});

test('an unknown token, device or application is refused with its reason', async () => {
  const { session } = await person([]);
  const wrong = { ...session, token: session.token.replace(/.$/, (last) => (last === '0' ? '1' : '0')) };
  expect(await service.refused(listCatalog, wrong)).toMatchObject({ status: 401, code: 1001 });
  const { session: other } = await person([]);
  expect(await service.refused(listCatalog, { ...session, udid: other.udid })).toMatchObject({ code: 1014 });
  for (const application of ['nothing', '999999', '%', 'a\u0000b', 'ä'.repeat(100)]) {
    const call = { ...session, params: { application } };
    expect((await service.refused(readCatalogApplication, call)).status).toBeLessThan(500);
  }
});

test('versions are compared number by number', () => {
  const parts = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(parts, parts, (left, right) => {
      const order = compareVersions(left.join('.'), right.join('.'));
      const length = Math.max(left.length, right.length);
      const difference = Array.from({ length }, (_, place) => (left[place] ?? 0) - (right[place] ?? 0));
      expect(order).toBe(Math.sign(difference.find((value) => value !== 0) ?? 0));
    }),
  );
  expect(compareVersions('unknown', '1')).toBeNull();
});
