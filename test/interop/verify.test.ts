import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../mock-server/app-packages/android/read-apk.ts';
import { verifyApk } from '../../mock-server/app-packages/android/signature/verify-apk.ts';
import { PackageError } from '../../mock-server/app-packages/package-error.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { vectors } from '../fixtures/signature-vectors.ts';
import { askApksigner, byText } from './tools.ts';

/** Of how many vectors at once Java is asked. */
const atOnce = 2;
const manyMinutes = 30 * 60_000;

/** Ours, in the form of the judge; a refused package is one that does not verify. */
async function ours(path: string, minSdk: number | null) {
  try {
    return await withZip(path, async (zip) => {
      const needs = (await readManifest(zip)).signatureNeeds();
      const { verified, schemes, signers } = await verifyApk(zip, {
        ...needs,
        minSdk: minSdk ?? needs.minSdk,
      });
      const certificates = signers.map(({ sha256 }) => sha256).toSorted(byText);
      return { verified, schemes: verified ? schemes : [], signers: verified ? certificates : [] };
    });
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { verified: false, schemes: [], signers: [], refused: error.code };
  }
}

/**
 * Where we answer otherwise, and why; docs/signing.md has the same list in words. The third needs a signature algorithm that
 * Java has since version 11 under another name than this apksigner asks for.
 */
const differences: { names: RegExp; minSdk: 24 | null; ours: object }[] = [
  { names: /^v1-only-with-nul-in-entry-name$/, minSdk: null, ours: { refused: 'unsafe_path' } },
  { names: /^v1-only-with-nul-in-entry-name$/, minSdk: 24, ours: { refused: 'unsafe_path' } },
  { names: /^weird-compression-method$/, minSdk: null, ours: { refused: 'unsupported_compression' } },
  { names: /^weird-compression-method$/, minSdk: 24, ours: { refused: 'unsupported_compression' } },
  { names: /^v2-only-with-rsa-pss-sha(256|512)-\d+$/, minSdk: 24, ours: { verified: true } },
];

/** Whether an answer has everything that is expected of it. */
const agrees = (answer: object, expected: object): boolean =>
  JSON.stringify({ ...answer, ...expected }) === JSON.stringify(answer);

const names = readdirSync(vectors)
  .filter((name) => name.endsWith('.apk'))
  .map((name) => name.slice(0, -4));

test.each([null, 24] as const)(
  'Android’s signature vectors get the answer of apksigner (--min-sdk-version %s), but for what is listed',
  { timeout: manyMinutes },
  async (minSdk) => {
    const left = [...names];
    const unlike: unknown[] = [];
    const work = async () => {
      for (let name = left.pop(); name !== undefined; name = left.pop()) {
        const path = join(vectors, `${name}.apk`);
        const answer = await ours(path, minSdk);
        const known = differences.find((one) => one.minSdk === minSdk && one.names.test(name ?? ''));
        const expected = known?.ours ?? (await askApksigner(path, minSdk));
        if (!agrees(answer, expected)) unlike.push({ name, answer, expected });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(names.length).toBeGreaterThanOrEqual(309);
    expect(unlike).toEqual([]);
  },
);

test.each(Object.entries(androidPackages))('%s: apksigner finds the same', async (_name, path) => {
  expect(await ours(path, null)).toEqual(await askApksigner(path, null));
});
