import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../../../mock-server/platform/database/connect.ts';
import type { Tx } from '../../../mock-server/platform/database/handles.ts';
import { undoInMemory } from '../../../mock-server/platform/database/sqlite/undo-in-memory.ts';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';

let directory: string;
let database: Database;
/** Another connection, which sees what is committed. */
let onlooker: Sqlite.Database;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'appshelf-commits-'));
  const file = join(directory, 'appshelf.sqlite');
  database = await connect({ file });
  await sql`create table noted (text text primary key)`.execute(unguarded(database.db));
  onlooker = new Sqlite(file);
});

afterEach(async () => {
  onlooker.close();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const insert = (tx: Tx, text: string) =>
  sql`insert into noted (text) values (${text})`.execute(unguarded(tx));

const write = (text: string) =>
  database.transaction(async (tx) => {
    await insert(tx, text);
    return text;
  });

const committed = (): unknown[] => onlooker.prepare('select text from noted order by text').pluck().all();

test('transactions that wait together are committed together, and nobody is answered before', async () => {
  // On a busy machine one of them may take so long that no other joins its commit.
  const together = { seen: [] as unknown[][], texts: [] as string[] };
  for (let round = 0; together.seen.length === 0; round++) {
    const texts = ['a', 'b', 'c'].map((text) => `${round} ${text}`);
    const seen = await Promise.all(
      texts.map(async (text) => {
        await write(text);
        return committed();
      }),
    );
    for (const [at, text] of texts.entries()) expect(seen[at]).toContain(text);
    if (seen.every((all) => all.length === seen[0]?.length)) Object.assign(together, { seen, texts });
  }
  for (const all of together.seen) expect(all).toEqual(expect.arrayContaining(together.texts));
});

test('while more come with each round of the event loop, they share the commit too', async () => {
  let seen: unknown[] = [];
  let texts: string[] = [];
  // A busy machine may take longer for a round than a commit waits for it.
  for (let round = 0; texts.length === 0 || !texts.every((text) => seen.includes(text)); round++) {
    texts = ['a', 'b', 'c'].map((text) => `${round} ${text}`);
    const [first, second, third] = texts as [string, string, string];
    const early = [write(first).then(committed), write(second)] as const;
    await setImmediate();
    const late = write(third);
    seen = await early[0];
    await Promise.all([early[1], late]);
  }
  expect(seen).toEqual(expect.arrayContaining(texts));
});

test('one that changes more than SQLite keeps in memory by itself and fails undoes only itself', async () => {
  await undoInMemory(database.db);
  const texts = Array.from({ length: 500 }, (_, at) => `${at} `.padEnd(2000, 'x'));
  const kept = write('kept');
  const failing = database.transaction(async (tx) => {
    for (const text of texts) await insert(tx, text);
    await sql`update noted set text = text || 'y'`.execute(unguarded(tx));
    throw new Error('it will not do');
  });
  await expect(failing).rejects.toThrow('it will not do');
  await kept;
  expect(await write('later')).toBe('later');
  expect(committed()).toEqual(['kept', 'later']);
});

test('one that fails undoes only itself, whatever its place', async () => {
  for (const failing of ['a', 'b', 'c']) {
    onlooker.exec('delete from noted');
    const tried = ['a', 'b', 'c'].map((text) =>
      database.transaction(async (tx) => {
        await insert(tx, text);
        if (text === failing) throw new Error(`${text} will not do`);
      }),
    );
    const outcomes = await Promise.allSettled(tried);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { message: `${failing} will not do` } },
    ]);
    expect(committed()).toEqual(['a', 'b', 'c'].filter((text) => text !== failing));
  }
});

test('who is refused for what another wrote is told after the commit', async () => {
  const first = write('same');
  const second = write('same').catch(() => committed());
  expect(await Promise.all([first, second])).toEqual(['same', ['same']]);
});

test('where SQLite undoes the transaction, all that shared it fail, and those that come later do not', async () => {
  const pages = onlooker.pragma('page_count', { simple: true });
  await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(unguarded(database.db));
  const outcomes = await Promise.allSettled(['a', 'x'.repeat(100_000), 'c'].map(write));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(committed()).toEqual(['c']);
  await sql`pragma max_page_count = 1000000`.execute(unguarded(database.db));
  expect(await write('d')).toBe('d');
});

test('each works in the context of who asked for it', async () => {
  const asking = new AsyncLocalStorage<string>();
  const names = ['a', 'b', 'c'];
  const asked = names.map((name) =>
    asking.run(name, () => database.transaction(async () => asking.getStore())),
  );
  expect(await Promise.all(asked)).toEqual(names);
});
