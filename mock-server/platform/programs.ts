import { join } from 'node:path';

/** Whether the service runs from its sources. */
export const isSource = import.meta.filename.endsWith('.ts');
/** The checkout: this file lies in `mock-server/platform/`, or is a part of what lies in `dist/server/`. */
export const root = join(import.meta.dirname, '../..');

/** The program of a process or thread of its own: its source in `mock-server/<name>/`, or what the build made of it. */
export const programOf = (name: string): string =>
  join(root, isSource ? `mock-server/${name}/main.ts` : `dist/${name}/main.js`);
