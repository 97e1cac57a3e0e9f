import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { build, buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import { Manifest } from '../../mock-server/app-packages/android/manifest.ts';
import { readBinaryXml } from '../../mock-server/app-packages/android/resources/axml.ts';
import { ResourceTable } from '../../mock-server/app-packages/android/resources/resource-table.ts';
import { parsePlist } from '../../mock-server/app-packages/formats/plist/plist.ts';
import { parseProfile } from '../../mock-server/app-packages/ios/profiles/embedded-profile.ts';
import { PackageError } from '../../mock-server/app-packages/package-error.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { writeZip, type ZipSource } from '../../mock-server/app-packages/zip/write-zip.ts';
import { buildMachO } from '../../mock-server/demo/build-mach-o.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { packageFile } from '../fixtures/package-files.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { byTier } from '../setup/run/tier.ts';

const MiB = 1024 * 1024;
const files = temporaryFiles();

/** Changes of a few bytes, weighted to the values that counts and offsets are attacked with. */
const changes = fc.array(
  fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat({ max: 255 }))),
  { minLength: 1, maxLength: 8 },
);
const changed = (bytes: Buffer) =>
  changes.map((edits) => {
    const copy = Buffer.from(bytes);
    for (const [at, value] of edits) copy[at % copy.length] = value;
    return copy;
  });
const cut = (bytes: Buffer) => fc.nat({ max: bytes.length - 1 }).map((end) => bytes.subarray(0, end));
const noise = fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes));
const hostile = (bytes: Buffer) => fc.oneof(changed(bytes), cut(bytes), noise);

/** The reader's behaviour if it neither reads nor refuses the bytes; null when it does one of them. */
async function surprise(
  given: fc.Arbitrary<Buffer>,
  read: (bytes: Buffer) => unknown,
  numRuns = byTier(100, 600),
): Promise<string | null> {
  const property = fc.asyncProperty(given, async (bytes) => {
    try {
      await read(bytes);
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
    }
  });
  const result = await fc.check(property, { numRuns });
  return result.failed ? (fc.defaultReportMessage(result) ?? 'failed') : null;
}

const readFrom = async (bytes: Buffer) => await readPackage(await files.write(bytes));
const readExecutable = async (executable: Buffer) => await readFrom(testIpa({ executable, profile: null }));
const readPlist = (bytes: Buffer) => parsePlist(bytes, 'malformed_manifest');
const readManifest = (bytes: Buffer) => new Manifest(readBinaryXml(bytes), null).permissions();
const readResources = (bytes: Buffer) => {
  const resources = new ResourceTable(bytes);
  return [0x7f020000, 0x7f030000, 0x7f040000].map((id) => resources.values(id));
};
const filesOf = async (path: string): Promise<ZipSource[]> =>
  await withZip(path, async (zip) => {
    const sources: ZipSource[] = [];
    for (const name of zip.names())
      sources.push({ name, data: (await zip.read(name, MiB)) ?? Buffer.alloc(0) });
    return sources;
  });
const fromPackage = async (path: string, entry: string) =>
  (await withZip(path, async (zip) => await zip.read(entry, 8 * MiB))) ?? Buffer.alloc(0);

describe('changed, cut or made up, a document is read or refused', () => {
  test('a binary manifest', async () => {
    const manifest = await fromPackage(androidPackages.contactManager, 'AndroidManifest.xml');
    expect(await surprise(hostile(manifest), readManifest)).toBeNull();
  });

  test('a resource table', async () => {
    const table = await fromPackage(androidPackages.contactManager, 'resources.arsc');
    expect(await surprise(hostile(table), readResources)).toBeNull();
  });

  test.each(['gradient', 'clip', 'tint', 'bitmap-gravity'])('the drawing of an icon, %s', async (name) => {
    const entries = await filesOf(packageFile(`icons/drawn-${name}.apk`));
    const drawn = entries.filter(({ name }) => /^res\/|\.arsc$/.test(name));
    const packages = fc
      .constantFrom(...drawn)
      .chain((entry) =>
        hostile(entry.data).map((data) =>
          writeZip(entries.map((each) => (each.name === entry.name ? { ...each, data } : each))),
        ),
      );
    expect(await surprise(packages, readFrom, 100)).toBeNull();
  });

  test('a binary property list', async () => {
    const plist = buildBinary({ a: [1, 2.5, 'text', 'ünïcode'], b: { c: true, d: new Date(0) } });
    expect(await surprise(hostile(Buffer.from(plist)), readPlist)).toBeNull();
  });

  test('an XML property list', async () => {
    const plist = Buffer.from(
      build({ a: [1, 2.5, '&<>'], b: { c: true, d: new Date(0), e: Buffer.from('data') } }),
    );
    expect(await surprise(hostile(plist), readPlist)).toBeNull();
  });

  test('a provisioning profile', async () => {
    const ipa = await files.write(testIpa());
    const profile = await fromPackage(ipa, 'Payload/Demo.app/embedded.mobileprovision');
    expect(await surprise(hostile(profile), parseProfile)).toBeNull();
  });

  test('an APK signing block', async () => {
    const apk = await readFile(androidPackages.automationServerTest);
    const directory = apk.readUInt32LE(apk.length - 6);
    const block = apk.subarray(directory - 4096, directory);
    const packages = changed(block).map((damaged) =>
      Buffer.concat([apk.subarray(0, directory - 4096), damaged, apk.subarray(directory)]),
    );
    expect(await surprise(packages, readFrom, 150)).toBeNull();
  });

  test('an executable', async () => {
    const whole = buildMachO({ signature: Buffer.alloc(16) });
    const executables = hostile(whole.subarray(0, 1000)).map((start) =>
      Buffer.concat([start, whole.subarray(start.length)]),
    );
    expect(await surprise(executables, readExecutable, 150)).toBeNull();
  });
});

describe.each([
  ['.apk', async () => await readFile(androidPackages.keyboard)],
  ['.ipa', () => Promise.resolve(testIpa())],
])('a whole %s', (_kind, load) => {
  test('cut off anywhere is refused', async () => {
    await fc.assert(
      fc.asyncProperty(cut(await load()), async (bytes) => {
        await expect(readFrom(bytes)).rejects.toBeInstanceOf(PackageError);
      }),
    );
  });

  test('with changed bytes is read or refused', async () => {
    expect(await surprise(changed(await load()), readFrom, 150)).toBeNull();
  });

  test('with a changed directory is read or refused', async () => {
    const bytes = await load();
    const directory = bytes.readUInt32LE(bytes.length - 6);
    const damaged = changed(bytes.subarray(directory)).map((end) =>
      Buffer.concat([bytes.subarray(0, directory), end]),
    );
    expect(await surprise(damaged, readFrom, 300)).toBeNull();
  });
});
