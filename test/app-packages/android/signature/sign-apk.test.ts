import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../../mock-server/app-packages/android/read-apk.ts';
import { signApk } from '../../../../mock-server/app-packages/android/signature/sign-apk.ts';
import type { SigningKey } from '../../../../mock-server/app-packages/android/signature/signing-key.ts';
import { verifyApk } from '../../../../mock-server/app-packages/android/signature/verify-apk.ts';
import { PackageError } from '../../../../mock-server/app-packages/package-error.ts';
import { withZip } from '../../../../mock-server/app-packages/zip/open-zip.ts';
import { writeZip, type ZipSource } from '../../../../mock-server/app-packages/zip/write-zip.ts';
import { testApk } from '../../../fixtures/apk.ts';
import { androidPackages } from '../../../fixtures/real-packages.ts';
import { dsaKey, ecKey, rsaKey } from '../../../fixtures/signing-keys.ts';
import { temporaryFiles } from '../../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const [rsa, ec] = [rsaKey(), ecKey()];

const apkFor = (minSdkVersion: number, more: ZipSource[] = []) =>
  testApk({ elements: [['uses-sdk', { minSdkVersion, targetSdkVersion: 33 }]], files: more });

async function signed(source: Buffer | string, signing: SigningKey) {
  const target = await files.write(Buffer.alloc(0));
  const path = typeof source === 'string' ? source : await files.write(source);
  return { path: target, ...(await signApk(path, target, signing)) };
}

const verify = (path: string) =>
  withZip(path, async (zip) => await verifyApk(zip, (await readManifest(zip)).signatureNeeds()));

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return error instanceof PackageError ? error.code : String(error);
}

describe('a signed package is one that every device takes', () => {
  test.each([
    [16, 'RSA', rsa, ['v1', 'v2', 'v3']],
    [21, 'RSA', rsa, ['v1', 'v2', 'v3']],
    [18, 'EC', ec, ['v1', 'v2', 'v3']],
    [24, 'EC', ec, ['v2', 'v3']],
    [28, 'RSA', rsa, ['v2', 'v3']],
    [24, 'RSA 4096', rsaKey(4096), ['v2', 'v3']],
    [24, 'EC P-521', ecKey('P-521'), ['v2', 'v3']],
  ] as const)('for API level %i and later, by an %s key', async (minSdk, _name, key, schemes) => {
    const { path, schemes: made, notes } = await signed(apkFor(minSdk), key);
    expect({ made, notes }).toEqual({ made: schemes, notes: [] });
    expect(await verify(path)).toMatchObject({ verified: true, problems: [] });
  });

  test.each(Object.entries(androidPackages))('%s', async (_name, source) => {
    const { path } = await signed(source, rsa);
    const { verified, signers } = await verify(path);
    expect(verified).toBe(true);
    expect(signers).toHaveLength(1);
  });
});

test('contents stay, signature files of before go', async () => {
  const { path } = await signed(androidPackages.contactManager, rsa);
  const [before, after] = await Promise.all(
    [androidPackages.contactManager, path].map(
      async (one) =>
        await withZip(one, async (zip) => {
          const names = zip.names().filter((name) => !name.startsWith('META-INF/'));
          const contents = await Promise.all(
            names.map(async (name) => (await zip.read(name, 1e8))?.toString('hex')),
          );
          return new Map(names.map((name, at) => [name, contents[at]]));
        }),
    ),
  );
  expect(after).toEqual(before);
  expect(await withZip(path, async (zip) => zip.has('META-INF/CERT.RSA'))).toBe(true);
});

test('the second signature takes the place of the first', async () => {
  const first = await signed(apkFor(16), rsa);
  const second = await signed(await readFile(first.path), rsaKey());
  const [one, two] = await Promise.all([verify(first.path), verify(second.path)]);
  expect(two.verified).toBe(true);
  expect(two.signers).not.toEqual(one.signers);
});

test('stored files are aligned: libraries to pages of 16 KiB, others to words', async () => {
  const stored = (name: string, length: number) => ({ name, data: Buffer.alloc(length, 7), stored: true });
  const more = [
    stored('lib/arm64-v8a/liba.so', 101),
    stored('res/a.png', 3),
    stored('lib/arm64-v8a/libb.so', 5),
  ];
  const { path } = await signed(apkFor(24, more), ec);
  const bytes = await readFile(path);
  const startOf = (offset: number) =>
    offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const entries = await withZip(path, async (zip) => [...zip.entries.values()]);
  const starts = new Map(entries.map(({ name, offset }) => [name, startOf(offset)]));
  expect((starts.get('lib/arm64-v8a/liba.so') ?? 1) % 16_384).toBe(0);
  expect((starts.get('lib/arm64-v8a/libb.so') ?? 1) % 16_384).toBe(0);
  expect((starts.get('res/a.png') ?? 1) % 4).toBe(0);
  expect((starts.get('resources.arsc') ?? 1) % 4).toBe(0);
});

test('the same package and key give the same package, but for what a curve’s signature makes up', async () => {
  const [one, two] = await Promise.all([signed(apkFor(16), rsa), signed(apkFor(16), rsa)]);
  expect((await readFile(one.path)).equals(await readFile(two.path))).toBe(true);
});

describe('what no signature makes installable is refused', () => {
  test.each([
    [
      'an app bundle',
      writeZip([{ name: 'base/manifest/AndroidManifest.xml', data: Buffer.from('x') }]),
      rsa,
      'aab_not_supported',
    ],
    ['an archive of anything else', writeZip([{ name: 'a', data: Buffer.from('x') }]), rsa, 'no_manifest'],
    ['a part of an app', testApk({ manifest: { split: 'config.de' } }), rsa, 'split_not_supported'],
    ['a curve for devices that do not know it', apkFor(17), ec, 'signing_key_too_new'],
    ['a key that devices do not know', apkFor(24), dsaKey(), 'signing_key_unsupported'],
    [
      'a key of another certificate',
      apkFor(24),
      { ...rsa, certificates: ec.certificates },
      'signing_key_mismatch',
    ],
  ])('%s', async (_name, source, key, code) => {
    expect(await codeOf(signed(source, key))).toBe(code);
  });
});
