import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBinary } from 'plist';
import { afterAll, describe, expect, test } from 'vitest';
import { findSections } from '../../mock-server/app-packages/android/signature/signing-block.ts';
import { readLayout } from '../../mock-server/app-packages/ios/mach-o/mach-layout.ts';
import { slot } from '../../mock-server/app-packages/ios/signature/blobs.ts';
import { BrokenCode } from '../../mock-server/app-packages/ios/signature/problems.ts';
import { readParts } from '../../mock-server/app-packages/ios/signature/verify/directory.ts';
import { SealCheck } from '../../mock-server/app-packages/ios/signature/verify/verify-seal.ts';
import { PackageError } from '../../mock-server/app-packages/package-error.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { writeZip, type ZipSource } from '../../mock-server/app-packages/zip/write-zip.ts';
import { buildMachO } from '../../mock-server/demo/build-mach-o.ts';
import { buildProfile } from '../../mock-server/demo/build-profile.ts';
import { preparedFile, preparePackageKind } from '../../mock-server/packages-worker/kinds/prepare-package.ts';
import { readPackageKind } from '../../mock-server/packages-worker/kinds/read-package.ts';
import { WorkerPool } from '../../mock-server/platform/workers/pool.ts';
import { testApk } from '../fixtures/apk.ts';
import { fatExecutable } from '../fixtures/fat-executable.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { mutated, numbers } from '../fixtures/mutate.ts';
import { proofOf, rotatedApk } from '../fixtures/rotated-apk.ts';
import { ecKey } from '../fixtures/signing-keys.ts';
import { byTier } from '../setup/run/tier.ts';
import { credentialsFile } from '../setup/world/credentials.ts';

/** How many packages are changed at each part of a signature; `PACKAGE_MUTATIONS=2400` for far more. */
const mutations = Number(process.env['PACKAGE_MUTATIONS'] ?? byTier(40, 180)) / 20;

const directory = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
/** The workers' limits of time and memory apply to each package, and exceeding them is a failure. */
const pool = new WorkerPool({ directory });
const failures: string[] = [];
pool.onFailure = (task, { message }) => failures.push(`${task}: ${message}`);
afterAll(async () => {
  await pool.close();
  await rm(directory, { recursive: true });
});

let count = 0;
async function written(bytes: Buffer): Promise<string> {
  count += 1;
  const path = join(directory, `package-${count}`);
  await writeFile(path, bytes);
  return path;
}

type Platform = 'ios' | 'android';
type Random = () => number;

const app = 'Payload/Demo.app/';
const extension = 'PlugIns/Both.appex';
const profile = buildProfile({
  name: 'All',
  bundleId: '*',
  distribution: 'enterprise',
  created: new Date('2026-01-01'),
  expires: new Date('2046-01-01'),
  certificates: [await credentialsFile('certificate.cer')],
});
const p12 = (await credentialsFile('modern.p12')).toString('base64');

/** Signs a package as the service does, and reads what came out. */
const signed = (platform: Platform, bytes: Buffer, withProfile = profile): Promise<Buffer> => {
  const profiles = platform === 'ios' ? [withProfile.toString('base64')] : [];
  const input = { platform, additions: [], material: { p12, password: 'secret', profiles } };
  return pool.run(preparePackageKind, { owner: 'a', input, files: { package: bytes } }, (_output, made) =>
    made.read(preparedFile, 1e8),
  );
};
const read = (bytes: Buffer) =>
  pool.run(
    readPackageKind,
    { owner: 'a', input: { fileName: 'a' }, files: { package: bytes } },
    ({ facts }) => facts.signing.signed,
  );

/** `done`, the code of a refusal, or any other error as a text. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof PackageError || error instanceof BrokenCode ? error.code : String(error),
  );
/** The permitted results for a mutated package. A signature of ours that is not valid is a fault of ours. */
const isAnswer = (reported: string) => /^[a-z_\d]+$/.test(reported) && reported !== 'signing_not_verified';

/** Verifies and signs packages that were changed so. */
async function tryAll(platform: Platform, seed: number, change: (random: Random) => Buffer): Promise<void> {
  const random = numbers(seed);
  for (let i = 0; i < mutations; i++) {
    const bytes = change(random);
    const reported = [await outcome(read(bytes)), await outcome(signed(platform, bytes))];
    expect(reported.filter((one) => !isAnswer(one))).toEqual([]);
  }
  expect(failures).toEqual([]);
}

/** A copy of `bytes` in which those from `start` to `end` are mutated. The length stays, because offsets refer to it. */
function changedWithin(bytes: Buffer, [start, end]: readonly [number, number], random: Random): Buffer {
  const part = Buffer.alloc(end - start);
  mutated(bytes.subarray(start, end), random).copy(part);
  return Buffer.concat([bytes.subarray(0, start), part, bytes.subarray(end)]);
}

const sourcesOf = async (bytes: Buffer): Promise<ZipSource[]> =>
  withZip(await written(bytes), (zip) =>
    Promise.all(
      [...zip.entries.values()].map(async ({ name, unixMode }) => ({
        name,
        unixMode,
        data: (await zip.read(name, 1e8)) ?? Buffer.alloc(0),
      })),
    ),
  );
const withChanged = (sources: readonly ZipSource[], name: string, change: (data: Buffer) => Buffer) =>
  writeZip(
    sources.map((source) => (source.name === name ? { ...source, data: change(source.data) } : source)),
  );

describe('of an iOS package, each part of the signature, changed at places that a seed tells:', async () => {
  const unsigned = testIpa({
    icon: null,
    files: [
      {
        name: `${extension}/Info.plist`,
        data: Buffer.from(
          buildBinary({ CFBundleIdentifier: 'org.example.depot.both', CFBundleExecutable: 'Both' }),
        ),
      },
      { name: `${extension}/Both`, data: fatExecutable([buildMachO(), buildMachO()]) },
    ],
  });
  const sources = await sourcesOf(await signed('ios', unsigned));
  const executable = sources.find(({ name }) => name === `${app}Demo`)?.data ?? Buffer.alloc(0);
  const cut = (start: number, length: number) => Promise.resolve(executable.subarray(start, start + length));
  const layout = await readLayout(cut, { offset: 0, bytes: executable.length }, 'Demo');
  const start = layout.signature?.offset ?? 0;
  const parts = readParts(executable.subarray(start));
  const placeOf = (kind: number): [number, number] => {
    const bytes = parts.get(kind)?.bytes ?? Buffer.alloc(0);
    const at = executable.indexOf(bytes, start);
    return [at, at + bytes.length];
  };

  test.each([
    ['the load commands', [0, layout.head.length] as const],
    ['the list of its parts', [start, start + 12 + parts.size * 8] as const],
    ['the code directory', placeOf(slot.codeDirectory)],
    ['the entitlements', placeOf(slot.entitlements)],
    ['the message of the signer', placeOf(slot.cms)],
  ])('%s', async (_name, range) => {
    expect(range[1]).toBeGreaterThan(range[0]);
    await tryAll('ios', range[0], (random) =>
      withChanged(sources, `${app}Demo`, (data) => changedWithin(data, range, random)),
    );
  });

  test('the header of a universal executable', async () => {
    expect.hasAssertions();
    await tryAll('ios', 1, (random) =>
      withChanged(sources, `${app}${extension}/Both`, (data) => changedWithin(data, [0, 48], random)),
    );
  });

  test.each(['_CodeSignature/CodeResources', 'embedded.mobileprovision', 'Info.plist'])(
    '%s',
    async (name) => {
      expect.hasAssertions();
      await tryAll('ios', name.length, (random) =>
        withChanged(sources, app + name, (data) => mutated(data, random)),
      );
    },
  );

  test('a profile that is to sign', async () => {
    const random = numbers(profile.length);
    for (let i = 0; i < mutations; i++) {
      expect(await outcome(signed('ios', unsigned, mutated(profile, random)))).toSatisfy(isAnswer);
    }
    expect(failures).toEqual([]);
  });

  test('the seal, also where its signer would vouch for it', async () => {
    const path = await written(writeZip(sources));
    const seal = sources.find(({ name }) => name === `${app}_CodeSignature/CodeResources`)?.data;
    const random = numbers(7);
    for (let i = 0; i < 20 * mutations; i++) {
      const changed = mutated(seal ?? Buffer.alloc(0), random);
      const check = withZip(path, (zip) => new SealCheck(zip).check(changed, app, `${app}Demo`, () => []));
      expect(await outcome(check)).toSatisfy(isAnswer);
    }
  });
});

describe('of an Android package, each part of the signature, changed at places that a seed tells:', async () => {
  const everyScheme = await signed('android', testApk({ elements: [['uses-sdk', { minSdkVersion: 21 }]] }));
  const [older, newer] = [ecKey(), ecKey()];
  const packages = {
    'the signing block': everyScheme,
    'the signing block with a proof of rotation': await rotatedApk(newer, proofOf([older, newer])),
  };

  test.each(Object.entries(packages))('%s', async (_name, bytes) => {
    const sections = await withZip(await written(bytes), findSections);
    const range = [sections?.entriesEnd ?? 0, sections?.directory ?? 0] as const;
    expect(range[1]).toBeGreaterThan(range[0]);
    await tryAll('android', range[1], (random) => changedWithin(bytes, range, random));
  });

  test.each([/MANIFEST\.MF$/, /\.SF$/, /\.(RSA|EC)$/])('the file %s', async (kind) => {
    const sources = await sourcesOf(everyScheme);
    const name = sources.find((source) => kind.test(source.name))?.name ?? '';
    expect(name).toMatch(kind);
    await tryAll('android', name.length, (random) =>
      withChanged(sources, name, (data) => mutated(data, random)),
    );
  });
});
