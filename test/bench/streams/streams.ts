import { setTimeout as pause } from 'node:timers/promises';
import { listCatalog } from '../../../contract/catalog.ts';
import runtime from '../../../mock-server/launch/runtime.json' with { type: 'json' };
import { Requests } from '../../setup/requests.ts';
import { type Child, startChild } from '../child.ts';
import { chosenEngines, type Engine, engines } from '../engine.ts';
import { limited, type Measurement, type Row } from '../measurement.ts';
import { percentile, timed } from '../percentiles.ts';
import { bytesOf, PlainConnection } from '../plain-connection.ts';
import { type Listeners, openListeners, publishWeb } from './listeners.ts';
import type { StreamsService } from './streams-service.ts';

const persons = Number(process.env.BENCH_PEOPLE ?? 10_000);
/** Most megabytes for the streams, seconds until all have a publication, and milliseconds for others' lists. */
const limits = { megabytes: 300, seconds: 15, others: 60 };
const publications = 3;
/** Milliseconds between two publications, longer than a sync after one may take. */
const between = 20_000;
/** Milliseconds between two requests of a person who does not listen. */
const interval = 5;
/**
 * Milliseconds to wait after a requested garbage collection: the service would take it for pressure, and refuse
 * requests.
 */
const recovery = 2_000;

/** 10,000 people who have the catalog open, on one instance, and what others notice of them. */
export const streams: Measurement = {
  name: 'streams',
  async run() {
    const rows: Row[] = [];
    for (const engine of chosenEngines()) {
      const argument = { persons: persons + 1, engine };
      const options = ['--expose-gc', ...runtime.options];
      const service = await startChild<StreamsService>('streams/streams-service.ts', argument, options);
      const { url, sessions } = service.ready;
      const listeners = await openListeners(url, sessions.slice(0, persons));
      try {
        rows.push(...(await measure(service, listeners, engine)));
      } finally {
        await listeners.stop();
        await service.stop();
      }
    }
    return rows;
  },
};

async function measure(service: Child<StreamsService>, listeners: Listeners, engine: Engine): Promise<Row[]> {
  // First the cost of people's catalogs, whether anybody listens or not.
  await listeners.all({ sync: true }, 'sync', 0);
  const before = await memoryOf(service);
  await listeners.all({ open: true }, 'open a stream', persons);
  const open = await memoryOf(service);
  const requests = new Requests(service.ready.url);
  const waits: number[] = [];
  let slowest = 0;
  for (let run = 1; run <= publications; run++) {
    const { revision } = await listeners.ask({ synced: 0 });
    const started = Date.now();
    waits.push(
      ...(await waitsBeside(service.ready, async () => {
        await publishWeb(requests, service.ready, run);
        const { last } = await listeners.all({ synced: revision + 1 }, 'sync', persons);
        slowest = Math.max(slowest, last - started);
      })),
    );
    await pause(between);
  }
  const name = `${engines[engine]}, ${persons} streams`;
  return [
    limited(`${name}: memory for them`, (open - before) / 1e6, 'MB', limits.megabytes),
    limited(`${name}: publish until all have it`, slowest / 1_000, 's', limits.seconds),
    limited(`${name}: a list of somebody else meanwhile, p99`, percentile(waits, 0.99), 'ms', limits.others),
  ];
}

async function memoryOf(service: Child<StreamsService>): Promise<number> {
  const bytes = await service.memory();
  await pause(recovery);
  return bytes;
}

/** The milliseconds of each list of a person who requests it again and again during some work. */
async function waitsBeside({ sessions, url }: StreamsService, work: () => Promise<void>): Promise<number[]> {
  const somebody = sessions.at(-1);
  if (somebody === undefined) throw new Error('There is nobody to ask.');
  const headers = { 'x-token': somebody.token, 'x-udid': somebody.udid };
  const request = bytesOf({ method: 'GET', path: listCatalog.path, headers });
  // Answers are not parsed: with `fetch` and a check of what comes, most of the measured time would be this process's.
  const connection = await PlainConnection.open(Number(new URL(url).port));
  const times: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      times.push(await timed(() => answered(connection, request)));
      await pause(interval);
    }
  })();
  await Promise.all([work().finally(() => over.abort()), asking]);
  connection.close();
  return times;
}

/** Sends a request. Error: when it is refused. */
async function answered(connection: PlainConnection, request: Buffer): Promise<void> {
  const status = await connection.ask(request);
  if (status !== 200) throw new Error(`Somebody else's list was answered with ${status}.`);
}
