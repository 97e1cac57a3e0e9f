import { join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');
/** The built catalog: a static site. */
export const catalogDir = join(dist, 'public');
export const serverDir = join(dist, 'server');
/** The built service: one file. */
export const serverFile = join(serverDir, 'main.js');
/** Holds the fingerprint of the sources that `dist` was built from. */
export const stampFile = join(dist, '.stamp');
