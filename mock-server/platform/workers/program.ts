import { dirname, join } from 'node:path';

const isSource = import.meta.filename.endsWith('.ts');
/** The checkout: this file lies in `mock-server/platform/workers/`, or is a part of `dist/server/main.js`. */
const root = join(import.meta.dirname, isSource ? '../../..' : '../..');

/** The program of a worker: its source, or what the build made of it. */
export const workerProgram = join(
  root,
  isSource ? 'mock-server/packages-worker/main.ts' : 'dist/packages-worker/main.js',
);

/** What a worker must be able to read, to run at all. */
export const programPaths: readonly string[] = [
  join(root, 'node_modules'),
  join(root, 'package.json'),
  ...(isSource ? [join(root, 'mock-server'), join(root, 'contract')] : [dirname(workerProgram)]),
];
