import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  preparedFile,
  preparePackageKind,
} from '../../../mock-server/packages-worker/kinds/prepare-package.ts';
import { WorkerPool } from '../../../mock-server/platform/workers/pool.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';
import { credentialsFile } from '../../setup/world/credentials.ts';
import type { Measurement } from '../measurement.ts';
import { writeLargePackage } from './large-package.ts';
import { memoryRow, workerMemory } from './worker-memory.ts';

const run = promisify(execFile);
const fastEnough = 0.8;
const rounds = 3;
const largeSize = 500 * 1024 * 1024;

/** Signing in a worker process, as the service does, compared with Android's own tool. */
export const sign: Measurement = {
  name: 'sign',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'appshelf-bench-'));
    const pool = new WorkerPool({ directory: join(folder, 'workers') });
    const p12 = (await credentialsFile('modern.p12')).toString('base64');
    const signed = (path: string) =>
      pool.run(
        preparePackageKind,
        {
          owner: 'bench',
          input: { platform: 'android', additions: [], material: { p12, password: 'secret', profiles: [] } },
          files: { package: path },
        },
        async (_output, made) => {
          const file = await made.open(preparedFile);
          await file.close();
          return workerMemory(join(folder, 'workers'));
        },
      );
    try {
      await signed(androidPackages.unlock);
      const idle = await workerMemory(join(folder, 'workers'));
      const ours = await fastest(() => signed(androidPackages.automationServer));
      const small = await signed(androidPackages.automationServer);
      const theirs = await fastest(() => askApksigner(androidPackages.automationServer, folder));
      const large = join(folder, 'large.apk');
      await writeLargePackage(large, 'org.example.large', largeSize);
      const most = await signed(large);
      const { size } = await stat(large);
      return [
        {
          work: 'sign a package of 18 MB, and verify it',
          ours,
          unit: 'ms',
          against: { name: 'apksigner sign', value: theirs },
          target: { atMost: fastEnough },
        },
        memoryRow('the same, growth of the worker’s memory at its peak', small - idle),
        memoryRow(
          `signing ${Math.round(size / 1024 ** 2)} MB, growth of the worker’s memory at its peak`,
          most - idle,
        ),
      ];
    } finally {
      await pool.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}

const askApksigner = (path: string, folder: string) =>
  run('apksigner', [
    'sign',
    '--ks',
    join(import.meta.dirname, '../../fixtures/credentials/modern.p12'),
    '--ks-type',
    'PKCS12',
    '--ks-pass',
    'pass:secret',
    '--out',
    join(folder, 'theirs.apk'),
    path,
  ]);
