import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { createMessagesPlugin } from './mock-server/launch/messages/plugin.ts';
import {
  bucketTests,
  onlyOnPostgres,
  onObjectStoreToo,
  postgresTests,
  serviceTests,
} from './test/setup/run/databases.ts';
import { excludedFiles } from './test/setup/run/tier.ts';
import { timeouts } from './test/setup/run/timeouts.ts';

/** What a project leaves out: what this run does, and what else it names. */
const without = (...files: string[]) => ({
  exclude: [...configDefaults.exclude, ...excludedFiles(), ...files],
});

/** How long tests, hooks and what is polled for in them may take; every project needs it said. */
const limits = {
  ...without(),
  testTimeout: timeouts.test,
  hookTimeout: timeouts.test,
  expect: { poll: { timeout: timeouts.step } },
};

/** The files of a worker share what they import: half of a run was importing the service anew for every file. */
const shared = { isolate: false };

const programs = 'test/setup/run/programs.global.ts';
/** Starts every service of a project on SQLite from a copy of one migrated database, with workers from one build. */
const onSqlite = ['test/setup/database/sqlite.global.ts', programs];

/** What of a browser Node lacks, or has too dear. */
const simulatedBrowser = [
  'test/setup/simulated-page/indexeddb.ts',
  'test/setup/simulated-page/cryptography.ts',
];

/** The service suite on a database, which its tests are told by TEST_DATABASE. */
function service(
  database: 'sqlite' | 'postgres',
  suite: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return {
    test: { ...limits, ...shared, name: `service-${database}`, env: { TEST_DATABASE: database }, ...suite },
  };
}

/** What runs where; docs/testing.md says how a test file is named to get there. */
export default defineConfig({
  test: {
    // One more than there are cores: at times each waits for a disk, a timer or a browser.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Before the others: it builds the product, whose programs they start too.
      {
        plugins: [createMessagesPlugin()],
        test: {
          ...limits,
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.browser.test.ts'],
          globalSetup: ['test/setup/browser/browser.global.ts'],
          testTimeout: timeouts.browserTest,
          hookTimeout: timeouts.browserTest,
        },
      },
      { test: { ...limits, ...shared, name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      {
        test: {
          ...limits,
          ...shared,
          name: 'platform',
          include: ['test/{app-packages,platform,contract}/**/*.test.ts'],
          ...without('**/*.service.test.ts', '**/*.client.test.ts'),
        },
      },
      {
        test: {
          ...limits,
          ...shared,
          name: 'engine',
          include: ['test/data/**/*.test.ts'],
          globalSetup: onSqlite,
          setupFiles: simulatedBrowser,
        },
      },
      {
        plugins: [react(), createMessagesPlugin()],
        test: {
          ...limits,
          ...shared,
          name: 'client',
          include: ['test/**/*.client.test.{ts,tsx}'],
          globalSetup: onSqlite,
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
          setupFiles: [...simulatedBrowser, 'test/setup/simulated-page/client.ts'],
        },
      },
      {
        test: {
          ...limits,
          ...shared,
          name: 'command-line',
          include: ['test/command-line/**/*.test.ts'],
          globalSetup: [...onSqlite, 'test/setup/run/command-line.global.ts'],
        },
      },
      { test: { ...limits, name: 'interop', include: ['test/interop/**/*.test.ts'] } },
      { test: { ...limits, name: 'object-store', include: ['test/object-store/**/*.test.ts'] } },
      service('sqlite', {
        include: serviceTests,
        ...without(...onlyOnPostgres),
        globalSetup: onSqlite,
      }),
      {
        test: {
          ...limits,
          ...shared,
          name: 'service-bucket',
          include: process.env.TEST_OBJECT_STORE ? onObjectStoreToo : bucketTests(),
          env: { TEST_DATABASE: 'sqlite', TEST_BLOBS: 'bucket' },
          globalSetup: [...onSqlite, 'test/setup/bucket/bucket.global.ts'],
        },
      },
      service('postgres', {
        include: postgresTests(),
        globalSetup: ['test/setup/database/postgres.global.ts', programs],
      }),
    ],
  },
});
