import autocannon, { type Request, type Result } from 'autocannon';
import { type Child, startChild } from '../child.ts';
import { type Engine, engines } from '../engine.ts';
import { connections, everybody } from '../groups/many-groups.ts';
import type { Measurement, Row } from '../measurement.ts';
import type { Session } from '../people.ts';
import type { CatalogService } from './catalog-service.ts';

const path = '/v2/catalog/applications/';
/** Seconds of the warm-up, in which everybody gets their first list, and of the measurement. */
const [warmUp, duration] = [3, 8];
const persons = 1000;

/** Most milliseconds for 99 of a hundred requests. */
const slowest = 20;

/**
 * Lists of 20 applications, each person's own, and requests for an unchanged list; compared with bytes that are ready.
 */
export const catalogList: Measurement = {
  name: 'catalog-list',
  async run() {
    const rows: Row[] = [];
    for (const engine of Object.keys(engines) as Engine[]) {
      const service = await startChild<CatalogService>('catalog/catalog-service.ts', {
        applications: 60,
        persons,
        engine,
      });
      try {
        rows.push(...(await measure(service, engine)));
      } finally {
        await service.stop();
      }
    }
    return rows;
  },
};

async function measure({ ready }: Child<CatalogService>, engine: Engine): Promise<Row[]> {
  const [first] = ready.sessions;
  if (first === undefined) throw new Error('There is nobody to ask for a list.');
  const list = await fetch(ready.url + path, { headers: headersOf(first) });
  const size = (await list.arrayBuffer()).byteLength;
  const peer = await startChild<{ url: string }>('catalog/prebuilt-server.ts', { size });
  try {
    const prebuilt = await shoot(`${peer.ready.url}/`, 200);
    const ours = await shoot(ready.url, 200, ready.sessions.map(listRequest));
    const bare = await shoot(`${peer.ready.url}/unchanged`, 304);
    const unchanged = await shoot(ready.url, 304, await unchangedRequests(ready));
    return rows({ size, prebuilt, ours, bare, unchanged }, engine);
  } finally {
    await peer.stop();
  }
}

const headersOf = ({ token, udid }: Session) => ({ 'x-token': token, 'x-udid': udid });
const listRequest = (session: Session): Request => ({ method: 'GET', path, headers: headersOf(session) });

/**
 * Requests for unchanged lists without links, whose tokens change every few minutes, perhaps during this measurement.
 */
async function unchangedRequests({ url, sessions }: CatalogService): Promise<Request[]> {
  const requests: Request[] = [];
  for (const session of sessions) {
    const asked = `${path}?links=none`;
    const { headers } = await fetch(url + asked, { headers: headersOf(session) });
    const condition = { 'if-none-match': headers.get('etag') ?? '' };
    requests.push({ method: 'GET', path: asked, headers: { ...headersOf(session), ...condition } });
  }
  return requests;
}

/** Sends each request as soon as the previous one is answered. Error: when an answer is not the expected one. */
async function shoot(url: string, status: number, requests?: Request[]): Promise<Result> {
  // Made for each run, because a run uses up the shares.
  const target = () => (requests === undefined ? { url, connections } : everybody(url, requests));
  await autocannon({ ...target(), duration: warmUp });
  const result = await autocannon({ ...target(), duration });
  const answers = Object.keys(result.statusCodeStats);
  if (answers.join() !== String(status) || result.errors + result.timeouts > 0) {
    throw new Error(`${url} answered ${answers.join()} instead of ${status}, ${result.errors} errors.`);
  }
  return result;
}

/** The share of a peer's speed that must be reached: of ready bytes, and of bare 304s. */
const targets = {
  sqlite: { list: 0.2, unchanged: 0.15 },
  postgres: { list: 0.1, unchanged: 0.1 },
} as const;

function rows(
  done: { size: number } & Record<'prebuilt' | 'ours' | 'bare' | 'unchanged', Result>,
  engine: Engine,
): Row[] {
  const { size, prebuilt, ours, bare, unchanged } = done;
  const unit = 'requests/s';
  return [
    {
      work: `${engines[engine]}: personal list of 20 (${Math.round(size / 1000)} kB), ${persons} people`,
      ours: ours.requests.average,
      unit,
      against: { name: 'Fastify, ready bytes', value: prebuilt.requests.average },
      target: { atLeast: targets[engine].list },
    },
    {
      work: `${engines[engine]}: the same, slowest of a hundred`,
      ours: ours.latency.p99,
      unit: 'ms',
      against: { name: 'limit', value: slowest },
      target: { atMost: 1 },
    },
    {
      work: `${engines[engine]}: personal list, unchanged (304)`,
      ours: unchanged.requests.average,
      unit,
      against: { name: 'Fastify, bare 304', value: bare.requests.average },
      target: { atLeast: targets[engine].unchanged },
    },
  ];
}
