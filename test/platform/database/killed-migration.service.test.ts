import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { authenticateUser } from '../../../contract/identity.ts';
import { migrations } from '../../../mock-server/migrations/index.ts';
import { onServer } from '../../setup/database/database.ts';
import { freePort } from '../../setup/free-port.ts';
import { Requests } from '../../setup/requests.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import { ServiceProcess } from '../../setup/service-process.ts';
import { password } from '../../setup/world/people.ts';

/** When a service dies during a migration, the next start completes it. */

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const first = {
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  ORGANIZATION_NAME: 'Killed',
  ADMIN_USER_ID: 'admin',
  ADMIN_PASSWORD: password,
  ADMIN_EMAIL: 'admin@example.org',
};

async function makeService(more: Record<string, string> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'appshelf-killed-'));
  undo.push(() => rm(directory, { recursive: true, force: true }));
  const port = await freePort();
  const environment = { ...first, ...more, DATA_DIR: directory, HOST: '127.0.0.1', PORT: String(port) };
  const service = new ServiceProcess(environment);
  undo.push(service.stop);
  const signIn = () =>
    new Requests(`http://127.0.0.1:${port}`).ok(authenticateUser, {
      body: { user_id: 'admin', password, remember_me: true },
    });
  return { service, signIn, file: join(directory, 'appshelf.sqlite') };
}

/** Starts it, and kills it when a condition holds; returns whether it had not begun to answer by then. */
async function killedWhen(service: ServiceProcess, isSo: () => Promise<boolean> | boolean): Promise<boolean> {
  const answered = service.start().then(
    () => true,
    () => false,
  );
  await expect.poll(isSo, { interval: 1, timeout: timeouts.step }).toBe(true);
  await service.kill();
  return !(await answered);
}

const onSqlite = process.env.TEST_DATABASE !== 'postgres';
const all = migrations.map(({ name }) => name);

/** The migrations that the database has at the end. */
async function onFile(): Promise<unknown[]> {
  const { service, signIn, file } = await makeService();
  const size = (path: string) => (existsSync(path) ? statSync(path).size : 0);
  const moments = [() => existsSync(file), () => size(`${file}-wal`) > 0, () => size(file) > 0];
  const kills = [];
  for (const isSo of moments) kills.push(await killedWhen(service, isSo));
  expect(kills[0]).toBe(true);
  await service.start();
  expect((await signIn()).organization.name).toBe('Killed');
  const database = new SqliteDatabase(file, { readonly: true });
  undo.push(() => database.close());
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  return database.prepare('select name from kysely_migration order by name').pluck().all();
}

/** Has the server wait in the middle of the migrations for a lock that this connection holds. */
const stall = `
  create function stall() returns event_trigger language plpgsql as $$ begin
    if to_regclass('audit_heads') is not null then perform pg_advisory_xact_lock(4711); end if;
  end $$;
  create event trigger stall on ddl_command_end execute function stall();
  select pg_advisory_lock(4711)`;

async function onPostgres(): Promise<unknown[]> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `killed${Date.now()}`;
  await onServer(server, `create database ${name}`);
  undo.push(() => onServer(server, `drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  undo.push(() => client.end());
  await client.query(stall);
  const count = async (from: string) =>
    Number((await client.query<{ count: string }>(`select count(*) from ${from}`)).rows[0]?.count);

  const { service, signIn } = await makeService({ DATABASE_URL: url.href });
  const waits = `pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
  expect(await killedWhen(service, async () => (await count(waits)) > 0)).toBe(true);
  await client.query('select pg_advisory_unlock(4711)');
  const others = `pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
  await expect.poll(() => count(others), { timeout: timeouts.step }).toBe(0);
  // Its work is rolled back as a whole; the migrator's own tables are empty.
  expect(await count(`pg_tables where schemaname = 'public' and tablename not like 'kysely%'`)).toBe(0);
  expect(await count('kysely_migration')).toBe(0);

  await client.query('drop event trigger stall; drop function stall');
  await service.start();
  expect((await signIn()).organization.name).toBe('Killed');
  const done = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return done.rows.map((row) => row.name);
}

test('killed while it migrates, a service leaves nothing half done, and the next start migrates', async () => {
  expect(await (onSqlite ? onFile() : onPostgres())).toEqual(all);
});
