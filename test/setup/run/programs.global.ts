import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { isBuilt } from '../../../mock-server/launch/build.ts';
import { buildService, buildThreads, buildWorker } from '../../../mock-server/launch/bundle.ts';
import { root, workerFile } from '../../../mock-server/launch/paths.ts';
import { workerVariable } from '../workers.ts';

/** A place that worker processes may read beside the sources. */
const kept = join(root, 'node_modules/.cache/packages-worker/main.js');

/**
 * The programs that tests start are built once for a run: a worker process, or a service in a process of its own, costs six
 * times as much from the sources. Nothing is built where the product was, as for the browsers of the same run.
 */
export default async function setup(): Promise<void> {
  if (process.env[workerVariable] !== undefined) return;
  if (!isBuilt()) {
    await buildWorker();
    await buildService();
    await buildThreads();
  }
  await cp(workerFile, kept);
  process.env[workerVariable] = kept;
}
