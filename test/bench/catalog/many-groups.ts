import { setTimeout as pause } from 'node:timers/promises';
import autocannon, { type Client, type Request, type Result } from 'autocannon';
import { addApplication } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import { splitIntoChunks } from '../../../mock-server/platform/chunks.ts';
import { Requests } from '../../setup/requests.ts';
import { type Child, startChild } from '../child.ts';
import { chosenEngines, type Engine, engines } from '../engine.ts';
import { limited, type Measurement, type Row } from '../measurement.ts';
import type { Session } from '../people.ts';
import { percentile, timed } from '../percentiles.ts';
import type { GroupsService } from './groups-service.ts';

export const size = { applications: 10_000, groups: 2_000, each: 300, persons: 5_000, memberships: 3 };
export const connections = 20;
/** Seconds in which lists are requested again and again. */
const duration = 6;
/** People whose lists are requested again while nothing has changed. */
const returning = 1_000;
const publications = 100;
const imported = { applications: Number(process.env.BENCH_APPLICATIONS ?? 10_000), together: 4 };
/** Milliseconds between two requests in the organization in which nothing happens. */
const interval = 5;

/** The share of Fastify's speed that must be reached, and milliseconds of processor time for a first list. */
const bounds = {
  sqlite: { list: 0.2, unchanged: 0.15, firstList: 5 },
  postgres: { list: 0.1, unchanged: 0.1, firstList: 10 },
} as const;

/**
 * Lists in an organization with 10,000 applications and 2,000 groups, in which nearly nobody has the same groups as
 * somebody else; and what everybody notices while it publishes.
 */
export const manyGroups: Measurement = {
  name: 'many-groups',
  run: () =>
    onEngines(async (service, name, engine) => [
      ...(await lists(service, name, engine)),
      ...(await publishing(service, name)),
    ]),
};

/** What others notice while that organization imports as many applications again. */
export const importing: Measurement = {
  name: 'import',
  run: () =>
    onEngines(async (service, name) => {
      const work = `${name}, while ${imported.applications} applications are imported`;
      return besideNeighbour(service, work, () => importAll(service.ready));
    }),
};

async function onEngines(
  measure: (service: Child<GroupsService>, name: string, engine: Engine) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of chosenEngines()) {
    const service = await startChild<GroupsService>('catalog/groups-service.ts', { size, engine });
    try {
      rows.push(...(await measure(service, engines[engine], engine)));
    } finally {
      await service.stop();
    }
  }
  return rows;
}

export const headersOf = ({ token, udid }: Session) => ({ 'x-token': token, 'x-udid': udid });

/**
 * Gives each connection its own people, whose lists it requests one after another: with one list of requests, all
 * connections would begin with the same ones.
 */
export function everybody(url: string, requests: Request[]) {
  const shares = splitIntoChunks(requests, Math.ceil(requests.length / connections));
  const setupClient = (client: Client) => client.setRequests(shares.pop() ?? []);
  return { url, connections, setupClient };
}

async function lists(service: Child<GroupsService>, name: string, engine: Engine): Promise<Row[]> {
  const { url, sessions } = service.ready;
  const { path } = listCatalog;
  const requests = sessions.map((session): Request => ({ method: 'GET', path, headers: headersOf(session) }));
  const before = await processorTime(service);
  const cold = await autocannon({ ...everybody(url, requests), amount: requests.length });
  const firstList = ((await processorTime(service)) - before) / requests.length;
  const warm = await autocannon({ ...everybody(url, requests), duration });
  const memory = await service.memory();
  const unchangedRequests = await requestsOfUnchanged(url, sessions.slice(0, returning));
  const unchanged = await autocannon({ ...everybody(url, unchangedRequests), duration });
  for (const result of [cold, warm]) assertAll(result, 200);
  assertAll(unchanged, 304);
  const peer = await fastify(await listSize(url + path, sessions));
  const { list, unchanged: unchangedShare, firstList: limit } = bounds[engine];
  const work = (what: string) => `${name}, 10,000 applications, 2,000 groups: ${what}`;
  return [
    {
      work: work('list of 20, warm'),
      ours: warm.requests.average,
      unit: 'requests/s',
      peer: { name: 'Fastify, ready bytes', value: peer.prebuilt },
      bound: { atLeast: list },
    },
    {
      work: work('unchanged (304)'),
      ours: unchanged.requests.average,
      unit: 'requests/s',
      peer: { name: 'Fastify, bare 304', value: peer.bare },
      bound: { atLeast: unchangedShare },
    },
    limited(work('processor time for a person’s first list'), firstList * 1_000, 'ms', limit),
    limited(work('memory of the service'), memory / 1e6, 'MB', 400),
  ];
}

/** Seconds of processor time that the service and its database server have used. */
const processorTime = async (service: Child<GroupsService>): Promise<number> =>
  (await service.cpu()) + (await service.ask<number>('processor time of the database server'));

async function listSize(address: string, [somebody]: readonly Session[]): Promise<number> {
  if (somebody === undefined) throw new Error('There is nobody to ask for a list.');
  const list = await fetch(address, { headers: headersOf(somebody) });
  return (await list.arrayBuffer()).byteLength;
}

/** Requests that Fastify alone answers in a second, with bytes that are ready and with a bare 304. */
async function fastify(bytes: number): Promise<{ prebuilt: number; bare: number }> {
  const peer = await startChild<{ url: string }>('catalog/prebuilt-server.ts', { size: bytes });
  const { url } = peer.ready;
  try {
    const prebuilt = await autocannon({ url: `${url}/`, connections, duration });
    const bare = await autocannon({ url: `${url}/unchanged`, connections, duration });
    return { prebuilt: prebuilt.requests.average, bare: bare.requests.average };
  } finally {
    await peer.stop();
  }
}

/**
 * Requests everybody's list once, and makes requests that ask whether it has changed. Without links, whose tokens
 * change every few minutes.
 */
async function requestsOfUnchanged(url: string, sessions: readonly Session[]): Promise<Request[]> {
  const path = `${listCatalog.path}?links=none`;
  const requests: Request[] = [];
  for (const session of sessions) {
    const answer = await fetch(url + path, { headers: headersOf(session) });
    await answer.arrayBuffer();
    const condition = { 'if-none-match': answer.headers.get('etag') ?? '' };
    requests.push({ method: 'GET', path, headers: { ...headersOf(session), ...condition } });
  }
  return requests;
}

/** Checks all answers. Error: when any answer differs from what is expected. */
export function assertAll({ statusCodeStats, errors, timeouts }: Result, status: number): void {
  const answers = Object.keys(statusCodeStats).join();
  if (answers !== String(status) || errors + timeouts > 0)
    throw new Error(`Requests were answered with ${answers} instead of ${status}.`);
}

async function publishing(service: Child<GroupsService>, name: string): Promise<Row[]> {
  const work = `${name}, while ${publications} applications are published`;
  const times: number[] = [];
  const rows = await besideNeighbour(service, work, async () => {
    for (let at = 0; at < publications; at++)
      times.push(await timed(() => publishUntilVisible(service.ready, at)));
  });
  return [limited(`${work}: until a person sees one, median`, percentile(times, 0.5), 'ms', 100), ...rows];
}

/** How long the event loop is blocked during some work, and how long a person of another organization waits. */
async function besideNeighbour(
  service: Child<GroupsService>,
  name: string,
  work: () => Promise<void>,
): Promise<Row[]> {
  const { neighbour, url } = service.ready;
  const headers = headersOf(neighbour);
  const waits: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      waits.push(await timed(async () => (await fetch(url + listCatalog.path, { headers })).arrayBuffer()));
      await pause(interval);
    }
  })();
  await service.stillness();
  await service.work();
  await work();
  const block = await service.stillness();
  const ownWork = (await service.work()).toFixed(0);
  over.abort();
  await asking;
  return [
    limited(`${name}: longest block of the event loop (its own work: ${ownWork} ms)`, block, 'ms', 60),
    limited(`${name}: list of another organization, p99`, percentile(waits, 0.99), 'ms', 60),
  ];
}

/** Publishes a web application for a group of the first person, who then requests the newest applications. */
async function publishUntilVisible(service: GroupsService, at: number): Promise<void> {
  const { url, sessions } = service;
  const [person] = sessions;
  if (person === undefined) throw new Error('There is nobody to see it.');
  const name = `Published ${at}`;
  await publish(service, name);
  const newest = await fetch(`${url}${listCatalog.path}?sort=-release_date`, { headers: headersOf(person) });
  if (!(await newest.text()).includes(name)) throw new Error('What was published is not there.');
}

async function importAll(service: GroupsService): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let at = next++; at < imported.applications; at = next++) await publish(service, `Imported ${at}`);
  };
  await Promise.all(Array.from({ length: imported.together }, one));
}

async function publish({ url, token, groups }: GroupsService, app_name: string): Promise<void> {
  const address = `https://${app_name.replace(' ', '').toLowerCase()}.example.org/`;
  const data = { app_name, url: address, enabled: true, groups: groups.slice(0, 1) };
  await new Requests(url).uploaded(addApplication, { token, data });
}
