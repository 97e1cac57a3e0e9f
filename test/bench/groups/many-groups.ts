import autocannon, { type Client, type Request, type Result } from 'autocannon';
import { addApplication } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import { chunks } from '../../../mock-server/platform/chunks.ts';
import { type Child, startChild } from '../child.ts';
import { type Engine, engines } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import type { Session } from '../people.ts';
import { percentile, timed } from '../percentiles.ts';
import type { GroupsService } from './groups-service.ts';

export const size = { applications: 10_000, groups: 2_000, each: 300, persons: 5_000, memberships: 3 };
export const connections = 20;
/** Seconds in which everybody's list is requested again and again. */
const warm = 6;
const publications = 100;
/** Milliseconds between two requests in the organization in which nothing happens. */
const quiet = 5;
/** The share of the speed of ready bytes that must be reached. */
const share = { sqlite: 0.2, postgres: 0.1 } as const;
/** The same share for answers that nothing has changed, which are requested by `knowing` people. */
const unchangedShare = { sqlite: 0.15, postgres: 0.1 } as const;
/** Most milliseconds of processor time of the service for a person's first list; PostgreSQL's server has as many. */
const firstList = 5;
const knowing = 1_000;

/**
 * Lists in an organization with 10,000 applications and 2,000 groups, in which nearly nobody has the same groups as
 * somebody else; and what everybody notices while it publishes.
 */
export const manyGroups: Measurement = {
  name: 'many-groups',
  async run() {
    const rows: Row[] = [];
    for (const engine of Object.keys(engines) as Engine[]) {
      const service = await startChild<GroupsService>('groups/groups-service.ts', { size, engine });
      try {
        rows.push(...(await lists(service, engine)), ...(await publishing(service, engine)));
      } finally {
        await service.stop();
      }
    }
    return rows;
  },
};

export const headersOf = ({ token, udid }: Session) => ({ 'x-token': token, 'x-udid': udid });

/**
 * Gives each connection its own people, whose lists it requests one after another: with one list of requests, all
 * connections would begin with the same ones.
 */
export function everybody(url: string, requests: Request[]) {
  const shares = chunks(requests, Math.ceil(requests.length / connections));
  const setupClient = (client: Client) => client.setRequests(shares.pop() ?? []);
  return { url, connections, setupClient };
}

async function lists(service: Child<GroupsService>, engine: Engine): Promise<Row[]> {
  const { url, sessions } = service.ready;
  const { path } = listCatalog;
  const requests: Request[] = sessions.map((session) => ({
    method: 'GET',
    path,
    headers: headersOf(session),
  }));
  const [one] = sessions;
  if (one === undefined) throw new Error('There is nobody to ask for a list.');
  await service.stillness();
  await service.work();
  const first = await timed(async () => (await fetch(url + path, { headers: headersOf(one) })).arrayBuffer());
  const list = await fetch(url + path, { headers: headersOf(one) });
  const bytes = (await list.arrayBuffer()).byteLength;
  const begun = await service.cpu();
  const cold = await autocannon({ ...everybody(url, requests), amount: requests.length });
  const coldWork = ((await service.cpu()) - begun) / requests.length;
  const stillness = await service.stillness();
  const ownWork = await service.work();
  const kept = await autocannon({ ...everybody(url, requests), duration: warm });
  const memory = await service.memory();
  const unchanged = await autocannon({
    ...everybody(url, await unchangedRequests(url, sessions.slice(0, knowing))),
    duration: warm,
  });
  assertAll(unchanged, 304);
  for (const result of [cold, kept]) assertAll(result, 200);
  const peer = await startChild<{ url: string }>('catalog/prebuilt-server.ts', { size: bytes });
  const prebuilt = await autocannon({ url: `${peer.ready.url}/`, connections, duration: warm });
  const bare = await autocannon({ url: `${peer.ready.url}/unchanged`, connections, duration: warm });
  await peer.stop();
  const against = { name: 'Fastify, ready bytes', value: prebuilt.requests.average };
  const limit = (value: number) => ({ against: { name: 'limit', value }, target: { atMost: 1 } as const });
  const work = (what: string) => `${engines[engine]}, 10,000 applications, 2,000 groups: ${what}`;
  return [
    { work: work('first list of all'), ours: first, unit: 'ms', ...limit(500) },
    {
      work: work('processor time of the service for one of everybody’s first lists'),
      ours: coldWork * 1_000,
      unit: 'ms',
      ...limit(firstList),
    },
    { work: work('the same, longest block of the event loop'), ours: stillness, unit: 'ms', ...limit(60) },
    { work: work('the same, longest work in one block'), ours: ownWork, unit: 'ms', ...limit(60) },
    {
      work: work('list of 20, again'),
      ours: kept.requests.average,
      unit: 'requests/s',
      against,
      target: { atLeast: share[engine] },
    },
    { work: work('the same, slowest of a hundred'), ours: kept.latency.p99, unit: 'ms', ...limit(20) },
    {
      work: work('unchanged (304)'),
      ours: unchanged.requests.average,
      unit: 'requests/s',
      against: { name: 'Fastify, bare 304', value: bare.requests.average },
      target: { atLeast: unchangedShare[engine] },
    },
    { work: work('memory'), ours: memory / 1e6, unit: 'MB', ...limit(400) },
  ];
}

/**
 * Requests everybody's list once, and makes requests that ask whether it has changed. Without links, whose tokens
 * change every few minutes.
 */
async function unchangedRequests(url: string, sessions: readonly Session[]): Promise<Request[]> {
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
function assertAll({ statusCodeStats, errors, timeouts }: Result, status: number): void {
  const answers = Object.keys(statusCodeStats).join();
  if (answers !== String(status) || errors + timeouts > 0)
    throw new Error(`Lists were answered with ${answers} instead of ${status}.`);
}

async function publishing(service: Child<GroupsService>, engine: Engine): Promise<Row[]> {
  const { neighbour, url } = service.ready;
  const waits: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      waits.push(
        await timed(async () =>
          (await fetch(url + listCatalog.path, { headers: headersOf(neighbour) })).arrayBuffer(),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, quiet));
    }
  })();
  await service.stillness();
  await service.work();
  const times: number[] = [];
  for (let at = 0; at < publications; at++)
    times.push(await timed(() => publishUntilVisible(service.ready, at)));
  const stillness = await service.stillness();
  const ownWork = await service.work();
  over.abort();
  await asking;
  const limit = (value: number) => ({ against: { name: 'limit', value }, target: { atMost: 1 } as const });
  const work = (what: string) =>
    `${engines[engine]}, while it publishes ${publications} applications: ${what}`;
  return [
    {
      work: work('until a person sees one (median)'),
      ours: percentile(times, 0.5),
      unit: 'ms',
      ...limit(100),
    },
    { work: work('longest block of the event loop'), ours: stillness, unit: 'ms', ...limit(60) },
    { work: work('longest work in one block'), ours: ownWork, unit: 'ms', ...limit(60) },
    {
      work: work('list of another organization, p99'),
      ours: percentile(waits, 0.99),
      unit: 'ms',
      ...limit(60),
    },
  ];
}

/** Publishes a web application for a group of the first person, who then requests the newest applications. */
async function publishUntilVisible(
  { url, token, sessions, groups }: GroupsService,
  at: number,
): Promise<void> {
  const form = new FormData();
  const [person] = sessions;
  if (person === undefined) throw new Error('There is nobody to see it.');
  const name = `Published ${at}`;
  const data = {
    app_name: name,
    url: `https://published${at}.example.org/`,
    enabled: true,
    groups: groups.slice(0, 1),
  };
  form.append('data', JSON.stringify(data));
  const answer = await fetch(url + addApplication.path, {
    method: 'POST',
    headers: { 'x-token': token },
    body: form,
  });
  if (!answer.ok) throw new Error(`Publishing was answered with ${answer.status}: ${await answer.text()}`);
  const newest = await fetch(`${url}${listCatalog.path}?sort=-release_date`, { headers: headersOf(person) });
  if (!(await newest.text()).includes(name)) throw new Error('What was published is not there.');
}
