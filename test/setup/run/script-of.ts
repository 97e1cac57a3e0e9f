import { dirname } from 'node:path';
import { build, type Rolldown } from 'vite';

/** Builds the module of that absolute path, with all that it imports, into one script, in which `built` has what the module exports. */
export async function scriptOf(entry: string): Promise<string> {
  const built = await build({
    root: dirname(entry),
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
