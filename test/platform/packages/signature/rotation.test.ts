import { sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { contentDigests } from '../../../../mock-server/platform/packages/android/signature/content-digests.ts';
import { signApk } from '../../../../mock-server/platform/packages/android/signature/sign-apk.ts';
import { findSections } from '../../../../mock-server/platform/packages/android/signature/signing-block.ts';
import {
  blockAlgorithm,
  type SigningKey,
} from '../../../../mock-server/platform/packages/android/signature/signing-key.ts';
import { verifyApk } from '../../../../mock-server/platform/packages/android/signature/verify-apk.ts';
import { signingBlock } from '../../../../mock-server/platform/packages/android/signature/write-block.ts';
import { withZip } from '../../../../mock-server/platform/packages/zip/open-zip.ts';
import { testApk } from '../../../fixtures/apk.ts';
import { ecKey } from '../../../fixtures/signing-keys.ts';
import { temporaryFiles } from '../../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const [oldest, current, stranger] = [ecKey(), ecKey(), ecKey()];
const ecdsaSha256 = 0x0201;
const installedData = 0x1;

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
const sized = (...parts: Buffer[]) => Buffer.concat([u32(Buffer.concat(parts).length), ...parts]);

/** A proof that each key took the place of the one before, signed by `signers` in place of those. */
function proofOf(keys: readonly SigningKey[], signers: readonly SigningKey[] = keys): Buffer {
  const nodes = keys.map(({ certificates }, at) => {
    const before = signers[at - 1];
    const signedData = Buffer.concat([sized(certificates[0]), u32(at === 0 ? 0 : ecdsaSha256)]);
    const signature = before === undefined ? Buffer.alloc(0) : sign('sha256', signedData, before.key);
    return sized(sized(signedData), u32(installedData), u32(ecdsaSha256), sized(signature));
  });
  return Buffer.concat([u32(1), ...nodes]);
}

/** A package for Android 9 and later whose v3 signature carries this proof. */
async function rotated(signing: SigningKey, proofOfRotation: Buffer, minSdkVersion = 28): Promise<string> {
  const source = await files.write(testApk({ elements: [['uses-sdk', { minSdkVersion }]] }));
  const target = await files.write(Buffer.alloc(0));
  await signApk(source, target, signing);
  const bytes = await readFile(target);
  return await withZip(target, async (zip) => {
    const sections = await findSections(zip);
    if (sections === null) throw new Error('The package has no end record.');
    const algorithm = blockAlgorithm(signing);
    const digests = await contentDigests(zip, sections, new Set([algorithm.contentDigest]));
    const digest = digests.get(algorithm.contentDigest) ?? Buffer.alloc(0);
    const block = signingBlock({ signing, algorithm, digest, withV2: false, proofOfRotation });
    const { entriesEnd, directory, end, endRecord } = sections;
    endRecord.writeUInt32LE(entriesEnd + block.length, 16);
    return await files.write(
      Buffer.concat([bytes.subarray(0, entriesEnd), block, bytes.subarray(directory, end), endRecord]),
    );
  });
}

const verify = (path: string, minSdk = 28) =>
  withZip(path, async (zip) => await verifyApk(zip, { minSdk, targetSdk: 33, sandboxVersion: 1 }));

async function again(path: string, signing: SigningKey) {
  const target = await files.write(Buffer.alloc(0));
  return { target, ...(await signApk(path, target, signing)) };
}

describe('the proof that a key was replaced', () => {
  test('is told with every key and what it may still do', async () => {
    const { verified, lineage, signers } = await verify(await rotated(current, proofOf([oldest, current])));
    expect(verified).toBe(true);
    expect(lineage).toHaveLength(2);
    expect(lineage[1]).toMatchObject({ ...signers[0], capabilities: installedData });
  });

  test.each([
    ['a key signed that is not the one before', proofOf([oldest, current], [stranger, current])],
    ['it ends with another key', proofOf([oldest, stranger])],
    ['a key comes twice', proofOf([current, oldest, current])],
    ['it is cut short', proofOf([oldest, current]).subarray(0, -4)],
    ['it is of a version to come', Buffer.concat([u32(2), proofOf([oldest, current]).subarray(4)])],
  ])('does not hold when %s', async (_name, proof) => {
    const { verified, problems } = await verify(await rotated(current, proof));
    expect(verified).toBe(false);
    expect(problems).toHaveLength(1);
  });
});

describe('a package that is signed again', () => {
  test('keeps the proof when the key is the one it ends with', async () => {
    const { target, notes } = await again(await rotated(current, proofOf([oldest, current])), current);
    expect(notes).toEqual([]);
    expect(await verify(target)).toMatchObject({ verified: true, lineage: [{}, {}] });
  });

  test.each([
    ['with another key', stranger, 28],
    ['for devices on which the oldest key would have to sign', current, 24],
  ] as const)('%s loses it, and that is said', async (_name, key, minSdk) => {
    const { target, notes } = await again(await rotated(current, proofOf([oldest, current]), minSdk), key);
    expect(notes).toEqual(['rotation_dropped']);
    expect(await verify(target, minSdk)).toMatchObject({ verified: true, lineage: [] });
  });
});
