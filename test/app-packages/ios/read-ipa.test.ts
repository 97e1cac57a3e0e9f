import { readFile } from 'node:fs/promises';
import { buildBinary } from 'plist';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readPackage } from '../../../mock-server/app-packages/read-package.ts';
import { writeZip } from '../../../mock-server/app-packages/zip/write-zip.ts';
import { buildCgbi } from '../../../mock-server/demo/build-cgbi.ts';
import { buildMachO } from '../../../mock-server/demo/build-mach-o.ts';
import { buildProfile } from '../../../mock-server/demo/build-profile.ts';
import { fatExecutable } from '../../fixtures/fat-executable.ts';
import { colourfulImage, testIpa } from '../../fixtures/ipa.ts';
import { applePackages } from '../../fixtures/real-packages.ts';
import { signedIpa } from '../../fixtures/signed-ipa.ts';
import { signingIdentity } from '../../fixtures/signing-identity.ts';
import { ecKey } from '../../fixtures/signing-keys.ts';
import { temporaryFiles } from '../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const whileValid = new Date('2026-06-01T00:00:00Z');
const read = async (bytes: Buffer, now = whileValid) => await readPackage(await files.write(bytes), { now });
const warningsOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).warnings.map(({ error }) => error);
const refusal = async (bytes: Buffer) => await read(bytes).catch((error: unknown) => error);

test('what Info.plist, profile and executable say', async () => {
  const bytes = testIpa();
  const info = await read(bytes);
  expect(info).toMatchObject({
    kind: 'ipa',
    platform: 'iOS',
    bundleId: 'org.example.depot',
    version: '2.4.1',
    build: '241',
    label: 'Depot',
    minOs: '14.2',
    formFactor: 3,
    urlScheme: 'depot',
    signing: { signed: false, schemes: [], certificateSha256: null, distribution: 'ad_hoc' },
    isAdhoc: true,
  });
  expect(info.size).toBe(bytes.length);
});

test('binary_metadata holds the property list, the profile, what can be signed, and the framework flag', async () => {
  const { binaryMetadata } = await read(testIpa());
  expect(binaryMetadata).toMatchObject({
    plist: { CFBundleIdentifier: 'org.example.depot', UIDeviceFamily: [1, 2] },
    profile: { name: 'Depot ad hoc', expires: '2027-01-01T00:00:00.000Z', provisioned_device_count: 1 },
    signables_info: [
      { bundle_id: 'org.example.depot', name: 'Depot', type: 'app', provisioning_profile: 'Depot ad hoc' },
    ],
    has_frameworks: false,
  });
  expect(JSON.parse(JSON.stringify(binaryMetadata))).toEqual(binaryMetadata);
});

test('device identifiers in a profile are not passed on', async () => {
  expect(JSON.stringify((await read(testIpa())).binaryMetadata)).not.toContain('00008030-');
});

test('extensions are signables with a profile of their own; a real framework sets the flag', async () => {
  const info = { CFBundleIdentifier: 'org.example.depot.widget', CFBundleName: 'Widget' };
  const profile = {
    name: 'Widget profile',
    bundleId: info.CFBundleIdentifier,
    distribution: 'ad_hoc',
  } as const;
  const dates = { created: new Date('2026-01-01'), expires: new Date('2027-01-01') };
  const { binaryMetadata } = await read(
    testIpa({
      files: [
        { name: 'PlugIns/Widget.appex/Info.plist', data: Buffer.from(buildBinary(info)) },
        {
          name: 'PlugIns/Widget.appex/embedded.mobileprovision',
          data: buildProfile({ ...profile, ...dates }),
        },
        { name: 'Frameworks/TNSCore.framework/TNSCore', data: await readFile(applePackages.deviceLibrary) },
      ],
    }),
  );
  expect(binaryMetadata).toMatchObject({
    signables_info: [
      { type: 'app' },
      {
        bundle_id: 'org.example.depot.widget',
        name: 'Widget',
        type: 'extension',
        provisioning_profile: 'Widget profile',
      },
    ],
    has_frameworks: true,
  });
});

test('the icon comes out as it went in, and ready for any decoder', async () => {
  const image = colourfulImage(120);
  image.rgba.forEach((_, i) => {
    if (i % 4 === 3) image.rgba[i] = 255;
  });
  const { icon } = await read(testIpa({ icon: image }));
  const decoded = await sharp(icon ?? Buffer.alloc(0))
    .raw()
    .toBuffer();
  expect(decoded.equals(image.rgba)).toBe(true);
});

test.each([
  [[1], 1],
  [[2], 2],
  [[1, 2], 3],
  [[], 1],
  [[1, 3], 1],
])('device families %j are form factor %i', async (devices, formFactor) => {
  expect((await read(testIpa({ devices }))).formFactor).toBe(formFactor);
});

test.each([
  ['development', true],
  ['ad_hoc', true],
  ['enterprise', false],
  ['store', false],
] as const)('a profile for %s: limited to its devices is %s', async (distribution, isAdhoc) => {
  const profile = {
    name: 'P',
    distribution,
    created: new Date('2026-01-01'),
    expires: new Date('2027-01-01'),
  };
  const info = await read(testIpa({ profile }));
  expect(info.signing.distribution).toBe(distribution);
  expect(info.isAdhoc).toBe(isAdhoc);
});

describe('warnings', () => {
  test('a signed app with a current profile has none', async () => {
    const bytes = await signedIpa(testIpa(), signingIdentity(ecKey(), '*'));
    expect(await warningsOf(bytes)).toEqual([]);
  });

  test('a signature that cannot be read', async () => {
    const changed = testIpa({ executable: buildMachO({ signature: Buffer.alloc(32, 1) }) });
    const info = await readPackage(await files.write(changed), { now: whileValid });
    expect(info.signing).toMatchObject({ signed: false, ipa: { problems: [{ code: 'malformed' }] } });
    expect(info.warnings.map(({ error }) => error)).toEqual(['signature_broken']);
  });

  test('arch_32_bits for an executable with only 32-bit slices', async () => {
    expect(await warningsOf(testIpa({ executable: buildMachO({ processor: 'armv7' }) }))).toContain(
      'arch_32_bits',
    );
    expect(await warningsOf(testIpa())).not.toContain('arch_32_bits');
  });

  test('an expired profile, and none at all', async () => {
    expect(await warningsOf(testIpa(), new Date('2027-01-01T00:00:01Z'))).toContain('profile_expired');
    expect(await warningsOf(testIpa({ profile: null }))).toContain('no_profile');
  });

  test('profiles that only the App Store, or only a developer, can use', async () => {
    const dates = { name: 'P', created: new Date('2026-01-01'), expires: new Date('2027-01-01') };
    expect(await warningsOf(testIpa({ profile: { ...dates, distribution: 'store' } }))).toContain(
      'store_profile',
    );
    expect(await warningsOf(testIpa({ profile: { ...dates, distribution: 'development' } }))).toContain(
      'debug_build',
    );
  });

  test('an icon that cannot be read', async () => {
    const whole = buildCgbi(colourfulImage(180));
    const broken = { name: 'AppIcon60x60@3x.png', data: whole.subarray(0, whole.length / 2) };
    expect(await warningsOf(testIpa({ files: [broken] }))).toContain('icon_unreadable');
  });
});

describe('refusals', () => {
  test('an app that the App Store has encrypted', async () => {
    expect(await refusal(testIpa({ executable: buildMachO({ cryptId: 1 }) }))).toMatchObject({
      code: 'encrypted_binary',
    });
  });

  test('an app for the simulator, ours and one by Apple’s own tools', async () => {
    expect(await refusal(testIpa({ executable: buildMachO({ platform: 'simulator' }) }))).toMatchObject({
      code: 'simulator_build',
    });
    const byApple = await readFile(applePackages.simulatorLibrary);
    expect(await refusal(testIpa({ executable: byApple }))).toMatchObject({ code: 'simulator_build' });
  });

  test('an identifier that is none', async () => {
    expect(await refusal(testIpa({ bundleId: '../etc' }))).toMatchObject({ code: 'invalid_identifier' });
    expect(await refusal(testIpa({ bundleId: '' }))).toMatchObject({ code: 'invalid_identifier' });
  });

  test('two apps in one package', async () => {
    const apps = ['One', 'Two'].map((name) => ({
      name: `Payload/${name}.app/Info.plist`,
      data: Buffer.alloc(0),
    }));
    expect(await refusal(writeZip(apps))).toMatchObject({ code: 'malformed_manifest' });
  });
});

test('a universal executable is judged by all of its slices', async () => {
  const slices = [buildMachO({ processor: 'armv7' }), buildMachO()];
  expect(await warningsOf(testIpa({ executable: fatExecutable(slices) }))).toEqual(['not_signed']);
  const encrypted = fatExecutable([buildMachO(), buildMachO({ cryptId: 1 })]);
  await expect(read(testIpa({ executable: encrypted }))).rejects.toMatchObject({ code: 'encrypted_binary' });
});

test('a library by Apple’s own linker is read like an executable of ours', async () => {
  const executable = await readFile(applePackages.deviceLibrary);
  expect(await warningsOf(testIpa({ executable }))).toEqual(['not_signed']);
});
