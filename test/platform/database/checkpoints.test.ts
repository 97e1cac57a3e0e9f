import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect, type Database } from '../../../mock-server/platform/database/connect.ts';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';
import { timeouts } from '../../setup/run/timeouts.ts';

const rows = 800;
let directory: string;
let file: string;
let database: Database;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'appshelf-checkpoints-'));
  file = join(directory, 'appshelf.sqlite');
  database = await connect({ file });
  await sql`create table noted (id integer primary key, text text)`.execute(unguarded(database.db));
});

afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const write = (text: string) =>
  database.transaction((tx) => sql`insert into noted (text) values (${text})`.execute(unguarded(tx)));

async function count(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from noted`.execute(unguarded(database.db));
  return rows[0]?.n ?? 0;
}

test('what many transactions wrote comes into the file while nothing else is committed', async () => {
  for (let at = 0; at < rows; at++) await write('x'.repeat(2_000));
  // These leave fewer pages than those after which a commit itself makes a checkpoint.
  await vi.waitUntil(() => statSync(file).size > rows * 2_000, { timeout: timeouts.step });
  expect(await count()).toBe(rows);
});

test('a database that is closed leaves its file, with everything in it, and no log', async () => {
  for (let at = 0; at < rows; at++) await write('x');
  await database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  database = await connect({ file });
  expect(await count()).toBe(rows);
});

test('a process that closes its database while the log is copied ends only when it is closed', async () => {
  const program = join(import.meta.dirname, 'closing-while-copying.ts');
  const own = join(directory, 'own.sqlite');
  const { stdout } = await promisify(execFile)(process.execPath, [program, own]);
  expect(stdout).toBe('closed');
  expect(existsSync(`${own}-wal`)).toBe(false);
});

test('where the thread can not open the file, transactions go on, and closing waits for its end', async () => {
  await rename(file, `${file}.elsewhere`);
  for (let at = 0; at < 101; at++) await write('x');
  // The thread is told 100 ms after the last commit: closing begins before it has failed.
  await setTimeout(105);
  await write('x');
  expect(await count()).toBe(102);
  await database.close();
});

test('nothing is missed where transactions are written and the log is copied at the same time', async () => {
  for (let at = 0; at < rows; at++) await Promise.all([write('one'), write('other')]);
  expect(await count()).toBe(2 * rows);
});

test('the log begins anew while one transaction follows another', async () => {
  const pageInLog = 4_096 + 24;
  // Two pages each: far more than the log may have when it begins anew, and fewer than a commit would copy itself.
  for (let at = 0; at < 3_000; at++) await write('x'.repeat(2_000));
  expect(statSync(`${file}-wal`).size).toBeLessThan(5_000 * pageInLog);
  expect(await count()).toBe(3_000);
});
