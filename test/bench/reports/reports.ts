import { addressOf } from '../../../contract/common/request.ts';
import { installApplication } from '../../../contract/downloads.ts';
import { type FeedName, readFeed } from '../../../contract/feeds.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { changeInstalled } from '../../../contract/inventory.ts';
import { readReport, reportNames } from '../../../contract/reports.ts';
import { type Child, startChild } from '../child.ts';
import { type Engine, engines } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import { percentiles } from '../percentiles.ts';
import type { Recorded, ReportService } from './report-service.ts';

/**
 * `BENCH_ROWS=5000000` makes ten million rows of activity, `BENCH_AMONG=1000` a thousand organizations: the promised
 * size.
 */
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
const users = Number(process.env.BENCH_USERS ?? 100_000);
const organizations = Number(process.env.BENCH_AMONG ?? 1);
/** Most rows of a feed that are read: enough to measure its speed. */
const mostOfAFeed = 500_000;
const mebibyte = 1024 * 1024;

/** Reports, their CSV, and feeds of a large organization, over the interface. */
export const reports: Measurement = {
  name: 'reports',
  async run() {
    const wanted = process.env.BENCH_ENGINE;
    const result: Row[] = [];
    for (const engine of (Object.keys(engines) as Engine[]).filter((name) => (wanted ?? name) === name)) {
      const service = await startChild<ReportService>('reports/report-service.ts', {
        users,
        rows,
        organizations,
        engine,
      });
      try {
        const world = `${rows.toLocaleString('en')} downloads of ${users.toLocaleString('en')} users on ${engines[engine]}`;
        result.push(
          ...(await firstBlocks(service.ready, world)),
          ...(await nextBlocks(service.ready, world)),
          ...(await csv(service, world)),
          ...(await feeds(service, world)),
          ...(await recordings(service.ready, world)),
        );
      } finally {
        await service.stop();
      }
    }
    return result;
  },
};

type FeedBlock = { rows_returned: number; end_of_data: boolean; next_block_token: string };
type Block = { report: { next_block_token: string | null } };

async function ask<T>(
  { url, token }: ReportService,
  path: string,
  query: Record<string, string>,
): Promise<T> {
  const answer = await fetch(`${url}${path}?${new URLSearchParams(query)}`, {
    headers: { 'x-token': token },
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
  return (await answer.json()) as T;
}

const pathOf = (report: string) => readReport.path.replace(':report_name', report);
const count = '100';
/** How often each report is requested. */
const questions = 400;

async function firstBlocks(service: ReportService, world: string): Promise<Row[]> {
  const result: Row[] = [];
  for (const name of reportNames) {
    const { p99 } = await percentiles(() => ask(service, pathOf(name), { count }), questions);
    result.push(limit(`first block of ${name}, p99; ${world}`, p99, 100));
  }
  return result;
}

/** Reads blocks one after another, of each report from the beginning, and of downloads also from the middle. */
async function nextBlocks(service: ReportService, world: string): Promise<Row[]> {
  const result: Row[] = [];
  const middle = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const beginnings = reportNames.map((name) => [name, 'the beginning', {}] as const);
  const others = [['download_inventory', 'the middle', { date: `2000-01-01,${middle}` }] as const];
  for (const [name, where, query] of [...beginnings, ...others]) {
    // Few applications are enough for several blocks.
    const size = name === 'most_popular_apps' ? '10' : count;
    let { report } = await ask<Block>(service, pathOf(name), { count: size, ...query });
    const { p99 } = await percentiles(async () => {
      // A small world has fewer blocks than are measured: then reading begins again.
      const { next_block_token: block_token } = report;
      const next = block_token === null ? { count: size, ...query } : { count: size, block_token };
      ({ report } = await ask<Block>(service, pathOf(name), next));
    }, questions);
    result.push(limit(`next block of ${name} from ${where}, p99; ${world}`, p99, 20));
  }
  return result;
}

async function csv(service: Child<ReportService>, world: string): Promise<Row[]> {
  const { url, token, copy } = service.ready;
  const before = await service.memory();
  await service.stillness();
  const started = performance.now();
  const query = new URLSearchParams({ format: 'csv', date: copy.dates });
  const answer = await fetch(`${url}${pathOf('download_inventory')}?${query}`, {
    headers: { 'x-token': token },
  });
  let most = before;
  let asked = performance.now();
  for await (const _ of answer.body ?? []) {
    if (performance.now() - asked < 200) continue;
    most = Math.max(most, await service.memory());
    asked = performance.now();
  }
  const time = performance.now() - started;
  return [
    {
      work: `CSV of ${copy.rows.toLocaleString('en')} rows of download_inventory; ${world}`,
      ours: copy.rows / time,
      unit: 'rows/ms',
      against: { name: 'the database’s own copy', value: copy.rows / copy.time },
      target: { atLeast: 0.5 },
    },
    {
      work: `memory that this CSV took; ${world}`,
      ours: (most - before) / mebibyte,
      unit: 'MiB',
      against: { name: 'limit', value: 32 },
      target: { atMost: 1 },
    },
    limit(`longest block of the event loop by this CSV; ${world}`, await service.stillness(), 20),
  ];
}

/** Reads the feeds of which the world has rows, each from its first row on. */
async function feeds(service: Child<ReportService>, world: string): Promise<Row[]> {
  const result: Row[] = [];
  await service.stillness();
  for (const name of ['download_activity', 'login_activity', 'app_usage_activity'] as const) {
    const started = performance.now();
    const seen = await follow(service.ready, name);
    result.push({
      work: `feed ${name}; ${world}`,
      ours: (seen / (performance.now() - started)) * 1000,
      unit: 'rows/s',
      against: { name: 'limit', value: 50_000 },
      target: { atLeast: 1 },
    });
  }
  const stillness = await service.stillness();
  return [...result, limit(`longest block of the event loop by these feeds; ${world}`, stillness, 20)];
}

/** Reads a feed; returns how many rows were read. */
async function follow(service: ReportService, name: FeedName): Promise<number> {
  const path = readFeed.path.replace(':feed_name', name);
  let seen = 0;
  let query: Record<string, string> = {};
  for (;;) {
    const block = await ask<FeedBlock>(service, path, query);
    seen += block.rows_returned;
    query = { block_token: block.next_block_token };
    if (block.end_of_data || seen >= mostOfAFeed) return seen;
  }
}

/** Measures what is recorded during requests that people send. */
async function recordings(service: ReportService, world: string): Promise<Row[]> {
  const { url, userId, password, recording, person, application } = service;
  const json = { 'content-type': 'application/json', 'x-token': person.token, 'x-udid': person.udid };
  const post = (path: string, body: object) =>
    read(fetch(url + path, { method: 'POST', headers: json, body: JSON.stringify(body) }));
  let isInstalled = false;
  const work: Record<Recorded, () => Promise<unknown>> = {
    'a sign-in': () => post(authenticateUser.path, { user_id: userId, password }),
    'a download': () =>
      read(fetch(url + addressOf(installApplication, { params: { application }, query: person }))),
    'a change of an inventory': () => {
      isInstalled = !isInstalled;
      const state = isInstalled ? 'installed' : 'removed';
      return post(changeInstalled.path, { changes: [{ application, state }] });
    },
  };
  const rows: Row[] = [];
  for (const name of Object.keys(work) as Recorded[]) {
    const { p50 } = await percentiles(work[name]);
    rows.push({
      work: `recording ${name}; ${world}`,
      ours: recording[name],
      unit: 'ms',
      against: { name: 'all of it', value: p50 },
      target: { atMost: 0.05 },
    });
  }
  return rows;
}

/** Reads an answer to its end. Error: when it is a refusal. */
async function read(asked: Promise<Response>): Promise<void> {
  const answer = await asked;
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${answer.url} was answered with ${answer.status}.`);
}

const limit = (work: string, ours: number, value: number): Row => ({
  work,
  ours,
  unit: 'ms',
  against: { name: 'limit', value },
  target: { atMost: 1 },
});
