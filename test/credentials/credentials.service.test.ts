import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addCredentials, listCredentials } from '../../contract/credentials.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { buildProfile } from '../../mock-server/demo/build-profile.ts';
import { seal, unseal } from '../../mock-server/features/credentials/encryption.ts';
import { scheduleExpiryNotices } from '../../mock-server/features/credentials/expiry-notices.ts';
import { findCredentialsById } from '../../mock-server/features/credentials/store.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { androidCredentials, credentialsFile, iosCredentials } from '../setup/world/credentials.ts';
import { apk, publish } from '../setup/world/publishing.ts';
import { sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';

const service = await openService();

const warningsOf = async (id: string) =>
  (await service.ok(listCredentials, { token: service.admin.token })).credentials
    .find(({ psk }) => psk === id)
    ?.warnings.map(({ error }) => error);
const expireIn = (id: string, days: number) =>
  withoutGuard(service.platform.database.db)
    .updateTable('credentials')
    .set({ expires: new Date(Date.now() + days * 24 * 3_600_000).toISOString() })
    .where('id', '=', id)
    .execute();
const mails = async () => {
  const outbox = join(service.platform.config.dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
};

test('what expires within 30 days has a warning, and administrators get one mail', async () => {
  const id = await storeCredentials(service, { description: 'Ending' });
  expect(await warningsOf(id)).toEqual([]);
  await expireIn(id, 29);
  expect(await warningsOf(id)).toEqual(['certificate_expires']);
  await scheduleExpiryNotices(service.platform);
  await expect.poll(async () => (await mails()).filter((mail) => mail.includes('Ending')).length).toBe(1);
  await scheduleExpiryNotices(service.platform);
  await expireIn(id, -1);
  expect(await warningsOf(id)).toEqual(['certificate_expired']);
  expect((await mails()).filter((mail) => mail.includes('Ending'))).toHaveLength(1);
});

test('a provisioning profile that ends has a mail of its own, once, in the language of the organization', async () => {
  const { token, orgId } = service.admin;
  const certificate = await credentialsFile('certificate.cer');
  const day = 24 * 3_600_000;
  const profile = (name: string, days: number) =>
    buildProfile({
      name,
      bundleId: `org.example.${name}`,
      distribution: 'enterprise',
      created: new Date('2026-01-01'),
      expires: new Date(Date.now() + days * day),
      certificates: [certificate],
    }).toString('base64');
  await service.ok(updateOrganization, { token, params: { org_id: orgId }, body: { mail_language: 'de' } });
  const body = await iosCredentials({
    provisioning_profile_file_names: ['Profile-One', 'Profile-Two'].map((name) => `${name}.mobileprovision`),
    provisioning_profiles_base64: [profile('Profile-One', 29), profile('Profile-Two', 300)],
    provisioning_profile_names: ['Profile-One', 'Profile-Two'],
  });
  const { credentials_id: id } = await service.ok(addCredentials, { token, body });
  // In the encoding of mail: quoted-printable, with continued lines.
  const reported = async (name: string) =>
    (await mails())
      .map((mail) => mail.replace(/=\r?\n/g, ''))
      .filter((mail) => mail.includes('Bereitstellungsprofil') && mail.includes(name)).length;
  await scheduleExpiryNotices(service.platform);
  await expect.poll(() => reported('Profile-One'), { timeout: timeouts.step }).toBe(1);
  await scheduleExpiryNotices(service.platform);
  // Time passes: the second ends within 30 days too, after the first.
  const { db } = service.platform.database;
  const row = await findCredentialsById(db, orgId, id);
  if (row === undefined) throw new Error('There are no such credentials.');
  const passes = (text: string) =>
    text.replaceAll(
      new Date(Date.now() + 300 * day).toISOString().slice(0, 10),
      new Date(Date.now() + 30 * day).toISOString().slice(0, 10),
    );
  await withoutGuard(db)
    .updateTable('credentials')
    .set({ metadata: passes(row.metadata), profiles_end: passes(row.profiles_end ?? '') })
    .where('id', '=', id)
    .execute();
  await scheduleExpiryNotices(service.platform);
  await expect.poll(() => reported('Profile-Two'), { timeout: timeouts.step }).toBe(1);
  await scheduleExpiryNotices(service.platform);
  expect([await reported('Profile-One'), await reported('Profile-Two')]).toEqual([1, 1]);
  expect((await findCredentialsById(db, orgId, id))?.told).toBeNull();
  await service.ok(updateOrganization, { token, params: { org_id: orgId }, body: { mail_language: 'en' } });
});

test('what was stored without its password says that nothing can be signed with it', async () => {
  const id = await storeCredentials(service, { store_password: false });
  expect(await warningsOf(id)).toEqual(['password_not_stored']);
  expect(
    await warningsOf(
      await storeCredentials(service, { store_password: false, password: '' }, 'unprotected.p12'),
    ),
  ).toEqual([]);
});

test('a certificate that has expired since it was stored ends signing with an error that says so', async () => {
  const id = await storeCredentials(service);
  const { db } = service.platform.database;
  const row = await findCredentialsById(db, service.admin.orgId, id);
  if (row === undefined) throw new Error('There are no such credentials.');
  const p12 = (await credentialsFile('expired.p12')).toString('base64');
  const material = { ...unseal(service.platform.secrets, row), p12 };
  await withoutGuard(db)
    .updateTable('credentials')
    .set(seal(service.platform.secrets, row, material, true))
    .where('id', '=', id)
    .execute();
  const app = await publish(service, {}, { bytes: apk('org.example.late'), name: 'app.apk' });
  await sign(service, app.id, id);
  expect((await signingEnds(service, app.id, 'error')).signing_status_details).toMatch(
    /^The certificate has expired/,
  );
});

test('another organization sees and uses none of them', async () => {
  const { orgId } = await service.makeOrganization();
  const { token } = service.admin;
  const { credentials_id: theirs } = await service.ok(addCredentials, {
    token,
    org: orgId,
    body: await androidCredentials(),
  });
  const list = async (org?: string) =>
    (await service.ok(listCredentials, { token, ...(org && { org }) })).credentials.map(({ psk }) => psk);
  expect(await list()).not.toContain(theirs);
  expect(await list(orgId)).toEqual([theirs]);
});
