import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
import { limited, type Measurement } from '../measurement.ts';

const run = promisify(execFile);
const rounds = 3;

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
          await made.size(preparedFile);
          return workerMemory(join(folder, 'workers'));
        },
      );
    try {
      await signed(androidPackages.unlock);
      const idle = await workerMemory(join(folder, 'workers'));
      const ours = await fastest(() => signed(androidPackages.automationServer));
      const small = await signed(androidPackages.automationServer);
      const theirs = await fastest(() => askApksigner(androidPackages.automationServer, folder));
      return [
        {
          work: 'sign a package of 18 MB, and verify it',
          ours,
          unit: 'ms',
          peer: { name: 'apksigner sign', value: theirs },
          bound: { atMost: 0.8 },
        },
        limited('the same, growth of the worker’s memory at its peak', (small - idle) / 1e6, 'MB', 64),
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
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
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

/** The most memory that the worker has used, in bytes (Linux). */
async function workerMemory(directory: string): Promise<number> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
  const line = stdout
    .split('\n')
    .find((one) => one.includes(directory) && one.includes('packages-worker/main'));
  const status = await readFile(`/proc/${Number.parseInt(line ?? '', 10)}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}
