import { join } from 'node:path';
import { build } from 'vite';
import { compressFiles } from './compress.ts';
import { catalogDir, root, serverDir } from './paths.ts';

/** Packages with native parts, and `pg`'s optional native client, which is not installed: they stay outside. */
const native = ['better-sqlite3', '@node-rs/argon2', 'sharp', 'pg-native'];

/** The catalog into dist/public, as vite.config.ts says. */
export async function buildCatalog(): Promise<void> {
  // Whoever builds, tests too: what is built is what people get, never a variant for development.
  process.env.NODE_ENV = 'production';
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  compressFiles(catalogDir);
}

/** The service and its packages into the one file dist/server/main.js, which starts faster than hundreds. */
export async function buildService(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: native },
    build: {
      ssr: 'mock-server/main.ts',
      outDir: serverDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
    },
  });
}
