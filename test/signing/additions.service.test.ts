import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { requestPackage } from '../../mock-server/features/signing/facade.ts';
import { findVersionById } from '../../mock-server/features/signing/store.ts';
import { changeCatalog } from '../../mock-server/platform/database/changes/changes.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { openService } from '../setup/open-service.ts';
import { apk, type PublishedApplication, publish } from '../setup/world/publishing.ts';
import { readSigning, sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';

const service = await openService();
const files = temporaryFiles();

const document = { path: 'assets/policies.json', content: '{"policies":[]}' };
const columns = { applying: 2, needsSigning: 3, ready: 1 };

/** Asks as policies do. */
async function request(app: PublishedApplication, wanted: Parameters<typeof requestPackage>[3]) {
  const { platform, admin } = service;
  const reported = await changeCatalog(platform.database, admin.orgId, async (tx) => {
    await tx
      .updateTable('versions')
      .set({ wrap_status: columns.applying })
      .where('id', '=', app.versionId)
      .execute();
    const version = await findVersionById(tx, admin.orgId, app.versionId);
    if (version === undefined) throw new Error('There is no such version.');
    return { applications: [app.id], result: await requestPackage(platform, tx, version, wanted) };
  });
  platform.jobs.wake();
  return reported;
}
const read = async (app: PublishedApplication) => (await readSigning(service, app.id)).application.version;
const statusOf = async (app: PublishedApplication) => (await read(app))?.wrap_status;
async function delivered(app: PublishedApplication) {
  const path = (await read(app))?.install_file?.path ?? '';
  const response = await fetch(path, { headers: { 'x-token': service.admin.token } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, path: await files.write(bytes) };
}
const contentOf = (path: string) => withZip(path, async (zip) => String(await zip.read(document.path, 1000)));

test('a signed package stays delivered while what was put into it waits for a signature', async () => {
  const app = await publish(service, {}, androidPackages.contactManager);
  expect(await request(app, { additions: [document], credentials: null })).toBe('requested');
  await expect.poll(() => statusOf(app)).toBe(columns.needsSigning);
  expect((await read(app))?.install_file?.id).toBe(app.fileId);
  await sign(service, app.id, await storeCredentials(service));
  await expect.poll(() => statusOf(app)).toBe(columns.ready);
  const made = await delivered(app);
  expect(await contentOf(made.path)).toBe(document.content);
  expect((await readPackage(made.path)).signing).toMatchObject({ signed: true, schemes: ['v1', 'v2', 'v3'] });
});

test('one signature and additions are made in one job; without additions, signed again', async () => {
  const app = await publish(service, {}, androidPackages.settings);
  const credentials = await storeCredentials(service);
  await request(app, { additions: [document], credentials });
  await signingEnds(service, app.id, 'signed');
  expect(await statusOf(app)).toBe(columns.ready);
  await request(app, { additions: [] });
  await expect.poll(() => statusOf(app)).toBe(0);
  const made = await delivered(app);
  expect(await contentOf(made.path)).toBe('null');
  expect((await readPackage(made.path)).signing.signed).toBe(true);
});

test('without additions and signature, the uploaded bytes are delivered again', async () => {
  const app = await publish(service, {}, androidPackages.unlock);
  const before = createHash('sha256')
    .update((await delivered(app)).bytes)
    .digest('hex');
  await request(app, { additions: [document], credentials: await storeCredentials(service) });
  await expect.poll(() => statusOf(app)).toBe(columns.ready);
  expect(await request(app, { additions: [], credentials: null })).toBe('restored');
  const version = await read(app);
  expect(version).toMatchObject({ id: app.versionId, wrap_status: 0, signing_status: 'signed' });
  expect(version?.install_file).toMatchObject({ id: app.fileId, action: 'upload', checksum: before });
});

test('an unsigned package with additions is made without a signature, and offered to nobody', async () => {
  const app = await publish(service, {}, { bytes: apk('org.example.wrapped'), name: 'app.apk' });
  await request(app, { additions: [document], credentials: null });
  await expect.poll(() => statusOf(app)).toBe(columns.needsSigning);
  expect((await read(app))?.install_file?.action).toBe('wrap');
  expect(await contentOf((await delivered(app)).path)).toBe(document.content);
  const row = await findVersionById(service.platform.database.db, service.admin.orgId, app.versionId);
  expect(row?.withheld).toBe(1);
  await sign(service, app.id, await storeCredentials(service));
  await signingEnds(service, app.id, 'signed');
  expect(await statusOf(app)).toBe(columns.ready);
  expect(await contentOf((await delivered(app)).path)).toBe(document.content);
});
