import { chmodSync, copyFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import { compressFiles } from './compress.ts';
import { catalogDir, commandLineFile, root, serverFile, workerFile } from './paths.ts';

/**
 * Packages that are not bundled: those with native code, `pg`'s optional native client, which is not installed, and the
 * client for buckets, which is larger than everything else and which few services need.
 */
const external = [
  'better-sqlite3',
  '@node-rs/argon2',
  'sharp',
  'pg-native',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@aws-sdk/s3-request-presigner',
];

/** Builds the catalog into dist/public, as vite.config.ts says. */
export async function buildCatalog(): Promise<void> {
  // Also set for tests, so that every build is what users get and never a development variant.
  process.env.NODE_ENV = 'production';
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  compressFiles(catalogDir);
}

/**
 * Builds the service and its packages into dist/server/main.js, because few files start faster than hundreds. Beside it
 * are parts that only some services need, each with all its imports (mail, the client for buckets, requests to other
 * servers), and data files.
 */
export async function buildService(): Promise<void> {
  await bundle('mock-server/launch/built.ts', serverFile, { codeSplitting: true });
  const list = join(root, 'mock-server/features/users/passwords/common-passwords.txt.br');
  copyFileSync(list, join(dirname(serverFile), basename(list)));
}

/** Builds the program of the worker processes into one file. */
export const buildWorker = (): Promise<void> => bundle('mock-server/packages-worker/main.ts', workerFile);

/** Builds the command line and its packages into one file that needs only Node, so that a pipeline can copy it. */
export async function buildCommandLine(): Promise<void> {
  await bundle('src/command-line/main.ts', commandLineFile, { banner: '#!/usr/bin/env node' });
  chmodSync(commandLineFile, 0o755);
}

/**
 * Builds a program for Node into one file, or with `codeSplitting` into one file and those that it loads when needed.
 */
async function bundle(
  entry: string,
  file: string,
  { banner = '', codeSplitting = false } = {},
): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external },
    build: {
      ssr: entry,
      outDir: dirname(file),
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        output: { entryFileNames: basename(file), chunkFileNames: '[name].js', codeSplitting, banner },
      },
    },
  });
}
