import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { build, type Rolldown } from 'vite';
import type { OpenPage } from './page.ts';

/** An IndexedDB, with the classes of its objects. */
export type IndexedDb = typeof import('fake-indexeddb');

/** What takes the place of the browser's globals, by name. */
export type Globals = Record<string, unknown>;

/** Makes pages: each call runs all of the engine anew, with these globals in place of the ones of this process. */
export async function pageMaker(names: readonly string[]): Promise<(globals: Globals) => OpenPage> {
  const run = compileFunction(`${await scriptOf('page.ts')}\nreturn built.openPage;`, names);
  return (globals) => run(...names.map((name) => globals[name]));
}

/** Makes an IndexedDB whose work is done by `setImmediate`. */
export async function databaseMaker(): Promise<(setImmediate: (task: () => void) => void) => IndexedDb> {
  const run = compileFunction(
    `${await scriptOf(fileURLToPath(import.meta.resolve('fake-indexeddb')))}\nreturn built;`,
    ['globalThis'],
  );
  return (setImmediate) => run({ setImmediate });
}

/** Builds a module with all that it imports into one script. */
async function scriptOf(entry: string): Promise<string> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // The search's worker is not started here.
    define: { 'import.meta.url': '""' },
    build: {
      write: false,
      target: 'esnext',
      minify: false,
      lib: { entry, name: 'built', formats: ['iife'] },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
}
