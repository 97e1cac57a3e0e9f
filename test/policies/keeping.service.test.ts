import { describe, expect, test } from 'vitest';
import {
  applyPolicies,
  readApplicationPolicies,
  removePolicies,
} from '../../contract/application-policies.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { removeAdditions, requestPackage } from '../../mock-server/features/signing/facade.ts';
import { findVersionById } from '../../mock-server/features/signing/store.ts';
import { changeCatalog } from '../../mock-server/platform/database/changes/changes.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { openService } from '../setup/open-service.ts';
import { apk, type PublishedApplication, publish, publishVersion } from '../setup/world/publishing.ts';
import { readSigning, sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';
import { everywhere, nowhere, offeredTo, personWith } from '../signing/offered-to.ts';
import { download, look, read, settled, sha256 } from './packages.ts';

/**
 * What people get while policies are applied to and removed from a package that was uploaded unsigned and signed here.
 */

const [usage, access] = ['app-usage', 'access-control'];
const service = await openService({ limits: { jobBackOff: 100 } });
const acting = { token: service.admin.token };
const credentials = await storeCredentials(service);

const asking = (app: PublishedApplication) => ({ ...acting, params: { application: app.id } });
async function apply(app: PublishedApplication, names: readonly string[], credentials_id?: string) {
  const configurations = names.map((name) => ({ policy_id: `vendor.${name}` }));
  const body = { configurations, credentials_id: credentials_id ?? null };
  return (await service.call(applyPolicies, { ...asking(app), body })).status;
}
const remove = async (app: PublishedApplication) => (await service.call(removePolicies, asking(app))).status;
const standing = async (app: PublishedApplication) =>
  (await service.ok(readApplicationPolicies, asking(app))).status.code;
const isReady = async (app: PublishedApplication) => {
  await expect.poll(() => standing(app)).toBe(1);
};
const signs = async (app: PublishedApplication) => {
  await sign(service, app.id, credentials);
  await signingEnds(service, app.id, 'signed');
};

/** The delivered file, and whether it contains a policy document. */
async function delivered(app: PublishedApplication) {
  const { version } = await read(service, app.id);
  const { id = '', action } = version?.install_file ?? {};
  const { text } = await look(await download(service, id), 'assets/vendor-policies.json');
  return { id, action, carries: text !== null, signing: version?.signing_status };
}

let made = 0;
/** A package that was uploaded unsigned and signed here, and somebody who is offered it. */
async function signedHere() {
  const file = { bytes: apk(`org.example.keeping${++made}`), name: 'app.apk' };
  const app = await publish(service, { no_auth_delivery_enabled: true }, file);
  await signs(app);
  const who = await personWith(service, app);
  return { app, who, signed: await delivered(app) };
}
type Given = Awaited<ReturnType<typeof signedHere>>;
const assertOffered = async ({ app, who }: Given) =>
  expect(await offeredTo(service, who, app)).toMatchObject(everywhere(app.versionId));

describe('a policy that puts nothing into the package', () => {
  test('leaves the signed one delivered until it is signed again, alone and again', async () => {
    const given = await signedHere();
    const { app, signed } = given;
    for (const _ of ['first', 'again']) {
      expect(await apply(app, [access])).toBe(202);
      expect(await standing(app)).toBe(3);
      expect(await delivered(app)).toMatchObject({ id: signed.id, carries: false });
      await assertOffered(given);
    }
    expect(await remove(app)).toBe(204);
    expect(await delivered(app)).toEqual(signed);
  });

  test('in place of one whose package was never signed leaves the signed one before delivered', async () => {
    const given = await signedHere();
    const { app, signed } = given;
    expect(await apply(app, [usage])).toBe(202);
    expect((await settled(service, app.id)).status.code).toBe(3);
    expect(await apply(app, [access])).toBe(202);
    expect(await standing(app)).toBe(1);
    expect(await delivered(app)).toEqual(signed);
    await assertOffered(given);
  });

  test('in place of one that is in the signed package leaves that offered until it is signed without it', async () => {
    const given = await signedHere();
    const { app } = given;
    await apply(app, [usage, access], credentials);
    await isReady(app);
    const carrying = await delivered(app);
    expect(carrying).toMatchObject({ action: 'sign', carries: true });
    for (const _ of ['first', 'again']) {
      expect(await apply(app, [access])).toBe(202);
      expect(await standing(app)).toBe(3);
      expect(await delivered(app)).toMatchObject({ id: carrying.id, action: 'sign', carries: true });
      await assertOffered(given);
    }
    await signs(app);
    expect(await standing(app)).toBe(1);
    expect(await delivered(app)).toMatchObject({ action: 'sign', carries: false });
    await assertOffered(given);
  });

  test('and then the one before again needs no new package: the signed one has it', async () => {
    const { app } = await signedHere();
    await apply(app, [usage], credentials);
    await isReady(app);
    const carrying = await delivered(app);
    await apply(app, [access]);
    expect(await apply(app, [usage])).toBe(202);
    expect(await standing(app)).toBe(1);
    expect(await delivered(app)).toEqual(carrying);
  });

  test('before one that does: the signed package stays until the changed one is signed', async () => {
    const given = await signedHere();
    const { app, signed } = given;
    expect(await apply(app, [access])).toBe(202);
    expect(await apply(app, [access, usage])).toBe(202);
    expect((await settled(service, app.id)).status.code).toBe(3);
    expect(await delivered(app)).toMatchObject({ id: signed.id, action: 'sign', carries: false });
    await assertOffered(given);
    await signs(app);
    expect(await delivered(app)).toMatchObject({ action: 'sign', carries: true });
    await assertOffered(given);
  });

  test('on a new version that was signed here waits for a signature too, and leaves that delivered', async () => {
    const given = await signedHere();
    const { app, who } = given;
    await apply(app, [usage], credentials);
    await isReady(app);
    const file = { bytes: apk(`org.example.keeping${made}`, 2), name: 'app.apk' };
    const next = await publishVersion(service, app, {}, file);
    await signs(app);
    const signed = await delivered(app);
    expect(await standing(app)).toBe(4);
    expect(await apply(app, [access])).toBe(202);
    expect(await standing(app)).toBe(3);
    expect(await delivered(app)).toMatchObject({ id: signed.id, carries: false });
    expect(await offeredTo(service, who, app)).toMatchObject(everywhere(next.versionId));
    await signs(app);
    expect(await standing(app)).toBe(1);
    expect(await offeredTo(service, who, app)).toMatchObject(everywhere(next.versionId));
  });
});

describe('removing policies', () => {
  test('that never came into a signed package leaves that delivered', async () => {
    const given = await signedHere();
    const { app, signed } = given;
    await apply(app, [usage]);
    await settled(service, app.id);
    expect(await remove(app)).toBe(204);
    expect(await standing(app)).toBe(0);
    expect(await delivered(app)).toEqual(signed);
    await assertOffered(given);
  });

  test('that are in the signed package delivers the uploaded bytes, which wait for a signature', async () => {
    const given = await signedHere();
    const { app, who } = given;
    await apply(app, [usage], credentials);
    await isReady(app);
    // A package without them that only waits for its signature is no reason to keep delivering them.
    await apply(app, [access]);
    expect(await remove(app)).toBe(204);
    const uploaded = await download(service, app.fileId);
    expect(await delivered(app)).toMatchObject({ id: app.fileId, carries: false, signing: 'cancelled' });
    expect(sha256(uploaded)).toBe(sha256(Buffer.from(apk(`org.example.keeping${made}`))));
    expect(await offeredTo(service, who, app)).toEqual(nowhere);
    await signs(app);
    expect(await delivered(app)).toMatchObject({ action: 'sign', carries: false });
    await assertOffered(given);
  });

  test('while a signature waits delivers the uploaded bytes at once, and signs these', async () => {
    const given = await signedHere();
    const { app } = given;
    await apply(app, [usage], credentials);
    await isReady(app);
    const { platform, admin } = service;
    // In one transaction, so that no job comes between.
    await changeCatalog(platform.database, admin.orgId, async (tx) => {
      const now = async () => {
        const row = await findVersionById(tx, admin.orgId, app.versionId);
        if (row === undefined) throw new Error('There is no such version.');
        return row;
      };
      await requestPackage(platform, tx, await now(), { credentials });
      await removeAdditions(platform, tx, await now());
      const { install_file, withheld, sign_status } = await now();
      expect({ install_file, withheld, sign_status }).toEqual({
        install_file: app.fileId,
        withheld: 1,
        sign_status: -1,
      });
      return { applications: [app.id], result: undefined };
    });
    platform.jobs.wake();
    await signingEnds(service, app.id, 'signed');
    expect(await delivered(app)).toMatchObject({ action: 'sign', carries: false });
    await assertOffered(given);
  });
});

describe('an organization that refuses other keys', () => {
  const refuse = (refuse_other_certificate: boolean) =>
    service.ok(updateOrganization, {
      ...acting,
      params: { org_id: service.admin.orgId },
      body: { refuse_other_certificate },
    });

  test('removes policies, and offers nobody an uploaded file that another key signed', async () => {
    const data = { no_auth_delivery_enabled: true };
    const app = await publish(service, data, androidPackages.apiDemosOlder);
    const who = await personWith(service, app);
    const next = await publishVersion(service, app, {}, androidPackages.apiDemos);
    const flag = async () =>
      (await findVersionById(service.platform.database.db, service.admin.orgId, next.versionId))
        ?.other_certificate;
    const applyAndRemove = async () => {
      await refuse(false);
      await apply(app, [usage], credentials);
      await isReady(app);
      await refuse(true);
      expect(await remove(app)).toBe(204);
    };
    await applyAndRemove();
    expect(await standing(app)).toBe(0);
    const { signing_status, signing_status_details, version } = (await readSigning(service, app.id))
      .application;
    expect([signing_status, version?.install_file?.action, await flag()]).toEqual(['signed', 'upload', 1]);
    expect(signing_status_details).toContain('it is signed with another key than the version before');
    expect(await offeredTo(service, who, app)).toMatchObject(everywhere(app.versionId));
    // A refused request for a signature does not let it be delivered either.
    await sign(service, app.id, credentials);
    await signingEnds(service, app.id, 'error');
    expect(await offeredTo(service, who, app)).toMatchObject(everywhere(app.versionId));
    await applyAndRemove();
    await refuse(false);
    await apply(app, [usage], credentials);
    await isReady(app);
    expect(await remove(app)).toBe(204);
    expect([await flag(), await offeredTo(service, who, app)]).toMatchObject([1, everywhere(next.versionId)]);
  });
});
