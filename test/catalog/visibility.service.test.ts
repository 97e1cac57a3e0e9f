import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listCatalog, readCatalogApplication, readCatalogVersion } from '../../contract/catalog.ts';
import type { DeviceInfo } from '../../contract/devices.ts';
import { compareVersions } from '../../mock-server/app-packages/version-numbers.ts';
import { openService } from '../setup/open-service.ts';
import { androidPhone, iPad } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publish,
  publishAndroid,
  publishIos,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';

const service = await openService();

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
});

describe('which version', () => {
  const read = async (session: { token: string; udid: string }, application: string) =>
    (await service.ok(readCatalogApplication, { ...session, params: { application } })).application;

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
