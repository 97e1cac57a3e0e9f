import { buildBinary } from 'plist';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCredentials } from '../../contract/credentials.ts';
import { buildMachO } from '../../mock-server/demo/build-mach-o.ts';
import { buildProfile } from '../../mock-server/demo/build-profile.ts';
import { verifyIpa } from '../../mock-server/platform/packages/ios/signature/verify/verify-ipa.ts';
import { withZip } from '../../mock-server/platform/packages/zip/open-zip.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { credentialsFile, iosCredentials } from '../setup/credentials.ts';
import { publish } from '../setup/publishing.ts';
import { startService, type TestService } from '../setup/service.ts';
import { sign, signingEnds } from '../setup/signing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ limits: { jobBackOff: 100 } });
});
afterAll(() => service.stop());
const files = temporaryFiles();

const [appId, widgetId] = ['org.example.depot', 'org.example.depot.widget'];
const widget = [
  {
    name: 'PlugIns/Widget.appex/Info.plist',
    data: Buffer.from(buildBinary({ CFBundleIdentifier: widgetId, CFBundleExecutable: 'Widget' })),
  },
  { name: 'PlugIns/Widget.appex/Widget', data: buildMachO(), unixMode: 0o100755 },
];

/** Stores credentials with a profile for each of these bundles; returns their id. */
async function storeFor(...bundleIds: string[]): Promise<string> {
  const certificate = await credentialsFile('certificate.cer');
  const profiles = bundleIds.map((bundleId) =>
    buildProfile({
      name: bundleId,
      bundleId,
      distribution: 'enterprise',
      created: new Date('2026-01-01'),
      expires: new Date('2046-01-01'),
      certificates: [certificate],
    }),
  );
  const body = await iosCredentials({
    provisioning_profile_file_names: bundleIds.map((bundleId) => `${bundleId}.mobileprovision`),
    provisioning_profiles_base64: profiles.map((profile) => profile.toString('base64')),
    provisioning_profile_names: bundleIds,
  });
  return (await service.ok(addCredentials, { token: service.admin.token, body })).credentials_id;
}

const publishUnsigned = () =>
  publish(service, {}, { bytes: testIpa({ profile: null, files: widget }), name: 'depot.ipa' });

test('an app with an extension is signed with a profile for each, and what is delivered holds', async () => {
  const { id } = await publishUnsigned();
  await sign(service, id, await storeFor(appId, widgetId));
  const { application } = await signingEnds(service, id, 'signed');
  const path = application.version?.install_file?.path ?? '';
  const response = await fetch(path, { headers: { 'x-token': service.admin.token } });
  const delivered = await files.write(Buffer.from(await response.arrayBuffer()));
  expect(await withZip(delivered, (zip) => verifyIpa(zip, 'Payload/Demo.app/'))).toMatchObject({
    verified: true,
    problems: [],
  });
});

test('without a profile for the extension it is not signed, and the answer says why', async () => {
  const { id } = await publishUnsigned();
  await sign(service, id, await storeFor(appId));
  const { signing_status_details } = await signingEnds(service, id, 'error');
  expect(signing_status_details).toContain('No provisioning profile of the credentials is for this part');
});
