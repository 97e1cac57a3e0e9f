import { compileFunction } from 'node:vm';
import { build, type Rolldown } from 'vite';
import type { OpenPage } from './page.ts';

/** Builds the engine's sources into one script, to be run once for each page with globals of its own. */
export async function buildPageCode(): Promise<string> {
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
      lib: { entry: 'page.ts', name: 'page', formats: ['iife'] },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
}

/** What takes the place of the browser's globals, by name. */
export type Globals = Record<string, unknown>;

/** Makes pages of such a script: each call runs all of it anew, with these globals in place of the ones of this process. */
export function pageMaker(code: string, names: readonly string[]): (globals: Globals) => OpenPage {
  const run = compileFunction(`${code}\nreturn page.openPage;`, names);
  return (globals) => run(...names.map((name) => globals[name]));
}
