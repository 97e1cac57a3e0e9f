import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { createMessagesPlugin } from './mock-server/launch/messages/plugin.ts';
import { createOperationOutline } from './mock-server/launch/operation-outline.ts';

/** The plug-in names the worker's output after its source; ours has to become /sw.js all the same. */
function buildServiceWorker(worker: InlineConfig): void {
  worker.logLevel = 'warn';
  worker.build = {
    ...worker.build,
    lib: { entry: 'src/service-worker/main.ts', name: 'worker', formats: ['iife'] },
  };
}

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

const outDir = 'dist/public';

/** Each file of a release is listed with its hash, so that no page of a network is ever kept in its place. */
const listHashes: ManifestTransform = (files) => ({
  manifest: files.map((file) => ({ ...file, integrity: `sha256-${sha256(join(outDir, file.url))}` })),
});

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('base64');

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * What declares the contract does nothing but make values: an operation that the catalog does not call stays out of it. These
 * names count everywhere, methods of what has them too: `output` is marked in the contract alone, since others write into
 * a variable of that name.
 */
const pureInContract = ['operation', 'nullable', 'Type'];

/** Libraries that the first screen needs, in one file: it stays in caches while ours change. */
const vendor = /node_modules\/(react|react-dom|scheduler|ky|idb|zustand)\//;

/** Libraries that the first screen does without, and every other one needs. */
const router = /node_modules\/(react-router|react-router-dom|cookie|set-cookie-parser)\//;

/**
 * What is drawn for who is signed in comes as one file: read from the device it is there sooner than its fifty parts. Apart
 * stay other languages, and what few people ever open.
 */
const ours = /\/(src|contract)\//;
const seldom =
  /messages\.(?!en\.)[\w-]+\.json$|\/(direct-|welcome-|qr-code|lightbox|session-ended|update-offer|search-(index|worker)|(new|expired)-password-|password-rule|username-input)/;
const isOfCatalog = (id: string): boolean => ours.test(id) && !seldom.test(id) && !isWatcher(id);

/** The script that watches a release on its first start: a file that needs no other. */
const watcher = 'src/trial.ts';
const isWatcher = (id: string): boolean => id.endsWith(watcher);

/** The catalog: a static site in dist/public, its files named by their content, its service worker at /sw.js. */
export default defineConfig({
  plugins: [
    react(),
    createMessagesPlugin(),
    createOperationOutline(resolve('contract')),
    VitePWA({
      strategies: 'injectManifest',
      filename: 'sw.js',
      integration: { configureCustomSWViteBuild: buildServiceWorker },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,woff2}'],
        manifestTransforms: [listHashes],
      },
      // The page registers the worker itself, when it has painted.
      injectRegister: false,
      // The service answers /manifest.webmanifest with the organization's name, icons and colours.
      manifest: false,
    }),
  ],
  define: { 'import.meta.env.VITE_CATALOG_VERSION': JSON.stringify(version) },
  // One style sheet: split ones would meet in any order, and the order of the layers with them.
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    cssCodeSplit: false,
    // Browsers without it load the same scripts a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', trial: watcher },
      treeshake: { manualPureFunctions: pureInContract, propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: vendor, priority: 4 },
            { name: 'start', tags: ['$initial'], test: (id) => !isWatcher(id), priority: 3 },
            { name: 'router', test: router, priority: 2 },
            { name: 'catalog', test: isOfCatalog, priority: 1 },
          ],
        },
      },
    },
  },
});
