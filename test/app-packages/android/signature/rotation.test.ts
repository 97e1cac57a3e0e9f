import { describe, expect, test } from 'vitest';
import { signApk } from '../../../../mock-server/app-packages/android/signature/sign-apk.ts';
import type { SigningKey } from '../../../../mock-server/app-packages/android/signature/signing-key.ts';
import { verifyApk } from '../../../../mock-server/app-packages/android/signature/verify-apk.ts';
import { withZip } from '../../../../mock-server/app-packages/zip/open-zip.ts';
import { proofOf, rotatedApk } from '../../../fixtures/rotated-apk.ts';
import { ecKey } from '../../../fixtures/signing-keys.ts';
import { temporaryFiles } from '../../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const [oldest, current, stranger] = [ecKey(), ecKey(), ecKey()];
const installedData = 0x1;
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);

const rotated = async (signing: SigningKey, proof: Buffer, minSdkVersion?: number) =>
  files.write(await rotatedApk(signing, proof, minSdkVersion));

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
