import { migratedDatabase, onServer } from './database.ts';
import { makeMigrated } from './migrated.ts';
import { startPostgresServer } from './postgres-server.ts';

/**
 * One server for the whole run, at TEST_DATABASE_URL for the processes that run the tests; every test service has
 * a database of its own on it, a copy of a migrated one (`database.ts`).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  await onServer(server.url, `create database ${migratedDatabase}`);
  await makeMigrated({ url: new URL(`/${migratedDatabase}`, server.url).href, poolSize: 1 });
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
