import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listCatalog,
  listMandatory,
  listUpdates,
  readCatalogApplication,
  readCatalogVersion,
} from '../../contract/catalog.ts';
import { directApplication, directVersion, installApplication } from '../../contract/downloads.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { requestPackage } from '../../mock-server/features/signing/facade.ts';
import { versionById } from '../../mock-server/features/signing/store.ts';
import { changeCatalog } from '../../mock-server/platform/database/changes.ts';
import { SyncClient } from '../catalog/sync-client.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { androidPhone } from '../setup/people.ts';
import { apk, makeGroup, type PublishedApplication, publish, publishVersion } from '../setup/publishing.ts';
import { startService, type TestService } from '../setup/service.ts';
import { sign, signingEnds, storeCredentials } from '../setup/signing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const hybrid = { url: 'https://shop.example.org/', platform: 'Android' } as const;

/** Somebody with a phone, whose group must have the newest version of an application. */
async function personWith(app: PublishedApplication) {
  const user = await service.makeUser();
  await makeGroup(service, undefined, { apps: [{ id: app.psk, is_mandatory: true }], users: [user] });
  return service.signIn(user, androidPhone);
}
type Person = Awaited<ReturnType<typeof personWith>>;

/** The versions of an application that a person is offered, wherever they ask. */
async function offeredTo(who: Person, { id }: PublishedApplication) {
  const params = { application: id };
  const listed = await Promise.all(
    [listCatalog, listMandatory, listUpdates].map((operation) => service.ok(operation, who)),
  );
  const [all, mandatory, updates] = listed.map(({ applications }) =>
    applications.map(({ version }) => version.id),
  );
  const page = await service.call(readCatalogApplication, { ...who, params });
  const install = await service.call(installApplication, { params, query: who });
  const direct = await service.call(directApplication, { params, query: { system: 'android' } });
  return { all, mandatory, updates, statuses: [page.status, install.status, direct.status] };
}
const everywhere = (version: string) => ({ all: [version], mandatory: [version] });
const nowhere = { all: [], mandatory: [], updates: [], statuses: [403, 403, 403] };

test('while the newest version waits for its first signature, people get the newest that does not', async () => {
  const name = 'org.example.waits';
  const first = await publish(
    service,
    { no_auth_delivery_enabled: true },
    { bytes: apk(name), name: 'a.apk' },
  );
  const who = await personWith(first);
  const client = new SyncClient(service, who);
  await client.settle();
  const synced = () => client.entries.get(first.id)?.version.id;
  // Only RSA keys sign for devices before Android 4.3, so this never comes to a signature.
  const old = { elements: [['uses-sdk', { minSdkVersion: 16 }]] } satisfies Parameters<typeof apk>[2];
  const second = await publishVersion(service, first, {}, { bytes: apk(name, 2, old), name: 'b.apk' });
  await sign(service, first.id, await storeCredentials(service, {}, 'curve.p12'));
  await signingEnds(service, first.id, 'error');
  expect(await offeredTo(who, first)).toEqual({
    ...everywhere(first.versionId),
    updates: [],
    statuses: [200, 302, 302],
  });
  await client.settle();
  expect(synced()).toBe(first.versionId);
  const page = await service.ok(readCatalogApplication, { ...who, params: { application: first.id } });
  expect(page.application.versions.map(({ id }) => id)).toEqual([first.versionId]);
  const version = { params: { version: second.versionId } };
  expect(await service.refused(readCatalogVersion, { ...who, ...version })).toMatchObject({ status: 403 });
  expect(await service.refused(directVersion, version)).toMatchObject({ status: 403 });
  await service.ok(postInstalled, {
    ...who,
    body: { applications: [{ id: first.id, version_id: first.versionId }] },
  });
  expect((await service.ok(listUpdates, who)).applications).toEqual([]);
  await sign(service, first.id, await storeCredentials(service));
  await signingEnds(service, first.id, 'signed');
  expect(await offeredTo(who, first)).toEqual({
    ...everywhere(second.versionId),
    updates: [second.versionId],
    statuses: [200, 302, 302],
  });
  await client.settle();
  expect(synced()).toBe(second.versionId);
});

test('a hybrid application for Android is offered to nobody before its first signature', async () => {
  const app = await publish(service, { hybrid, no_auth_delivery_enabled: true });
  const who = await personWith(app);
  expect(await offeredTo(who, app)).toEqual(nowhere);
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  expect(await offeredTo(who, app)).toMatchObject(everywhere(app.versionId));
  const next = await publishVersion(service, app, {});
  expect(await offeredTo(who, app)).toMatchObject(everywhere(app.versionId));
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  expect(await offeredTo(who, app)).toMatchObject(everywhere(next.versionId));
});

/** Has the uploaded bytes of the newest version delivered again. */
async function restore(app: PublishedApplication): Promise<void> {
  const { platform, admin } = service;
  const restored = await changeCatalog(platform.database, admin.orgId, async (tx) => {
    const version = await versionById(tx, admin.orgId, app.versionId);
    if (version === undefined) throw new Error('There is no such version.');
    const result = await requestPackage(platform, tx, version, { additions: [], credentials: null });
    return { applications: [app.id], result };
  });
  expect(restored).toBe('restored');
}

test('a hybrid application waits again when its unsigned package is delivered again', async () => {
  const app = await publish(service, { hybrid, no_auth_delivery_enabled: true });
  const who = await personWith(app);
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  await restore(app);
  expect(await offeredTo(who, app)).toEqual(nowhere);
});

test('what was uploaded unsigned and signed here is offered to nobody when the uploaded bytes are delivered again', async () => {
  const app = await publish(
    service,
    { no_auth_delivery_enabled: true },
    { bytes: apk('org.example.unsigned'), name: 'a.apk' },
  );
  const who = await personWith(app);
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  await restore(app);
  expect(await offeredTo(who, app)).toEqual(nowhere);
});

test('what was uploaded with another key than is known is told so again when it is delivered again', async () => {
  const app = await publish(service, { no_auth_delivery_enabled: true }, androidPackages.unlock);
  const flagOf = async () => {
    const row = await versionById(service.platform.database.db, service.admin.orgId, app.versionId);
    return row?.other_certificate;
  };
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  expect(await flagOf()).toBe(1);
  await restore(app);
  expect(await flagOf()).toBe(0);
});
