import { readFile } from 'node:fs/promises';
import { Apk } from 'node-apk';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readPackage } from '../../../mock-server/app-packages/read-package.ts';
import { toolFacts } from '../../fixtures/inspected/files.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';

const packages = Object.entries(androidPackages);
const codesOf = ({ warnings }: { warnings: { error: string }[] }) => warnings.map(({ error }) => error);

/** What an independent parser says of the same file. */
async function byOracle(path: string) {
  const apk = new Apk(path);
  const manifest = await apk.getManifestInfo();
  const label = manifest.applicationLabel;
  const labels = typeof label === 'number' ? (await apk.getResources()).resolve(label) : [];
  const unlocalized = labels.find(({ locale }) => locale === undefined)?.value;
  return {
    bundleId: manifest.package,
    version: manifest.versionName ?? null,
    build: Number.isNaN(manifest.versionCode) ? null : String(manifest.versionCode),
    label: typeof label === 'string' ? label : (unlocalized ?? null),
  };
}

describe.each(packages)('%s', (name, path) => {
  test('permissions are those that aapt lists, with those of old targets', async () => {
    expect((await readPackage(path)).binaryMetadata['permissions']).toEqual(toolFacts[name]?.permissions);
  });

  test('identity, versions and label are those of an independent parser', async () => {
    const { bundleId, version, build, label } = await readPackage(path);
    expect({ bundleId, version, build, label }).toEqual(await byOracle(path));
  });

  test('the icon, where there is one, is a PNG that decodes', async () => {
    const { icon } = await readPackage(path);
    if (icon === null) return;
    const { format, width, height } = await sharp(icon).metadata();
    expect(format).toBe('png');
    expect(width).toBe(height);
    expect((await sharp(icon).raw().toBuffer()).length).toBeGreaterThan(0);
  });

  test('what is found can be stored as JSON and read back the same', async () => {
    const { binaryMetadata, warnings } = await readPackage(path);
    expect(JSON.parse(JSON.stringify({ binaryMetadata, warnings }))).toEqual({ binaryMetadata, warnings });
  });
});

test.each([
  ['apiDemos', '4.2', ['v1', 'v2'], 96],
  ['settings', '8.0', ['v2'], 192],
  ['automationServer', '8.0', ['v2', 'v3'], null],
  ['contactManager', '2.0', ['v1'], 72],
] as const)(
  '%s: oldest system, signature schemes that devices look at and the densest icon',
  async (name, minOs, schemes, side) => {
    const info = await readPackage(androidPackages[name]);
    expect(info).toMatchObject({ kind: 'apk', platform: 'Android', minOs, formFactor: 3, isAdhoc: false });
    expect(info.signing).toMatchObject({ signed: true, schemes });
    const width = info.icon === null ? null : (await sharp(info.icon).metadata()).width;
    expect(width).toBe(side);
  },
);

test('the signer is known by the SHA-256 of its certificate, under every scheme', async () => {
  const androidTestKey = 'a40da80a59d170caa950cf15c18c454d47a39b26989d8b640ecd745ba71bf5dc';
  const signers = await Promise.all(
    [androidPackages.contactManager, androidPackages.automationServer].map(
      async (path) => await readPackage(path),
    ),
  );
  expect(signers.map(({ signing }) => signing.certificateSha256)).toEqual([androidTestKey, androidTestKey]);
  const [fromBlock, fromJar] = await Promise.all([
    readPackage(androidPackages.apiDemos),
    new Apk(androidPackages.apiDemos).getCertificateInfo(),
  ]);
  const oracle = fromJar[0]?.bytes ?? new Uint8Array();
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(oracle))).toString('hex');
  expect(fromBlock.signing.certificateSha256).toBe(digest);
});

test('a package without a label takes the name of its file', async () => {
  const path = androidPackages.automationServer;
  expect((await readPackage(path, { fileName: 'C:\\builds\\Automation server.apk' })).label).toBe(
    'Automation server',
  );
  expect((await readPackage(path)).label).toBeNull();
});

test('the uploader is told of debug builds and of targets that devices refuse', async () => {
  expect(codesOf(await readPackage(androidPackages.settings))).toEqual(['debug_build']);
  expect(codesOf(await readPackage(androidPackages.unlock))).toEqual(['debug_build', 'target_sdk_too_old']);
});

test('two versions of one application have the same identity', async () => {
  const older = await readPackage(androidPackages.apiDemosOlder);
  const newer = await readPackage(androidPackages.apiDemos);
  expect(older.bundleId).toBe(newer.bundleId);
  expect([older.version, newer.version]).toEqual([null, '5.0.0']);
});

test('the size is the size of the file', async () => {
  const bytes = await readFile(androidPackages.keyboard);
  expect((await readPackage(androidPackages.keyboard)).size).toBe(bytes.length);
});
