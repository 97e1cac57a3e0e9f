import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseLocation } from '../../../mock-server/platform/database/connect.ts';

/** A connection that bypasses the service and writes rows directly: nothing is checked, and no change is recorded. */
export interface World {
  dialect: 'sqlite' | 'postgres';
  run(statement: string): Promise<Record<string, unknown>[]>;
  /** Updates the statistics of the database after its tables have grown. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const openWorld = (location: DatabaseLocation): Promise<World> =>
  'url' in location ? openPostgres(location.url) : openSqlite(location.file);

async function openPostgres(url: string): Promise<World> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
  return {
    dialect: 'postgres',
    run: async (statement) => (await client.query<Record<string, unknown>>(statement)).rows,
    settle: async () => {
      await client.query('vacuum analyze');
      // Otherwise the server writes for minutes what the world has changed, while it is measured.
      await client.query('checkpoint');
    },
    close: () => client.end(),
  };
}

async function openSqlite(file: string): Promise<World> {
  const database = new SqliteDatabase(file);
  database.pragma('foreign_keys = OFF');
  database.pragma('synchronous = OFF');
  const triggers = database
    .prepare<[], { name: string; sql: string }>("select name, sql from sqlite_master where type = 'trigger'")
    .all();
  for (const { name } of triggers) database.exec(`drop trigger ${name}`);
  return {
    dialect: 'sqlite',
    run: async (statement) => {
      const prepared = database.prepare<[], Record<string, unknown>>(statement);
      if (prepared.reader) return prepared.all();
      prepared.run();
      return [];
    },
    settle: async () => {
      database.exec('analyze');
    },
    close: async () => {
      for (const { sql } of triggers) database.exec(sql);
      database.close();
    },
  };
}

/** Runs work while tables have no indexes except those of their keys, so that very many rows are written faster. */
export async function withoutIndexes({ dialect, run }: World, work: () => Promise<void>): Promise<void> {
  const indexes = await run(
    dialect === 'postgres'
      ? `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
         and indexname not in (select conname from pg_constraint)`
      : "select name, sql as definition from sqlite_master where type = 'index' and sql is not null",
  );
  for (const { name } of indexes) await run(`drop index "${String(name)}"`);
  await work();
  for (const { definition } of indexes) await run(String(definition));
}
