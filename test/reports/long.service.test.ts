import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { QueryOf } from '../../contract/common/request.ts';
import { readFeed } from '../../contract/feeds.ts';
import { readReport } from '../../contract/reports.ts';
import { recordActivity } from '../../mock-server/features/journals/facade.ts';
import { openService } from '../setup/open-service.ts';
import { manyUsers, rareText } from '../setup/world/many-users.ts';

/** More than one statement reads, and than a block of CSV has. */
const users = 2_600;

const service = await openService();
await manyUsers(service, users);

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

test('a long feed has every row once and in its order, in full blocks', async () => {
  const { admin, platform } = service;
  const attempts = Array.from({ length: 5_200 }, (_, at) => `somebody.${at}`);
  await platform.database.transaction(async (tx) => {
    for (const user of attempts) {
      const reported = { user, device: null, version: null };
      const attempt = {
        kind: 'sign_in',
        way: 'application',
        succeeded: true,
        reason: null,
        user: null,
      } as const;
      recordActivity(tx, admin.orgId, { ...attempt, said: reported });
    }
  });
  const block = (query: QueryOf<typeof readFeed>) =>
    service.ok(readFeed, { token: admin.token, params: { feed_name: 'login_activity' }, query });
  const first = await block({});
  expect([first.rows_returned, first.end_of_data]).toEqual([5_000, false]);
  const second = await block({ block_token: first.next_block_token });
  expect(second.end_of_data).toBe(true);
  const names = [...first.rows, ...second.rows].map(({ user_id }) => String(user_id));
  expect(names.filter((name) => name.startsWith('somebody.'))).toEqual(attempts);
});

/** An answer as it comes over the line, and how much of it came first. */
async function raw(path: string, coding: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown> & { bytes: Buffer }>();
  const headers = { 'x-token': service.admin.token, 'accept-encoding': coding };
  request(new URL(path, service.url), { headers }, (response) => {
    buffer(response).then((bytes) => resolve({ ...response.headers, bytes }), reject);
  })
    .on('error', reject)
    .end();
  return promise;
}

const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  '/v2/reports/user_details/?format=csv',
  '/v2/users/?page=0,5000',
  '/v3/audit/export/?format=csv',
  '/v3/audit/export/?format=jsonl',
])('%s is sent while it is read, in each coding', async (path) => {
  const plain = await raw(path, 'identity');
  expect([plain['content-encoding'], plain['content-length']]).toEqual([undefined, undefined]);
  for (const coding of ['zstd', 'br', 'gzip'] as const) {
    const packed = await raw(path, coding);
    expect([packed['content-encoding'], packed['content-length']]).toEqual([coding, undefined]);
    expect(String([packed['cache-control'], packed.vary])).toMatch(/no-store|Accept-Encoding/i);
    expect(unpack[coding](packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
  }
});
