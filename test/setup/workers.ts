import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkerPool } from '../../mock-server/platform/workers/pool.ts';

/**
 * The variable that names the built program of the workers, if a run has built it; otherwise they start from the
 * sources.
 */
export const workerVariable = 'TEST_PACKAGES_WORKER';

/** The folder with the folders of the workers. */
export const workersFolder = join(tmpdir(), `appshelf-workers-${process.pid}`);

let pool: WorkerPool | null = null;

/**
 * The worker processes of all services of this test process: starting workers for each service would take a large part
 * of a run.
 */
export function testWorkers(): WorkerPool {
  pool ??= makePool();
  return pool;
}

function makePool(): WorkerPool {
  // Workers end with this process, and may still be writing for a moment.
  process.once('exit', () =>
    rmSync(workersFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
  const program = process.env[workerVariable];
  return new WorkerPool({ directory: workersFolder, ...(program !== undefined && { program }) });
}
