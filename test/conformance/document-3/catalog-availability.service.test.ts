import { describe, expect, test } from 'vitest';
import type { NewApplication } from '../../../contract/application-fields.ts';
import { updateApplication } from '../../../contract/applications.ts';
import * as catalog from '../../../contract/catalog.ts';
import { removeGroupApplications, removeGroupUsers } from '../../../contract/groups.ts';
import { openService } from '../../setup/open-service.ts';
import { iPad } from '../../setup/world/people.ts';
import {
  apk,
  assign,
  publish,
  publishAndroid,
  publishVersion,
  publishWeb,
} from '../../setup/world/publishing.ts';
import { addKind, type KindName, kindNames } from '../kinds.ts';
import { personWith, type Session, sessionOf } from './people.ts';

/** Document 3, What the service does: what is available to whom, on which device, with which token. */
const service = await openService();

const listed = async (session: Session) =>
  (await service.ok(catalog.listCatalog, { ...session, query: { count: 1000 } })).applications.map(
    ({ id }) => id,
  );
const everyList = [
  catalog.listCatalog,
  catalog.listPopular,
  catalog.listMandatory,
  catalog.listFeatured,
  catalog.listUpdates,
  catalog.listDownloaded,
];

describe('an application is available', () => {
  test('to who is in a group that has it, until the group loses it or the person leaves', async () => {
    const [first, second] = [await publishWeb(service, 'First'), await publishWeb(service, 'Second')];
    const { session, group, user } = await personWith(service, [{ id: first.psk }, { id: second.psk }]);
    expect(await listed(session)).toEqual([first.id, second.id]);
    const { token } = service.admin;
    const params = { group };
    await service.ok(removeGroupApplications, { token, params, body: { app_psk: [first.psk] } });
    expect(await listed(session)).toEqual([second.id]);
    await service.ok(removeGroupUsers, { token, params, body: { user_psk: [user.psk] } });
    expect(await listed(session)).toEqual([]);
  });

  test('never while it is disabled, under any address', async () => {
    const app = await publishAndroid(service, 'org.example.disabled');
    const { session } = await personWith(service, [{ id: app.psk, is_mandatory: true }]);
    const request = { token: service.admin.token, params: { application: app.id } };
    await service.ok(updateApplication, { ...request, body: { enabled: false } });
    for (const operation of everyList) {
      expect((await service.ok(operation, session)).applications).toEqual([]);
    }
    expect((await service.ok(catalog.listCatalogCategories, session)).categories).toEqual([]);
    for (const application of [app.id, app.psk]) {
      const call = { ...session, params: { application } };
      expect((await service.refused(catalog.readCatalogApplication, call)).code).toBe(11);
    }
    const call = { ...session, params: { version: app.versionId } };
    expect((await service.refused(catalog.readCatalogVersion, call)).code).toBe(11);
  });

  test('only to its organization', async () => {
    const app = await publishWeb(service, 'Ours');
    const { admin } = await service.makeOrganization();
    const session = await sessionOf(service, admin);
    expect(await listed(session)).toEqual([]);
    for (const application of [app.id, app.psk]) {
      const call = { ...session, params: { application } };
      expect((await service.refused(catalog.readCatalogApplication, call)).code).toBe(11);
    }
  });
});

describe('the device decides', () => {
  // A hybrid application for Android is offered when it is signed.
  const all: KindName[] = kindNames.filter((name) => name !== 'androidHybrid');
  const ios: KindName[] = ['iosNative', 'iosStore', 'iosConfiguration', 'iosHybrid'];
  const android: KindName[] = ['androidNative', 'androidStore'];
  const systems: [string, number, KindName[]][] = [
    ['iOS', 1, [...ios, 'web']],
    ['Android 2', 102, [...android, 'web']],
    ['Android 9', 109, [...android, 'web']],
    ['Windows phone 8', 401, ['windowsPhone', 'windowsPhoneStore', 'web']],
    ['unknown', 0, all],
  ];
  test('by its operating system', async () => {
    const apps = [];
    const names = new Map<string, string>();
    for (const name of kindNames) {
      const { application } = await addKind(service, name, { enabled: true });
      names.set(application.id, name);
      apps.push({ id: application.psk });
    }
    const { user } = await personWith(service, apps);
    for (const [udid, operating_system, expected] of systems) {
      const device = { udid, operating_system, operating_system_version: '99', form_factor: 0 } as const;
      const seen = (await listed(await sessionOf(service, user, device))).map((id) => names.get(id));
      expect(new Set(seen)).toEqual(new Set(expected));
    }
  });

  test('by its form factor: a phone sees 1 and 3, a tablet 2 and 3, an unknown form all', async () => {
    const forms: Record<string, NonNullable<NewApplication['form_factor_override']>> = {
      any: [],
      phones: ['phones'],
      tablets: ['tablets'],
      both: ['phones', 'tablets'],
    };
    const names = new Map<string, string>();
    const apps = [];
    for (const [name, form_factor_override] of Object.entries(forms)) {
      const app = await publishWeb(service, `Form${name}`, { form_factor_override });
      names.set(app.id, name);
      apps.push({ id: app.psk });
    }
    const { user } = await personWith(service, apps);
    const seenOn = async (form_factor: 0 | 1 | 2) => {
      const session = await sessionOf(service, user, { udid: `form-${form_factor}`, form_factor });
      return new Set((await listed(session)).map((id) => names.get(id)));
    };
    expect(await seenOn(0)).toEqual(new Set(['any', 'both', 'phones', 'tablets']));
    expect(await seenOn(1)).toEqual(new Set(['any', 'both', 'phones']));
    expect(await seenOn(2)).toEqual(new Set(['any', 'both', 'tablets']));
  });

  test('by its version: an application that needs a newer one is left out of lists', async () => {
    const bytes = apk('org.example.needs', 1, { elements: [['uses-sdk', { minSdkVersion: 33 }]] });
    const app = await publish(service, { app_name: 'Needs 13' }, { bytes, name: 'app.apk' });
    const { user } = await personWith(service, [{ id: app.psk, is_mandatory: true }]);
    const on = (udid: string, operating_system_version: string) =>
      sessionOf(service, user, { udid, operating_system: 112, operating_system_version });
    expect(await listed(await on('older', '12.1'))).toEqual([]);
    expect((await service.ok(catalog.listMandatory, await on('older', '12.1'))).applications).toEqual([]);
    for (const newer of ['13', '13.0.1', '20'])
      expect(await listed(await on('newer', newer))).toEqual([app.id]);
  });
});

describe('latest version', () => {
  test('of one application available to the user: the latest, or the newest that the group names', async () => {
    const first = await publishAndroid(service, 'org.example.latest');
    const { session, group } = await personWith(service, [{ id: first.psk }]);
    const file = { bytes: apk('org.example.latest', 2), name: 'a.apk' };
    const second = await publishVersion(service, first, {}, file);
    const seen = async () => {
      const call = { ...session, params: { application: first.id } };
      return (await service.ok(catalog.readCatalogApplication, call)).application.version.id;
    };
    expect(await seen()).toBe(second.versionId);
    await assign(service, group, { id: first.psk, is_latest: false, versions: [first.versionId] });
    expect(await seen()).toBe(first.versionId);
  });
});

describe('user and device', () => {
  test.each(['nothing', '0', '-1', 'ä'.repeat(50), 'x'.repeat(201), "' or 1=1 --"])(
    'a device “%s” that nobody has is refused',
    async (udid) => {
      const { session } = await personWith(service, []);
      const headers = { 'x-udid': Buffer.from(udid).toString('latin1') };
      const refused = await service.refused(catalog.listCatalog, { token: session.token, headers });
      expect([400, 403]).toContain(refused.status);
    },
  );

  test('the device’s own udid names it as well', async () => {
    const { session, user } = await personWith(service, [], { ...iPad, udid: 'told-by-the-device' });
    expect(session.udid).not.toBe('told-by-the-device');
    await service.ok(catalog.listCatalog, { ...session, udid: 'told-by-the-device' });
    expect(user.id).not.toBe('');
  });
});
