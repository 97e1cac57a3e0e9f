import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryOf } from '../../contract/common/request.ts';
import { readReport } from '../../contract/reports.ts';
import { manyUsers, rareText } from '../bench/many-users.ts';
import { startService, type TestService } from '../setup/service.ts';

/** More than one statement looks at, and than a block of CSV holds. */
const users = 2_600;

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await manyUsers(service, users);
});
afterAll(() => service.stop());

type Query = QueryOf<typeof readReport>;

const read = async (query: Query) => {
  const params = { report_name: 'user_details' };
  return (await service.ok(readReport, { token: service.admin.token, params, query })).report;
};

/** The login names of all blocks of a question, one after the other; then the same backwards. */
async function there(query: Query) {
  const names: unknown[] = [];
  let block = await read(query);
  for (;;) {
    names.push(...block.entries.map(({ user_id }) => user_id));
    if (block.next_block_token === null) break;
    block = await read({ ...query, block_token: block.next_block_token });
  }
  const back: unknown[] = block.entries.map(({ user_id }) => user_id);
  while (block.prev_block_token !== null) {
    block = await read({ ...query, block_token: block.prev_block_token });
    back.unshift(...block.entries.map(({ user_id }) => user_id));
  }
  return { names, back, total: block.total_available };
}

const csv = async (query: string) => {
  const path = `/v2/reports/user_details/?format=csv${query}`;
  const { body } = await service.fetch(path, { headers: { 'x-token': service.admin.token } });
  const lines = String(body).split('\r\n').slice(1, -1);
  return lines.map((line) => line.split('","')[2]);
};

test('a long report has every row once, in both directions and as CSV, also where many rows share a name', async () => {
  const { names, back, total } = await there({});
  expect(new Set(names).size).toBe(users + 1);
  expect([names.length, total]).toEqual([users + 1, users + 1]);
  expect(back).toEqual(names);
  expect(await csv('')).toEqual(names);
  expect(await csv('&count=1203')).toEqual(names.slice(0, 1203));
});

test('rare rows are found wherever they are', async () => {
  const all = (await there({})).names;
  for (const query of [{ search: rareText }, { search: rareText, role: 1 }]) {
    const { names, back, total } = await there({ ...query, count: 1 });
    expect([names.length, total]).toEqual([3, 3]);
    expect(back).toEqual(names);
    expect(names.map((name) => all.indexOf(name))).toEqual(
      names.map((name) => all.indexOf(name)).toSorted((one, other) => one - other),
    );
    expect(await csv(`&search=${rareText}`)).toEqual(names);
  }
  expect((await there({ role: 6, count: 1 })).names).toEqual([]);
});
