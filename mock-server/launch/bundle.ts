import { chmodSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import { compressFiles } from './compress.ts';
import { catalogDir, commandLineFile, root, serverFile } from './paths.ts';

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
export const buildService = (): Promise<void> => bundle('mock-server/main.ts', serverFile);

/** The command line and its packages into one file that a pipeline can take along: Node alone runs it. */
export async function buildCommandLine(): Promise<void> {
  await bundle('src/command-line/main.ts', commandLineFile, '#!/usr/bin/env node');
  chmodSync(commandLineFile, 0o755);
}

/** A program for Node into one file, alone in its directory. */
async function bundle(entry: string, file: string, banner = ''): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: native },
    build: {
      ssr: entry,
      outDir: dirname(file),
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: basename(file), codeSplitting: false, banner } },
    },
  });
}
