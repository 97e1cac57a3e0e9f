import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DatabaseLocation } from '../../mock-server/platform/database/connect.ts';

export interface TestDatabase {
  location: DatabaseLocation;
  remove(): Promise<void>;
}

/** A fresh database of the engine that this run tests: `TEST_DATABASE` is `sqlite` (default) or `postgres`. */
export async function freshDatabase(dataDir: string): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    return { location: { file: `${dataDir}/appshelf.sqlite` }, remove: async () => undefined };
  }
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL names no server: run the tests with npm test.');
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    location: { url: url.href, poolSize: 4 },
    remove: () => onServer(server, `drop database ${name} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
