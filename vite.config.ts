import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { operationOutline } from './mock-server/launch/operation-outline.ts';

/** The plug-in names the worker's output after its source; ours has to become /sw.js all the same. */
function buildServiceWorker(worker: InlineConfig): void {
  worker.logLevel = 'warn';
  worker.build = {
    ...worker.build,
    lib: { entry: 'src/service-worker/main.ts', name: 'worker', formats: ['iife'] },
  };
}

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

/** What declares the contract does nothing but make values: an operation that the catalog does not call stays out of it. */
const pureInContract = ['operation', 'output', 'nullable', 'Type'];

/** Libraries that the first screen needs, in one file: it stays in caches while ours change. */
const vendor = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|ky|idb|zustand)\//;

/** The catalog: a static site in dist/public, its files named by their content, its service worker at /sw.js. */
export default defineConfig({
  plugins: [
    react(),
    operationOutline(resolve('contract')),
    VitePWA({
      strategies: 'injectManifest',
      filename: 'sw.js',
      integration: { configureCustomSWViteBuild: buildServiceWorker },
      injectManifest: { rollupFormat: 'iife', globPatterns: ['**/*.{js,css,html,svg,woff2}'] },
      // The page registers the worker itself, when it has painted.
      injectRegister: false,
      // The service answers /manifest.webmanifest with the organization's name, icons and colours.
      manifest: false,
    }),
  ],
  define: { 'import.meta.env.VITE_CATALOG_VERSION': JSON.stringify(version) },
  // One style sheet: split ones would meet in any order, and the order of the layers with them.
  build: {
    outDir: 'dist/public',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: { manualPureFunctions: pureInContract, propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: vendor },
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
