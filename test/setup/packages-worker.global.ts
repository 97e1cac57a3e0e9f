import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWorker } from '../../mock-server/launch/bundle.ts';
import { root, workerFile } from '../../mock-server/launch/paths.ts';
import { workerVariable } from './workers.ts';

/** A place that worker processes may read beside the sources. */
const kept = join(root, 'node_modules/.cache/packages-worker/main.js');

/** The program of the worker processes is built once for a run: each start from the sources costs six times as much. */
export default async function setup(): Promise<void> {
  if (process.env[workerVariable] !== undefined) return;
  await buildWorker();
  await cp(workerFile, kept);
  process.env[workerVariable] = kept;
}
