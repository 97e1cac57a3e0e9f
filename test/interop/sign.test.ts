import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signApk } from '../../mock-server/app-packages/android/signature/sign-apk.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { ecKey, rsaKey } from '../fixtures/signing-keys.ts';
import { ask, askApksigner } from './tools.ts';

const keys = [
  ['RSA 2048', rsaKey(2048), 1],
  ['RSA 4096', rsaKey(4096), 1],
  ['EC P-256', ecKey(), 18],
] as const;
const someMinutes = 5 * 60_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appshelf-interop-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function refusesCurve(...args: Parameters<typeof signApk>): Promise<void> {
  await expect(signApk(...args)).rejects.toThrow('do not know elliptic curve keys');
}

describe.each(keys)('signed with %s', (_name, key, oldest) => {
  test.each(Object.entries(androidPackages))(
    '%s passes apksigner, zipalign and aapt',
    { timeout: someMinutes },
    async (name, path) => {
      const before = await readPackage(path);
      const minSdk = Number(before.binaryMetadata['min_sdk']);
      // Devices before Android 4.3 know no elliptic curve: docs/signing.md.
      const target = join(folder, `${name}.apk`);
      if (minSdk < oldest) return refusesCurve(path, target, key);
      const { schemes } = await signApk(path, target, key);
      const ours = await readPackage(target);
      const judge = await askApksigner(target, null);
      expect(judge).toEqual({ verified: true, schemes, signers: [ours.signing.certificateSha256] });
      expect(await ask('zipalign', '-c', '-p', '4', target)).toMatchObject({ good: true });
      const [badging, unchanged] = [
        await ask('aapt', 'dump', 'badging', target),
        await ask('aapt', 'dump', 'badging', path),
      ];
      expect(badging).toEqual(unchanged);
    },
  );
});
