import { migratedDatabase, onServer } from './database.ts';
import { makeMigrated } from './migrated.ts';
import { startPostgresServer } from './postgres-server.ts';

/**
 * Starts one server for the whole run; TEST_DATABASE_URL tells its address to the processes that run the tests. Every
 * test service has its own database on it, a copy of a migrated one (`database.ts`).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  await onServer(server.url, `create database ${migratedDatabase}`);
  await makeMigrated({ url: new URL(`/${migratedDatabase}`, server.url).href, poolSize: 1 });
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
