import { join } from 'node:path';

/** Whether the service runs from its sources. */
export const isSource = import.meta.filename.endsWith('.ts');
/** The checkout. This file is in `mock-server/platform/`, or a part of a bundle in `dist/server/`. */
export const root = join(import.meta.dirname, '../..');

/** The program of a separate process or thread: its source in `mock-server/<name>/`, or the build's bundle of it. */
export const programOf = (name: string): string =>
  join(root, isSource ? `mock-server/${name}/main.ts` : `dist/${name}/main.js`);
