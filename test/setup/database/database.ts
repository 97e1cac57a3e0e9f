import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import pg from 'pg';
import type { DatabaseLocation } from '../../../mock-server/platform/database/connect.ts';

export interface TestDatabase {
  location: DatabaseLocation;
  remove(): Promise<void>;
}

/** The name of the migrated database on the server of a run. */
export const migratedDatabase = 'migrated';

/**
 * A fresh database of the engine that this run tests: `TEST_DATABASE` is `sqlite` (default) or `postgres`. It is a copy
 * of a migrated database if the run has made one.
 */
export async function freshDatabase(dataDir: string): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    const file = `${dataDir}/appshelf.sqlite`;
    const migrated = process.env.TEST_SQLITE_MIGRATED;
    if (migrated !== undefined) await copyFile(migrated, file);
    return { location: { file }, remove: async () => undefined };
  }
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL names no server: run the tests with npm test.');
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template ${migratedDatabase} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    location: { url: url.href, poolSize: 4 },
    remove: () => onServer(server, `drop database ${name} with (force)`),
  };
}

/** Runs one statement on the administrative database of a server. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
