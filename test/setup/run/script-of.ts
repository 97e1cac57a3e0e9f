import { dirname } from 'node:path';
import { build, type Rolldown } from 'vite';

/**
 * Bundles the module at an absolute path, with everything that it imports, into one script; its variable `built` has
 * the module's exports.
 */
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
