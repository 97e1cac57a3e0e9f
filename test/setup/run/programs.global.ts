import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { isBuilt } from '../../../mock-server/launch/build.ts';
import { buildService, buildWorker } from '../../../mock-server/launch/bundle.ts';
import { root, workerFile } from '../../../mock-server/launch/paths.ts';
import { workerVariable } from '../workers.ts';

/** A directory beside the sources that worker processes may read. */
const stored = join(root, 'node_modules/.cache/packages-worker/main.js');

/**
 * Builds the programs that tests start, once for a run: a worker process, or a service in its own process, costs six
 * times as much from the sources. Builds nothing where the product was built already, as for browser tests in the same
 * run.
 */
export default async function setup(): Promise<void> {
  if (process.env[workerVariable] !== undefined) return;
  if (!isBuilt()) {
    await buildWorker();
    await buildService();
  }
  await cp(workerFile, stored);
  process.env[workerVariable] = stored;
}
