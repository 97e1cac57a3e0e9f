import { join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');
/** The built catalog: a static site. */
export const catalogDir = join(dist, 'public');
/** The built service; beside it are the parts that it loads when needed. */
export const serverFile = join(dist, 'server', 'main.js');
/** The built program of the worker processes: one file; platform/workers/program.ts. */
export const workerFile = join(dist, 'packages-worker', 'main.js');
/** The built command line: one file. */
export const commandLineFile = join(dist, 'command-line', 'appshelf.mjs');
/** The list of the packages in the built product, as CycloneDX. */
export const billFile = join(dist, 'bom.cdx.json');
/** Contains the fingerprint of the sources from which `dist` was built. */
export const stampFile = join(dist, '.stamp');
