import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildBinary } from 'plist';
import { signIpa } from '../../../mock-server/app-packages/ios/signature/sign-ipa.ts';
import type { ZipSource } from '../../../mock-server/app-packages/zip/write-zip.ts';
import { buildProfile } from '../../../mock-server/demo/build-profile.ts';
import { preparePackageKind } from '../../../mock-server/packages-worker/kinds/prepare-package.ts';
import { WorkerPool } from '../../../mock-server/platform/workers/pool.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { applePackages } from '../../fixtures/real-packages.ts';
import { signingIdentity } from '../../fixtures/signing-identity.ts';
import { rsaKey } from '../../fixtures/signing-keys.ts';
import { credentialsFile } from '../../setup/world/credentials.ts';
import type { Measurement } from '../measurement.ts';
import { writeLargeIpa } from './large-package.ts';
import { memoryRow, workerMemory } from './worker-memory.ts';

const run = promisify(execFile);
const [frameworks, pictures, pictureBytes] = [3, 200, 1024 * 1024];
const rounds = 5;
const most = 2;

const largeSize = 500 * 1024 * 1024;

/**
 * Signing an app of 200 MB with three frameworks, compared with one SHA-256 over its content; and the memory that a
 * worker needs for a larger app, including its verification.
 */
export const signingIpa: Measurement = {
  name: 'sign-ipa',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'appshelf-bench-'));
    const [source, unpacked, target] = ['source', 'unpacked', 'target'].map((name) => join(folder, name));
    try {
      const files = await filesOfApp();
      await writeFile(String(source), testIpa({ files }));
      await writeFile(String(unpacked), Buffer.concat(files.map(({ data }) => data)));
      const identity = signingIdentity(rsaKey(), '*');
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        theirs.push(await timed(() => run('openssl', ['dgst', '-sha256', String(unpacked)])));
        ours.push(await timed(() => signIpa(String(source), String(target), identity, [])));
      }
      const growth = await memoryGrowth(folder);
      return [
        {
          work: `Sign an app of 200 MB with ${frameworks} frameworks`,
          ours: Math.min(...ours),
          unit: 's',
          against: { name: 'openssl dgst -sha256', value: Math.min(...theirs) },
          target: { atMost: most },
        },
        memoryRow('Sign an app of 500 MB in a worker, growth of its memory at its peak', growth),
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** How much more memory a worker has used after signing a large app than after a small one. */
async function memoryGrowth(folder: string): Promise<number> {
  const [directory, large] = [join(folder, 'workers'), join(folder, 'large')];
  const pool = new WorkerPool({ directory });
  const profile = buildProfile({
    name: 'All',
    bundleId: '*',
    distribution: 'enterprise',
    created: new Date('2026-01-01'),
    expires: new Date('2046-01-01'),
    certificates: [await credentialsFile('certificate.cer')],
  });
  const material = {
    p12: (await credentialsFile('modern.p12')).toString('base64'),
    password: 'secret',
    profiles: [profile.toString('base64')],
  };
  const input = { platform: 'ios' as const, additions: [], material };
  const memoryAfter = (file: string | Buffer) =>
    pool.run(preparePackageKind, { owner: 'bench', input, files: { package: file } }, () =>
      workerMemory(directory),
    );
  try {
    await writeLargeIpa(large, largeSize);
    const idle = await memoryAfter(testIpa());
    return (await memoryAfter(large)) - idle;
  } finally {
    await pool.close();
  }
}

async function filesOfApp(): Promise<ZipSource[]> {
  const library = await readFile(applePackages.deviceLibrary);
  const code = Array.from({ length: frameworks }, (_, index): ZipSource[] => {
    const [path, name] = [`Frameworks/F${index}.framework`, `F${index}`];
    const plist = { CFBundleIdentifier: `org.example.f${index}`, CFBundleExecutable: name };
    return [
      { name: `${path}/Info.plist`, data: Buffer.from(buildBinary(plist)) },
      { name: `${path}/${name}`, data: library },
    ];
  });
  const media = Array.from({ length: pictures }, (_, index) => ({
    name: `Media/${index}.jpg`,
    data: randomBytes(pictureBytes),
    stored: true,
  }));
  return [...code.flat(), ...media];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
