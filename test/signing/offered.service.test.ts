import { expect, test } from 'vitest';
import { applyPolicies, removePolicies } from '../../contract/application-policies.ts';
import { listUpdates, readCatalogApplication, readCatalogVersion } from '../../contract/catalog.ts';
import { directVersion } from '../../contract/downloads.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { findVersionById } from '../../mock-server/features/signing/store.ts';
import { SyncClient } from '../catalog/sync-client.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { openService } from '../setup/open-service.ts';
import { apk, type PublishedApplication, publish, publishVersion } from '../setup/world/publishing.ts';
import { sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';
import { everywhere, nowhere, offeredTo, personWith } from './offered-to.ts';

const service = await openService();

const hybrid = { url: 'https://shop.example.org/', platform: 'Android' } as const;

test('while the newest version waits for its first signature, people get the newest that does not', async () => {
  const name = 'org.example.waits';
  const first = await publish(
    service,
    { no_auth_delivery_enabled: true },
    { bytes: apk(name), name: 'a.apk' },
  );
  const who = await personWith(service, first);
  const client = new SyncClient(service, who);
  await client.settle();
  const synced = () => client.entries.get(first.id)?.version.id;
  // Only RSA keys sign for devices before Android 4.3, so this never comes to a signature.
  const old = { elements: [['uses-sdk', { minSdkVersion: 16 }]] } satisfies Parameters<typeof apk>[2];
  const second = await publishVersion(service, first, {}, { bytes: apk(name, 2, old), name: 'b.apk' });
  await sign(service, first.id, await storeCredentials(service, {}, 'curve.p12'));
  await signingEnds(service, first.id, 'error');
  expect(await offeredTo(service, who, first)).toEqual({
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
  expect(await offeredTo(service, who, first)).toEqual({
    ...everywhere(second.versionId),
    updates: [second.versionId],
    statuses: [200, 302, 302],
  });
  await client.settle();
  expect(synced()).toBe(second.versionId);
});

test('a hybrid application for Android is offered to nobody before its first signature', async () => {
  const app = await publish(service, { hybrid, no_auth_delivery_enabled: true });
  const who = await personWith(service, app);
  expect(await offeredTo(service, who, app)).toEqual(nowhere);
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  expect(await offeredTo(service, who, app)).toMatchObject(everywhere(app.versionId));
  const next = await publishVersion(service, app, {});
  expect(await offeredTo(service, who, app)).toMatchObject(everywhere(app.versionId));
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  expect(await offeredTo(service, who, app)).toMatchObject(everywhere(next.versionId));
});

/** Has a policy put into the package and signed with it, and taken out again, so that the uploaded bytes are delivered. */
async function applyAndRemove(app: PublishedApplication): Promise<void> {
  const asking = { token: service.admin.token, params: { application: app.id } };
  const configurations = [{ policy_id: 'vendor.app-usage' }];
  const credentials_id = await storeCredentials(service);
  await service.call(applyPolicies, { ...asking, body: { configurations, credentials_id } });
  await signingEnds(service, app.id, 'signed');
  expect((await service.call(removePolicies, asking)).status).toBe(204);
}

test('a hybrid application waits again when its unsigned package is delivered again', async () => {
  const app = await publish(service, { hybrid, no_auth_delivery_enabled: true });
  const who = await personWith(service, app);
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  await applyAndRemove(app);
  expect(await offeredTo(service, who, app)).toEqual(nowhere);
});

test('what was uploaded unsigned and signed here is offered to nobody when the uploaded bytes are delivered again', async () => {
  const app = await publish(
    service,
    { no_auth_delivery_enabled: true },
    { bytes: apk('org.example.unsigned'), name: 'a.apk' },
  );
  const who = await personWith(service, app);
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  await applyAndRemove(app);
  expect(await offeredTo(service, who, app)).toEqual(nowhere);
});

test('what was uploaded with another key than is known is told so again when it is delivered again', async () => {
  const app = await publish(service, { no_auth_delivery_enabled: true }, androidPackages.unlock);
  const flagOf = async () => {
    const row = await findVersionById(service.platform.database.db, service.admin.orgId, app.versionId);
    return row?.other_certificate;
  };
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  expect(await flagOf()).toBe(1);
  await applyAndRemove(app);
  expect(await flagOf()).toBe(0);
});
