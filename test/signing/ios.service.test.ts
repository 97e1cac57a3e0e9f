import { buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import { applyPolicies } from '../../contract/application-policies.ts';
import { wrapStatuses } from '../../contract/common/codes.ts';
import { addCredentials } from '../../contract/credentials.ts';
import { readProvisioningProfile } from '../../mock-server/app-packages/ios/profiles/provisioning-profile.ts';
import { verifyIpa } from '../../mock-server/app-packages/ios/signature/verify/verify-ipa.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { buildMachO } from '../../mock-server/demo/build-mach-o.ts';
import { buildProfile } from '../../mock-server/demo/build-profile.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { openService } from '../setup/open-service.ts';
import { credentialsFile, iosCredentials } from '../setup/world/credentials.ts';
import { publish } from '../setup/world/publishing.ts';
import { readSigning, sign, signingEnds } from '../setup/world/signing.ts';

const service = await openService({ limits: { jobBackOff: 100 } });
const files = temporaryFiles();

const app = 'Payload/Demo.app/';
const [appId, widgetId] = ['org.example.depot', 'org.example.depot.widget'];
const widget = [
  {
    name: 'PlugIns/Widget.appex/Info.plist',
    data: Buffer.from(buildBinary({ CFBundleIdentifier: widgetId, CFBundleExecutable: 'Widget' })),
  },
  { name: 'PlugIns/Widget.appex/Widget', data: buildMachO(), unixMode: 0o100755 },
];

const both = { [appId]: '2046-01-01', [widgetId]: '2047-01-01' };

/** Stores credentials with a profile for each of these bundles, which ends on that day; returns their id. */
async function storeFor(ends: Readonly<Record<string, string>>): Promise<string> {
  const certificate = await credentialsFile('certificate.cer');
  const bundleIds = Object.keys(ends);
  const profiles = Object.entries(ends).map(([bundleId, end]) =>
    buildProfile({
      name: bundleId,
      bundleId,
      distribution: 'enterprise',
      created: new Date('2026-01-01'),
      expires: new Date(end),
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

/** The package that devices get now. */
async function delivered(id: string): Promise<string> {
  const { application } = await readSigning(service, id);
  const path = application.version?.install_file?.path ?? '';
  const response = await fetch(path, { headers: { 'x-token': service.admin.token } });
  return files.write(Buffer.from(await response.arrayBuffer()));
}
const verified = (path: string) => withZip(path, (zip) => verifyIpa(zip, app));
const holds = { verified: true, problems: [] };

test('an app with an extension is signed with a profile for each, and what is delivered holds', async () => {
  const { id } = await publishUnsigned();
  await sign(service, id, await storeFor(both));
  const { signing_status_details } = await signingEnds(service, id, 'signed');
  expect(signing_status_details).toBe(
    `Signed with “In-house”. Of its certificate and provisioning profiles, the profile “${appId}” ends first: on 2046-01-01.`,
  );
  expect(await verified(await delivered(id))).toMatchObject(holds);
});

test('the details say so when the certificate ends before the profiles', async () => {
  const { id } = await publishUnsigned();
  await sign(service, id, await storeFor({ [appId]: '2140-01-01', [widgetId]: '2140-01-01' }));
  const { signing_status_details } = await signingEnds(service, id, 'signed');
  expect(signing_status_details).toMatch(/, the certificate ends first: on 2126-\d\d-\d\d\.$/);
});

test('a policy’s document and the signature over it are made in one job', async () => {
  const { id } = await publishUnsigned();
  const answer = await service.call(applyPolicies, {
    token: service.admin.token,
    params: { application: id },
    body: {
      configurations: [{ policy_id: 'vendor.app-usage' }],
      credentials_id: await storeFor(both),
    },
  });
  expect(answer.status).toBe(202);
  const { application } = await signingEnds(service, id, 'signed');
  expect(application.version).toMatchObject({ wrap_status: wrapStatuses.ready, sign_status: 1 });
  const path = await delivered(id);
  expect(await verified(path)).toMatchObject(holds);
  const document = await withZip(path, (zip) => zip.read(`${app}vendor-policies.json`, 10_000));
  expect(JSON.parse(String(document))).toMatchObject({ policies: [{ policy_id: 'vendor.app-usage' }] });
  const rows = await service.platform.database.db
    .selectFrom('install_files')
    .select('action')
    .where('application', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['upload', 'sign']);
});

test('without a profile for the extension it is not signed, and the answer says why', async () => {
  const { id } = await publishUnsigned();
  await sign(service, id, await storeFor({ [appId]: '2046-01-01' }));
  const { signing_status_details } = await signingEnds(service, id, 'error');
  expect(signing_status_details).toMatch(
    /^org\.example\.[\w.]+: No provisioning profile of the credentials is for this part/,
  );
});

/** An executable of watches: 64-bit registers and 32-bit addresses (`CPU_TYPE_ARM64_32`, machine.h of the system's sources). */
function watchExecutable(): Buffer {
  const bytes = Buffer.from(buildMachO({ processor: 'armv7' }));
  bytes.writeUInt32LE(0x0200000c, 4);
  bytes.writeUInt32LE(1, 8);
  return bytes;
}

/** A bundle at this place in the app, whose executable has the name of its folder. */
function bundleAt(path: string, CFBundleIdentifier: string, more: object, executable = buildMachO()) {
  const CFBundleExecutable = path.replace(/^.*\/|\.\w+$/g, '');
  const plist = { CFBundleIdentifier, CFBundleExecutable, ...more };
  return [
    { name: `${path}/Info.plist`, data: Buffer.from(buildBinary(plist)) },
    { name: `${path}/${CFBundleExecutable}`, data: executable, unixMode: 0o100755 },
  ];
}

describe('an app with a watch app, its extension, an app clip with a widget, and frameworks in them', () => {
  const watch = 'Watch/Depot Watch.app';
  const watchExtension = `${watch}/PlugIns/Watch Extension.appex`;
  const clip = 'AppClips/Depot Clip.app';
  const clipWidget = `${clip}/PlugIns/Clip Widget.appex`;
  /** Where each program lies, and its identifier. */
  const programs = {
    '': appId,
    [`${watch}/`]: `${appId}.watchkitapp`,
    [`${watchExtension}/`]: `${appId}.watchkitapp.watchkitextension`,
    [`${clip}/`]: `${appId}.Clip`,
    [`${clipWidget}/`]: `${appId}.Clip.Widget`,
  };
  const identifiers = Object.values(programs);
  const extension = (point: string) => ({ NSExtension: { NSExtensionPointIdentifier: point } });
  const nested = [
    ...bundleAt(
      watch,
      `${appId}.watchkitapp`,
      { WKWatchKitApp: true, WKCompanionAppBundleIdentifier: appId },
      watchExecutable(),
    ),
    { name: `${watch}/_WatchKitStub/WK`, data: watchExecutable(), unixMode: 0o100755 },
    ...bundleAt(
      watchExtension,
      `${appId}.watchkitapp.watchkitextension`,
      extension('com.apple.watchkit'),
      watchExecutable(),
    ),
    ...bundleAt(`${watchExtension}/Frameworks/Steps.framework`, 'org.example.steps', {}, watchExecutable()),
    ...bundleAt(clip, `${appId}.Clip`, { NSAppClip: { NSAppClipRequestLocationConfirmation: false } }),
    ...bundleAt(clipWidget, `${appId}.Clip.Widget`, extension('com.apple.widgetkit-extension')),
    ...bundleAt('Frameworks/Shared.framework', 'org.example.shared', {}),
  ];
  const publishNested = () =>
    publish(service, {}, { bytes: testIpa({ profile: null, files: nested }), name: 'depot.ipa' });
  const ends = (bundles: readonly string[]) =>
    Object.fromEntries(bundles.map((bundle, at) => [bundle, `${2046 + at}-01-01`]));

  test('is signed with a profile of its own for each program', async () => {
    const { id } = await publishNested();
    await sign(service, id, await storeFor(ends(identifiers)));
    await signingEnds(service, id, 'signed');
    const path = await delivered(id);
    expect(await verified(path)).toMatchObject(holds);
    const found = await withZip(path, (zip) =>
      Promise.all(
        Object.keys(programs).map(async (folder) => {
          const bytes = await zip.read(`${app}${folder}embedded.mobileprovision`, 100_000);
          return bytes && readProvisioningProfile(bytes).bundleId;
        }),
      ),
    );
    expect(found).toEqual(identifiers);
    // Frameworks have no profile of their own: they are part of the program that they lie in.
    const embedded = await withZip(path, async (zip) =>
      zip.names().filter((name) => name.endsWith('.mobileprovision')),
    );
    expect(embedded).toHaveLength(identifiers.length);
    const { application } = await readSigning(service, id);
    const metadata = application.version?.install_file?.binary_metadata as {
      signables_info?: { bundle_id: string; type: string; provisioning_profile: string | null }[];
    };
    const reported = metadata.signables_info?.map((one) => [
      one.bundle_id,
      one.type,
      one.provisioning_profile,
    ]);
    const types = ['app', 'watch_app', 'extension', 'app_clip', 'extension'];
    expect(new Set(reported)).toEqual(new Set(identifiers.map((bundle, at) => [bundle, types[at], bundle])));
  });

  test.each(identifiers)(
    'is not signed without the profile for %s, and the answer names it',
    async (missing) => {
      const { id } = await publishNested();
      await sign(service, id, await storeFor(ends(identifiers.filter((one) => one !== missing))));
      const { signing_status_details } = await signingEnds(service, id, 'error');
      const sentence = 'No provisioning profile of the credentials is for this part';
      expect(signing_status_details?.slice(0, missing.length + 2 + sentence.length)).toBe(
        `${missing}: ${sentence}`,
      );
    },
  );
});
