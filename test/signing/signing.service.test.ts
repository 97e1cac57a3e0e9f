import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addVersion, deleteApplication } from '../../contract/applications.ts';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { deleteCredentials, signApplication } from '../../contract/credentials.ts';
import { directOriginal } from '../../contract/downloads.ts';
import { deleteJob, listJobs } from '../../contract/jobs.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { deleteUser, updateUser } from '../../contract/users.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { sweepBlobs } from '../../mock-server/features/applications/sweep.ts';
import { cancelAbandoned } from '../../mock-server/features/signing/cancel.ts';
import { signWith } from '../../mock-server/features/signing/facade.ts';
import { findVersionById } from '../../mock-server/features/signing/store.ts';
import { changeCatalog } from '../../mock-server/platform/database/changes/changes.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { openService } from '../setup/open-service.ts';
import { startOn, type TestService, testConfig } from '../setup/service.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publish,
  publishIos,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';
import { readSigning, sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';

const service = await openService({ limits: { jobBackOff: 100 } });
const files = temporaryFiles();

let made = 0;
const unsigned = (more: Parameters<typeof apk>[2] = {}) =>
  publish(service, {}, { bytes: apk(`org.example.signed${++made}`, 1, more), name: 'app.apk' });
const rowsOf = (application: PublishedApplication) =>
  service.platform.database.db
    .selectFrom('install_files')
    .selectAll()
    .where('application', '=', application.id)
    .orderBy('id')
    .execute();
async function download(path: string, token = service.admin.token): Promise<Buffer> {
  const response = await fetch(path, { headers: { 'x-token': token } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
/** Asks for a signature that no worker begins, because nothing wakes one. */
const signLater = (
  { platform, admin }: TestService,
  { versionId }: PublishedApplication,
  credentials: string,
  by = admin.id,
) =>
  changeCatalog(platform.database, admin.orgId, async (tx) => {
    const version = await findVersionById(tx, admin.orgId, versionId);
    if (version === undefined) throw new Error('There is no such version.');
    await signWith(platform, tx, { type: 3, version, credentials, by });
    return { applications: [version.application], result: undefined };
  });

describe('a package that is signed', () => {
  test('takes the place of the uploaded one, which is kept', async () => {
    const before = await unsigned();
    const credentials = await storeCredentials(service);
    expect(await sign(service, before.id, credentials)).toMatchObject({ signing_status: 'in_progress' });
    const { application, ...top } = await signingEnds(service, before.id, 'signed');
    expect(top.signing_status_details).toMatch(
      /^Signed with “Release key”, whose certificate is valid until 2\d{3}-/,
    );
    expect(application.version).toMatchObject({
      id: before.versionId,
      sign_status: 1,
      signing_status: 'signed',
    });
    const delivered = application.version?.install_file;
    expect(delivered).toMatchObject({ action: 'sign', sign_credentials_id: credentials });
    expect(delivered?.id).not.toBe(before.fileId);
    const bytes = await download(delivered?.path ?? '');
    expect(bytes).toHaveLength(delivered?.size ?? 0);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(delivered?.checksum);
    expect((await readPackage(await files.write(bytes))).signing).toMatchObject({ signed: true });
    const rows = await rowsOf(before);
    expect(rows.map(({ action }) => action)).toEqual(['upload', 'sign']);
  });

  test('is signed anew from the uploaded file; the replaced one goes with a later sweep, the others stay', async () => {
    const before = await publish(service, { no_auth_delivery_enabled: true }, androidPackages.contactManager);
    const [first, second] = [
      await storeCredentials(service),
      await storeCredentials(service, {}, 'chain.p12'),
    ];
    await sign(service, before.id, first);
    await expect
      .poll(
        async () =>
          (await readSigning(service, before.id)).application.version?.install_file?.sign_credentials_id,
      )
      .toBe(first);
    await sign(service, before.id, second);
    await expect
      .poll(
        async () =>
          (await readSigning(service, before.id)).application.version?.install_file?.sign_credentials_id,
      )
      .toBe(second);
    expect((await rowsOf(before)).map(({ action, replaced }) => [action, replaced !== null])).toEqual([
      ['upload', false],
      ['sign', true],
      ['sign', false],
    ]);
    const stored = await rowsOf(before);
    await sweepBlobs(service.platform);
    expect(await rowsOf(before)).toHaveLength(3);
    await sweepBlobs(service.platform, -1000);
    expect((await rowsOf(before)).map(({ action }) => action)).toEqual(['upload', 'sign']);
    const { blobs } = service.platform;
    const sizes = await Promise.all(stored.map(({ sha256 }) => blobs.size('files', sha256)));
    expect(sizes).toEqual([stored[0]?.size, null, stored[2]?.size]);
    const original = await service.call(directOriginal, { params: { version: before.versionId } });
    expect([200, 302]).toContain(original.status);
  });

  test('of the key of the version before is no other certificate; of another key it is, or is refused', async () => {
    const app = await unsigned();
    const [own, other] = [await storeCredentials(service), await storeCredentials(service, {}, 'curve.p12')];
    await sign(service, app.id, own);
    await signingEnds(service, app.id, 'signed');
    await service.uploaded(addVersion, {
      token: service.admin.token,
      params: { application: app.id },
      data: {},
      files: {
        app_file: {
          bytes: apk(`org.example.signed${made}`, 2, { elements: [['uses-sdk', { minSdkVersion: 26 }]] }),
          name: 'b.apk',
        },
      },
    });
    const flag = async () => {
      const version = (await readSigning(service, app.id)).application.version?.id ?? '';
      return (await findVersionById(service.platform.database.db, service.admin.orgId, version))
        ?.other_certificate;
    };
    await sign(service, app.id, own);
    await signingEnds(service, app.id, 'signed');
    expect(await flag()).toBe(0);
    const refuse = (refuse_other_certificate: boolean) =>
      service.ok(updateOrganization, {
        token: service.admin.token,
        params: { org_id: service.admin.orgId },
        body: { refuse_other_certificate },
      });
    await refuse(true);
    await sign(service, app.id, other);
    expect((await signingEnds(service, app.id, 'error')).signing_status_details).toMatch(
      /^This version is signed with another key/,
    );
    expect(
      (await rowsOf(app)).filter(({ action, replaced }) => action === 'sign' && replaced === null),
    ).toHaveLength(2);
    await refuse(false);
    await sign(service, app.id, other);
    await signingEnds(service, app.id, 'signed');
    expect(await flag()).toBe(1);
  });
});

test('who asks again and again for the same signature gets it', async () => {
  const app = await unsigned();
  const credentials = await storeCredentials(service);
  await Promise.all(Array.from({ length: 5 }, () => sign(service, app.id, credentials)));
  const { db } = service.platform.database;
  const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'prepare_package').execute();
  expect(jobs.length).toBeLessThanOrEqual(1);
  await signingEnds(service, app.id, 'signed');
});

describe('what can’t be signed', () => {
  test('is refused at once where that is known', async () => {
    const app = await unsigned();
    const { token } = service.admin;
    const forgotten = await storeCredentials(service, { store_password: false });
    const ask = (application: string, credentials: string) =>
      service.refused(signApplication, { token, params: { application, credentials } });
    expect(await ask(app.id, forgotten)).toMatchObject({ status: 409, code: 1051 });
    expect(await readSigning(service, app.id)).toMatchObject({ signing_status: null });
    const usable = await storeCredentials(service);
    expect(await ask((await publishIos(service, 'org.example.ios')).id, usable)).toMatchObject({
      status: 409,
      code: 1053,
    });
    expect(await ask((await publishWeb(service, 'Web')).id, usable)).toMatchObject({
      status: 409,
      code: 1052,
    });
    expect(await ask(app.id, 'nobody')).toMatchObject({ status: 404 });
    expect(await ask('nobody', usable)).toMatchObject({ status: 404 });
  });

  test('ends as an error that says why, and is not offered until it is signed', async () => {
    const old = await unsigned({ elements: [['uses-sdk', { minSdkVersion: 16 }]] });
    const user = await service.makeUser();
    await makeGroup(service, 'Offered', { apps: [{ id: old.psk }], users: [user] });
    const session = await service.signIn(user, { operating_system: 110, operating_system_name: 'Android' });
    const offered = async () => (await service.ok(listCatalog, session)).applications.map(({ id }) => id);
    await sign(service, old.id, await storeCredentials(service, {}, 'curve.p12'));
    const { application, ...failed } = await signingEnds(service, old.id, 'error');
    expect(failed.signing_status_details).toMatch(/elliptic curve keys/);
    expect(application.version?.sign_status).toBe(3);
    expect(await offered()).not.toContain(old.id);
    await sign(service, old.id, await storeCredentials(service));
    await signingEnds(service, old.id, 'signed');
    expect(await offered()).toContain(old.id);
    const shown = await service.ok(readCatalogApplication, { ...session, params: { application: old.id } });
    expect(shown.application.signed_by).toEqual({
      name: 'Example Works Release',
      until: expect.stringMatching(/^2\d{3}-/),
    });
    await sign(service, old.id, await storeCredentials(service, {}, 'curve.p12'));
    await signingEnds(service, old.id, 'error');
    expect(await offered()).toContain(old.id);
  });
});

describe('whatever comes in between', () => {
  test('a newer request takes the place of the one before', async () => {
    const app = await unsigned();
    const [first, second] = [
      await storeCredentials(service),
      await storeCredentials(service, {}, 'legacy.p12'),
    ];
    await signLater(service, app, first);
    await sign(service, app.id, second);
    await signingEnds(service, app.id, 'signed');
    expect((await rowsOf(app)).map(({ sign_credentials_id }) => sign_credentials_id)).toEqual([null, second]);
  });

  test('deleting the credentials cancels what waits for them, and tells what they signed', async () => {
    const [done, waits] = [await unsigned(), await unsigned()];
    const credentials = await storeCredentials(service);
    await sign(service, done.id, credentials);
    await signingEnds(service, done.id, 'signed');
    await signLater(service, waits, credentials);
    const reported = await service.ok(deleteCredentials, {
      token: service.admin.token,
      params: { credentials },
    });
    expect(reported.deleted_credentials).toEqual({ psk: credentials, description: 'Release key' });
    expect(reported.applications.map(({ id }) => id)).toEqual([done.id]);
    expect(reported.warnings.map(({ error }) => error)).toEqual(['credentials_in_use', 'signing_cancelled']);
    expect(await readSigning(service, waits.id)).toMatchObject({ signing_status: 'cancelled' });
    expect((await readSigning(service, waits.id)).application.version?.sign_status).toBe(2);
  });

  test('a job that was deleted is a request that is cancelled', async () => {
    const app = await unsigned();
    await signLater(service, app, await storeCredentials(service));
    const { jobs } = await service.ok(listJobs, { token: service.admin.token });
    const job = jobs.find(({ kind }) => kind === 'prepare_package')?.id ?? '';
    await service.ok(deleteJob, { token: service.admin.token, params: { job } });
    await withoutGuard(service.platform.database.db)
      .updateTable('preparations')
      .set({ requested: '2026-01-01T00:00:00.000Z' })
      .where('version', '=', app.versionId)
      .execute();
    await cancelAbandoned(service.platform);
    expect(await readSigning(service, app.id)).toMatchObject({ signing_status: 'cancelled' });
  });

  test('an application that is deleted takes its request along, and no job fails for it', async () => {
    const app = await unsigned();
    await signLater(service, app, await storeCredentials(service));
    await service.ok(deleteApplication, { token: service.admin.token, params: { application: app.id } });
    service.platform.jobs.wake();
    await expect
      .poll(async () => {
        const { jobs } = await service.ok(listJobs, { token: service.admin.token });
        return jobs.filter(({ kind }) => kind === 'prepare_package');
      })
      .toEqual([]);
    expect(await rowsOf(app)).toEqual([]);
  });

  test('who asked may lose the role, and be deleted, before the package is made', async () => {
    const app = await unsigned();
    const { id } = await service.makeUser({ role: 8 });
    await signLater(service, app, await storeCredentials(service), id);
    const request = { token: service.admin.token, params: { user: id } };
    await service.ok(updateUser, { ...request, body: { role: 1 } });
    await service.ok(deleteUser, request);
    service.platform.jobs.wake();
    const { application } = await signingEnds(service, app.id, 'signed');
    expect(application.version?.sign_status).toBe(1);
  });

  test('a newer version leaves the signature of the one before to be made: people get that one meanwhile', async () => {
    const app = await unsigned();
    await signLater(service, app, await storeCredentials(service));
    const file = { bytes: apk(`org.example.signed${made}`, 2), name: 'app.apk' };
    const newer = await publishVersion(service, app, {}, file);
    service.platform.jobs.wake();
    const { db } = service.platform.database;
    await expect
      .poll(async () => (await findVersionById(db, service.admin.orgId, app.versionId))?.sign_status)
      .toBe(1);
    const latest = await findVersionById(db, service.admin.orgId, newer.versionId);
    expect([latest?.sign_status === 1, latest?.install_file]).toEqual([false, newer.fileId]);
  });

  test('a disk that takes nothing for a while delays the signature, and what is delivered stays', async () => {
    const app = await unsigned();
    const incoming = join(service.platform.config.dataDir, 'blobs', 'incoming');
    const credentials = await storeCredentials(service);
    await rename(incoming, `${incoming}-away`);
    await writeFile(incoming, '');
    await sign(service, app.id, credentials);
    const attempts = async () =>
      (await service.ok(listJobs, { token: service.admin.token })).jobs.find(
        ({ kind }) => kind === 'prepare_package',
      )?.attempts ?? 0;
    await expect.poll(attempts).toBeGreaterThan(0);
    expect((await readSigning(service, app.id)).application.version?.install_file?.id).toBe(app.fileId);
    await rename(incoming, `${incoming}-file`);
    await rename(`${incoming}-away`, incoming);
    await signingEnds(service, app.id, 'signed');
  });

  test('two processes make each package once', async () => {
    const { config, remove } = await testConfig({ limits: { jobBackOff: 100 } });
    const one = await startOn(config, remove);
    const other = await startOn(config, async () => undefined);
    const apps: PublishedApplication[] = [];
    const credentials = await storeCredentials(one);
    for (let count = 0; count < 6; count++) {
      apps.push(await publish(one, {}, { bytes: apk(`org.example.both${count}`), name: 'app.apk' }));
    }
    for (const [at, app] of apps.entries()) await sign(at % 2 === 0 ? one : other, app.id, credentials);
    for (const app of apps) await signingEnds(one, app.id, 'signed');
    const rows = await one.platform.database.db
      .selectFrom('install_files')
      .select('version')
      .where('action', '=', 'sign')
      .execute();
    expect(rows).toHaveLength(6);
    await other.stop();
    await one.stop();
  });
});
