import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { scriptOf } from '../../setup/run/script-of.ts';
import type { OpenPage } from './page.ts';

/** An IndexedDB, with the classes of its objects. */
export type IndexedDb = typeof import('fake-indexeddb');

/** What takes the place of the browser's globals, by name. */
export type Globals = Record<string, unknown>;

/** Makes pages: each call runs all of the engine anew, with these globals in place of the ones of this process. */
export async function pageMaker(names: readonly string[]): Promise<(globals: Globals) => OpenPage> {
  const run = compileFunction(
    `${await scriptOf(join(import.meta.dirname, 'page.ts'))}\nreturn built.openPage;`,
    names,
  );
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
