import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const minute = 60_000;
const serviceTests = ['test/**/*.service.test.ts', 'test/conformance/**/*.test.ts'];

/** The service suite, once a database: the same files, told apart by TEST_DATABASE. */
function service(database: 'sqlite' | 'postgres', globalSetup: string[]): TestProjectInlineConfiguration {
  return {
    test: {
      name: `service-${database}`,
      include: serviceTests,
      env: { TEST_DATABASE: database },
      globalSetup,
      testTimeout: minute,
      hookTimeout: minute,
    },
  };
}

/** What runs where; docs/testing.md says how a test file is named to get there. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'house', include: ['test/house/**/*.test.ts'], testTimeout: minute } },
      {
        test: {
          name: 'platform',
          include: ['test/{platform,contract}/**/*.test.ts'],
          exclude: ['**/*.service.test.ts', '**/*.client.test.ts'],
          testTimeout: minute,
        },
      },
      {
        test: {
          name: 'engine',
          include: ['test/data/**/*.test.ts'],
          setupFiles: ['test/setup/indexeddb.ts'],
          testTimeout: minute,
          hookTimeout: minute,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'client',
          include: ['test/**/*.client.test.{ts,tsx}'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
          setupFiles: ['test/setup/indexeddb.ts', 'test/setup/client.ts'],
          testTimeout: minute,
          hookTimeout: minute,
        },
      },
      service('sqlite', []),
      service('postgres', ['test/setup/postgres.global.ts']),
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.browser.test.ts'],
          globalSetup: ['test/setup/browser.global.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 3 * minute,
          hookTimeout: 3 * minute,
        },
      },
    ],
  },
});
