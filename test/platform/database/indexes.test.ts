import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { migrations } from '../../../mock-server/migrations/index.ts';
import { connect } from '../../../mock-server/platform/database/connect.ts';
import { migrate } from '../../../mock-server/platform/database/migrate.ts';

const directory = await mkdtemp(join(tmpdir(), 'appshelf-indexes-'));
const file = join(directory, 'appshelf.sqlite');
const database = await connect({ file });
await migrate(database.db, migrations);
await database.close();
const sqlite = new SqliteDatabase(file, { readonly: true });
afterAll(async () => {
  sqlite.close();
  await rm(directory, { recursive: true });
});

const names = (query: string): string[] => sqlite.prepare<[], string>(query).pluck().all();

/** SQLite's plan to find rows by these columns, in a database without statistics. */
function planOf(table: string, key: readonly string[], by: readonly string[]): string {
  const columns = key.map((name) => `"${name}"`).join();
  const where = by.map((name) => `"${name}" = cast(? as text)`).join(' and ');
  const plan = sqlite.prepare<string[], { detail: string }>(
    `explain query plan select ${columns} from "${table}" where ${where}`,
  );
  return plan
    .all(...by)
    .map(({ detail }) => detail)
    .join();
}

test('no index loses to a primary key that has all that is asked for, and would be read as a whole', () => {
  const lost: string[] = [];
  for (const table of names("select name from sqlite_master where type = 'table'")) {
    const key = names(`select name from pragma_table_info('${table}') where pk > 0 order by pk`);
    for (const index of names(`select name from pragma_index_list('${table}') where origin = 'c'`)) {
      const columns = names(`select name from pragma_index_info('${index}') where name is not null`).slice(
        0,
        2,
      );
      if (columns.length < 2) continue;
      const plan = planOf(table, key, columns);
      if (/COVERING INDEX sqlite_autoindex\S+ \(\w+=\?\)$/.test(plan)) lost.push(`${index}: ${plan}`);
    }
  }
  expect(lost).toEqual([]);
});
