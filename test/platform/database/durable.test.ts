import { createHook } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../../../mock-server/platform/database/connect.ts';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';

const [rows, bytes] = [1_000, 400_000];

let directory: string;
let file: string;
let database: Database;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'appshelf-durable-'));
  file = join(directory, 'appshelf.sqlite');
  database = await connect({ file });
  await sql`create table noted (id integer primary key, text text)`.execute(unguarded(database.db));
});

afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const insert = sql`insert into noted (text) values ('x')`;

/** How often files were asked for something while it ran. */
async function filesAsked(work: () => Promise<unknown>): Promise<number> {
  let asked = 0;
  const hook = createHook({ init: (_id, type) => void (asked += Number(type.startsWith('FSREQ'))) });
  hook.enable();
  await work().finally(() => hook.disable());
  return asked;
}

test('who commits waits until the disk has it, once for a transaction; who reads, or undoes it, does not', async () => {
  const { db } = database;
  const write = () =>
    database.transaction(async (tx) => {
      await insert.execute(unguarded(tx));
      await insert.execute(unguarded(tx));
    });
  const undo = () =>
    database.transaction(async (tx) => {
      await insert.execute(unguarded(tx));
      throw new Error('Undone.');
    });
  await write();
  expect(await filesAsked(write)).toBe(1);
  expect(await filesAsked(() => insert.execute(unguarded(db)))).toBe(1);
  const count = sql<{ n: number }>`select count(*) as n from noted`;
  expect(await filesAsked(() => count.execute(unguarded(db)))).toBe(0);
  expect(await filesAsked(() => database.transaction((tx) => count.execute(unguarded(tx))))).toBe(0);
  expect(await filesAsked(() => undo().catch(() => undefined))).toBe(0);
  expect((await count.execute(unguarded(db))).rows).toEqual([{ n: 5 }]);
});

test('a process whose disk does not keep what was committed ends, and answers nobody', async () => {
  const module = new URL('../../../mock-server/platform/database/sqlite/log-sync.ts', import.meta.url).href;
  const program = `import { LogSync } from ${JSON.stringify(module)};
    await new LogSync('/nowhere/appshelf.sqlite').sync().catch(() => undefined);
    setImmediate(() => console.log('answered'));`;
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const failed = await running.then(
    () => null,
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed?.stderr).toContain('The disk does not keep what was written into the database.');
});

test('the log begins anew while changes follow one another without a pause', async () => {
  const write = (statement: RawBuilder<unknown>) =>
    database.transaction((tx) => statement.execute(unguarded(tx)).then(() => undefined));
  for (let at = 0; at < 200; at++) await write(insert);
  const { size } = statSync(file);
  const large = sql`insert into noted (text) values (zeroblob(${bytes}))`;
  // From then on the thread copies, and commits do not.
  while (statSync(file).size === size) await write(large);
  for (let at = 0; at < rows; at++) await write(large);
  // Shorter than what was written.
  expect(statSync(`${file}-wal`).size).toBeLessThan(rows * bytes);
});
