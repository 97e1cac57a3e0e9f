import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkerPool } from '../../mock-server/platform/workers/pool.ts';

let pool: WorkerPool | null = null;

/** The worker processes of all services of this test process: starting some for each would take a good part of a run. */
export function testWorkers(): WorkerPool {
  pool ??= new WorkerPool({ directory: join(tmpdir(), `appshelf-workers-${process.pid}`) });
  return pool;
}
