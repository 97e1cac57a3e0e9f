import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readReport } from '../../contract/reports.ts';
import { downloadInventory } from '../../mock-server/features/reports/downloads-store.ts';
import type { Database } from '../../mock-server/platform/database/connect.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { reportWorld } from '../setup/world/report-world.ts';
import { buildQueryOptions, fromACursor, lastAsked, linesOf, manyDownloads } from './many-lines.ts';

/** Who downloaded when, as the blocks of the report say it. */
const expected: unknown[] = [];
const service = await openService();
await reportWorld(service, { users: 40, rows: manyDownloads, organizations: 3 });
const { admin } = service;
const params = { report_name: 'download_inventory' };
for (let block_token: string | null | undefined; block_token !== null; ) {
  const query = { count: 1_000, ...(block_token !== undefined && { block_token }) };
  const { report } = await service.ok(readReport, { token: admin.token, params, query });
  expected.push(...report.entries.map(({ user_id, date }) => [user_id, date]));
  block_token = report.next_block_token;
}

/** The same of lines of CSV, none of whose texts has a comma. */
function reported(csv: string): unknown[] {
  const names = downloadInventory.columns(buildQueryOptions(service)).map(({ name }) => name);
  const lines = csv.split('\r\n').slice(0, -1);
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1'));
    return [cells[names.indexOf('user_id')], cells[names.indexOf('date')]];
  });
}

test('CSV of very many rows has each of them once, in the order of the blocks', async () => {
  const path = '/v2/reports/download_inventory/?format=csv';
  const { body } = await service.fetch(path, { headers: { 'x-token': service.admin.token } });
  const lines = String(body);
  expect(reported(lines.slice(lines.indexOf('\r\n') + 2))).toEqual(expected);
});

/** Waits until the cursor of the CSV is given up: then two others may be open. */
async function cursorEnds({ cursors }: Database): Promise<void> {
  const query = sql<{ n: number }>`select 1 as n`;
  const other = await cursors.open(query);
  const freed = await vi.waitUntil(() => cursors.open(query), { timeout: timeouts.step, interval: 50 });
  await freed.close();
  await other?.close();
}

test('CSV of very many rows goes on by itself where its reader was too slow for a cursor', async () => {
  const { dialect } = service.platform.database;
  const lines = await linesOf(service, async () => {
    if (dialect === 'postgres') await cursorEnds(service.platform.database);
  });
  expect(reported(lines)).toEqual(expected);
});

test('CSV of very many rows is read by a cursor from a server', async () => {
  const { dialect } = service.platform.database;
  let request: string[] = [];
  const lines = await linesOf(service, async () => {
    if (dialect === 'postgres') request = await lastAsked(service);
  });
  expect(request.includes(fromACursor)).toBe(dialect === 'postgres');
  expect(reported(lines)).toEqual(expected);
});
