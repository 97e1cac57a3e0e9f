import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PackageError } from '../../mock-server/app-packages/package-error.ts';
import { readPackageKind } from '../../mock-server/packages-worker/kinds/read-package.ts';
import { WorkerPool } from '../../mock-server/platform/workers/pool.ts';
import { mutationSources, mutationsOf } from '../fixtures/mutated-packages.ts';
import { vectors, vectorsMissing } from '../fixtures/signature-vectors.ts';
import { byTier } from '../setup/run/tier.ts';

/** How many changed packages are read: a few each time, `PACKAGE_MUTATIONS=2400` for all of them. */
const mutations = Number(process.env['PACKAGE_MUTATIONS'] ?? byTier(40, 180));

const directory = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
const pool = new WorkerPool({ directory });
const failures: string[] = [];
pool.onFailure = (task, { message }) => failures.push(`${task}: ${message}`);
afterAll(async () => {
  await pool.close();
  await rm(directory, { recursive: true });
});

/** The result of reading: the package, or the code of its refusal. */
async function read(file: string | Buffer): Promise<string> {
  const task = { owner: 'a', input: { fileName: 'a.apk' }, files: { package: file } };
  return pool
    .run(readPackageKind, task, ({ facts }) => facts.bundleId)
    .catch((error: unknown) => (error instanceof PackageError ? error.code : String(error)));
}

describe('changed at places that a seed tells', () => {
  test.each(mutationSources)('%s is read or refused, and its reader never fails', async (_name, source) => {
    for (const bytes of mutationsOf(await source(), mutations / mutationSources.length)) await read(bytes);
    expect(failures).toEqual([]);
  });
});

// Debian's androguard is not a part of this project: its vectors are read where it is installed, and always by
// `npm run test:interop`.
const missing = vectorsMissing();
const outcome = missing === null ? 'every one is read or refused' : `left out are ${missing}`;
test.each([outcome])('vectors of signatures: %s', async () => {
  const paths = globSync('*.apk', { cwd: vectors });
  expect(missing !== null || paths.length > 300).toBe(true);
  for (const path of paths) await read(join(vectors, path));
  expect(failures).toEqual([]);
});
