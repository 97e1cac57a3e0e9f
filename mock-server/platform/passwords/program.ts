import { join } from 'node:path';

const isSource = import.meta.filename.endsWith('.ts');
/** The checkout: this file lies in `mock-server/platform/passwords/`, or is a part of `dist/server/main.js`. */
const root = join(import.meta.dirname, isSource ? '../../..' : '../..');

/** The program of the threads that hash: its source, or what the build made of it. */
export const passwordProgram = join(
  root,
  isSource ? 'mock-server/password-worker/main.ts' : 'dist/password-worker/main.js',
);
