import { dirname, join } from 'node:path';

/** Whether the service runs from its sources. */
const isSource = import.meta.filename.endsWith('.ts');
/** The checkout. This file is in `mock-server/platform/workers/`, or a part of a bundle in `dist/server/`. */
const root = join(import.meta.dirname, isSource ? '../../..' : '../..');

/** The program of a worker: its source, or the build's bundle of it. */
export const workerProgram = join(
  root,
  isSource ? 'mock-server/packages-worker/main.ts' : 'dist/packages-worker/main.js',
);

/** What a worker must be able to read in order to run. */
export const programPaths: readonly string[] = [
  join(root, 'node_modules'),
  join(root, 'package.json'),
  ...(isSource ? [join(root, 'mock-server'), join(root, 'contract')] : [dirname(workerProgram)]),
];
