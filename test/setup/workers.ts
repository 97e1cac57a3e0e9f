import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkerPool } from '../../mock-server/platform/workers/pool.ts';

/** Names the built program of the workers, where a run has built it; otherwise they start from the sources. */
export const workerVariable = 'TEST_PACKAGES_WORKER';

/** Where they have their folders. */
export const workersFolder = join(tmpdir(), `appshelf-workers-${process.pid}`);

let pool: WorkerPool | null = null;

/** The worker processes of all services of this test process: starting some for each would take a good part of a run. */
export function testWorkers(): WorkerPool {
  pool ??= makePool();
  return pool;
}

function makePool(): WorkerPool {
  // They end with this process, and may still be writing for a moment.
  process.once('exit', () =>
    rmSync(workersFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
  const program = process.env[workerVariable];
  return new WorkerPool({ directory: workersFolder, ...(program !== undefined && { program }) });
}
