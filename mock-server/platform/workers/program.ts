import { dirname, join } from 'node:path';
import { isSource, programOf, root } from '../programs.ts';

/** The program of a worker. */
export const workerProgram = programOf('packages-worker');

/** What a worker must be able to read in order to run. */
export const programPaths: readonly string[] = [
  join(root, 'node_modules'),
  join(root, 'package.json'),
  ...(isSource ? [join(root, 'mock-server'), join(root, 'contract')] : [dirname(workerProgram)]),
];
