import { startPostgresServer } from './postgres-server.ts';

/**
 * One server for the whole run, at TEST_DATABASE_URL for the processes that run the tests; every test file makes its
 * own database on it (`database.ts`).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
