import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../../../mock-server/platform/database/connect.ts';
import type { Db, Tx } from '../../../mock-server/platform/database/handles.ts';
import { prepareFirst } from '../../../mock-server/platform/database/prepared.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';

let directory: string;
let file: string;
let database: Database;
/** Another connection, which sees what is committed. */
let onlooker: Sqlite.Database;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'appshelf-transactions-'));
  file = join(directory, 'appshelf.sqlite');
  database = await connect({ file });
  await sql`create table noted (text text primary key)`.execute(withoutGuard(database.db));
  onlooker = new Sqlite(file);
});

afterEach(async () => {
  onlooker.close();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const insert = (tx: Tx, text: string) =>
  sql`insert into noted (text) values (${text})`.execute(withoutGuard(tx));

const write = (text: string) =>
  database.transaction(async (tx) => {
    await insert(tx, text);
    return text;
  });

const committed = (): unknown[] => onlooker.prepare('select text from noted order by text').pluck().all();

async function count(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from noted`.execute(withoutGuard(db));
  return rows[0]?.n ?? 0;
}

const countPrepared = prepareFirst((db: Db) =>
  withoutGuard(db)
    .selectFrom(sql<object>`noted`.as('noted'))
    .select(({ fn }) => fn.countAll<number>().as('n')),
);

test('each is committed before its caller is answered, in order', async () => {
  const seen = await Promise.all(['a', 'b', 'c'].map(async (text) => [await write(text), committed()]));
  for (const [text, all] of seen) expect(all).toContain(text);
  expect(seen[0]).toEqual(['a', ['a']]);
  expect(committed()).toEqual(['a', 'b', 'c']);
});

test('nobody reads what is not committed', async () => {
  const { promise: isRead, resolve: readIt } = Promise.withResolvers<void>();
  const writing = database.transaction(async (tx) => {
    await insert(tx, 'a');
    readIt();
    for (let round = 0; round < 3; round++) await setImmediate();
    expect(await count(tx)).toBe(1);
    throw new Error('it will not do');
  });
  const reading = isRead.then(() =>
    Promise.all([count(database.db), countPrepared(database.db).then((row) => row?.n)]),
  );
  await expect(writing).rejects.toThrow('it will not do');
  expect(await reading).toEqual([0, 0]);
});

test('one that fails undoes only itself, whatever its place', async () => {
  for (const failing of ['a', 'b', 'c']) {
    onlooker.exec('delete from noted');
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) =>
        database.transaction(async (tx) => {
          await insert(tx, text);
          if (text === failing) throw new Error(`${text} will not do`);
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { message: `${failing} will not do` } },
    ]);
    expect(committed()).toEqual(['a', 'b', 'c'].filter((text) => text !== failing));
  }
});

test('one for which there is no room is undone, and the next ones are not concerned', async () => {
  const pages = onlooker.pragma('page_count', { simple: true });
  await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(withoutGuard(database.db));
  const outcomes = await Promise.allSettled(['a', 'x'.repeat(100_000), 'c'].map(write));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(committed()).toEqual(['a', 'c']);
  await sql`pragma max_page_count = 1000000`.execute(withoutGuard(database.db));
  expect(await write('d')).toBe('d');
});

test('other events are handled between transactions that wait', async () => {
  let rounds = 0;
  const isOver = new AbortController();
  const counting = (async () => {
    for (; !isOver.signal.aborted; rounds++) await setImmediate();
  })();
  await Promise.all(Array.from({ length: 20 }, (_, at) => write(`${at}`)));
  isOver.abort();
  await counting;
  expect(rounds).toBeGreaterThanOrEqual(20);
});

test('each works in the context of who asked for it', async () => {
  const asking = new AsyncLocalStorage<string>();
  const names = ['a', 'b', 'c'];
  const request = names.map((name) =>
    asking.run(name, () => database.transaction(async () => asking.getStore())),
  );
  expect(await Promise.all(request)).toEqual(names);
});

test('the write-ahead log stays small while one transaction follows another', async () => {
  const rows = 60;
  for (let at = 0; at < rows; at++) await write(`${at} `.padEnd(40_000, 'x'));
  // The pages of a fifth of them, and of the commit that exceeds that.
  const pageInLog = 4_096 + 24;
  expect(statSync(`${file}-wal`).size).toBeLessThan(150 * pageInLog);
  expect(await count(database.db)).toBe(rows);
});

test('a database that is closed leaves its file, with everything in it, and no log', async () => {
  await write('a');
  onlooker.close();
  await database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  database = await connect({ file });
  onlooker = new Sqlite(file);
  expect(committed()).toEqual(['a']);
});
