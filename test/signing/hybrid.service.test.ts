import { expect, test } from 'vitest';
import type { Hybrid } from '../../contract/application-fields.ts';
import { listCatalog } from '../../contract/catalog.ts';
import { signApplication } from '../../contract/credentials.ts';
import { installApplication } from '../../contract/downloads.ts';
import { verifyCms } from '../../mock-server/app-packages/formats/asn1/verify-cms.ts';
import { readConfigurationProfile } from '../../mock-server/app-packages/ios/profiles/configuration-profile.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { openService } from '../setup/open-service.ts';
import { iosCredentials } from '../setup/world/credentials.ts';
import { androidPhone, iPad } from '../setup/world/people.ts';
import { makeGroup, type PublishedApplication, publish } from '../setup/world/publishing.ts';
import { readSigning, sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';

const service = await openService();
const files = temporaryFiles();

const url = 'https://shop.example.org/';
const build = (platform: Hybrid['platform']) =>
  publish(service, { app_name: 'Shop', hybrid: { url, platform } });

/** What somebody downloads whose group has an application; null while it is not offered. */
async function downloaded(app: PublishedApplication, device: typeof iPad): Promise<Buffer | null> {
  const user = await service.makeUser();
  await makeGroup(service, undefined, { apps: [{ id: app.psk }], users: [user] });
  const who = await service.signIn(user, device);
  if ((await service.ok(listCatalog, who)).applications.length === 0) return null;
  const found = await service.call(installApplication, { params: { application: app.id }, query: who });
  const response = await fetch(found.headers.get('location') ?? '');
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('a package that was built is signed and downloaded, and holds', async () => {
  const app = await build('Android');
  expect(await downloaded(app, androidPhone)).toBe(null);
  await sign(service, app.id, await storeCredentials(service));
  const { application } = await signingEnds(service, app.id, 'signed');
  const bytes = await downloaded(app, androidPhone);
  expect(bytes).toHaveLength(application.version?.install_file?.size ?? 0);
  expect(await readPackage(await files.write(bytes ?? Buffer.alloc(0)))).toMatchObject({
    bundleId: application.bundle_id,
    label: 'Shop',
    signing: { signed: true, schemes: ['v3'] },
  });
});

test('a web clip is installed without a signature, and with one when it has it; what was built is kept', async () => {
  const app = await build('iOS');
  const unsigned = await downloaded(app, iPad);
  const credentials = await storeCredentials(service, await iosCredentials());
  expect(await sign(service, app.id, credentials)).toMatchObject({ signing_status: 'in_progress' });
  expect(await downloaded(app, iPad)).not.toBe(null);
  const { application, ...top } = await signingEnds(service, app.id, 'signed');
  expect(top.signing_status_details).toMatch(/^Signed with “In-house”, whose certificate is valid until 2/);
  expect(application.version?.install_file).toMatchObject({
    action: 'sign',
    sign_credentials_id: credentials,
    mime: 'application/x-apple-aspen-config',
  });
  const signed = (await downloaded(app, iPad)) ?? Buffer.alloc(0);
  expect(verifyCms(signed, null, 'malformed_configuration')?.certificate.subject).toContain('CN=');
  expect(signed.includes(unsigned ?? '')).toBe(true);
  expect(await readConfigurationProfile(await files.write(signed))).toMatchObject({
    identifier: application.bundle_id,
    signed: true,
  });
  const rows = service.platform.database.db.selectFrom('install_files').select(['action', 'replaced']);
  expect(await rows.where('application', '=', app.id).orderBy('id').execute()).toEqual([
    { action: 'upload', replaced: null },
    { action: 'sign', replaced: null },
  ]);
});

test('a web clip is not signed with credentials for Android, and no profile of others is', async () => {
  const app = await build('iOS');
  const ask = async (application: string, more: Parameters<typeof storeCredentials>[1]) => {
    const params = { application, credentials: await storeCredentials(service, more) };
    return service.refused(signApplication, { token: service.admin.token, params });
  };
  expect(await ask(app.id, {})).toMatchObject({ status: 409, code: 1053 });
  expect(await readSigning(service, app.id)).toMatchObject({ signing_status: null });
  const bytes = (await downloaded(app, iPad)) ?? Buffer.alloc(0);
  const uploaded = await publish(service, {}, { bytes, name: 'wifi.mobileconfig' });
  expect(await ask(uploaded.id, await iosCredentials())).toMatchObject({ status: 409, code: 1052 });
});
