import { setTimeout as pause } from 'node:timers/promises';
import { listCatalog } from '../../../contract/catalog.ts';
import runtime from '../../../mock-server/launch/runtime.json' with { type: 'json' };
import { Requests } from '../../setup/requests.ts';
import { type Child, startChild } from '../child.ts';
import { bytesOf, PlainConnection } from '../crowd/plain-connection.ts';
import { type Engine, engines } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import { percentile, timed } from '../percentiles.ts';
import { type Crowd, openCrowd, publishWeb } from './crowd.ts';
import type { Done, Question } from './streams-clients.ts';
import type { StreamsService } from './streams-service.ts';

const persons = Number(process.env.BENCH_PEOPLE ?? 10_000);
/** `others`: most milliseconds that the slowest of a hundred lists of somebody else takes. */
const limits = { megabytes: 300, unread: 100, left: 30, resident: 100, milliseconds: 15_000, others: 60 };
/** Milliseconds in which nothing happens, and milliseconds between two requests of a person who does not listen. */
const quiet = 8_000;
const every = 5;
/**
 * Milliseconds to wait after a requested garbage collection: the service would take it for pressure, and refuse
 * requests.
 */
const recovery = 2_000;
const publications = 3;
/** The number of publications one after another, as fast as they are answered. */
const many = 50;

/** 10,000 people who have the catalog open, on one instance, and what others notice of them. */
export const streams: Measurement = {
  name: 'streams',
  async run() {
    const rows: Row[] = [];
    for (const engine of chosen()) {
      const argument = { persons: persons + 1, engine };
      const options = ['--expose-gc', ...runtime.options];
      const service = await startChild<StreamsService>('streams/streams-service.ts', argument, options);
      const crowd = await openCrowd(service.ready.url, service.ready.sessions.slice(0, persons));
      try {
        rows.push(...(await new Streams(service, crowd, engine).measure()));
      } finally {
        await crowd.stop();
        await service.stop();
      }
    }
    return rows;
  },
};

/** The engines: the one that `BENCH_ENGINE` names, otherwise both. */
const chosen = (): Engine[] =>
  (Object.keys(engines) as Engine[]).filter((engine) => (process.env.BENCH_ENGINE ?? engine) === engine);

/** Sends a request. Error: when it is refused. */
async function answered(connection: PlainConnection, request: Buffer): Promise<void> {
  const status = await connection.ask(request);
  if (status !== 200) throw new Error(`Somebody else's list was answered with ${status}.`);
}

class Streams {
  readonly #service: Child<StreamsService>;
  readonly #crowd: Crowd;
  readonly #requests: Requests;
  readonly #name: string;
  #published = 0;

  constructor(service: Child<StreamsService>, crowd: Crowd, engine: Engine) {
    this.#service = service;
    this.#crowd = crowd;
    this.#requests = new Requests(service.ready.url);
    this.#name = `${engines[engine]}, ${persons} streams`;
  }

  async measure(): Promise<Row[]> {
    // First the cost of people's catalogs, whether anybody listens or not.
    await this.#all({ sync: true }, 'sync', 0);
    const before = await this.#memory();
    await this.#all({ open: 'reading' }, 'open a stream');
    const open = await this.#memory();
    await this.#others(() => pause(2_000));
    const { p99: usual } = await this.#others(() => pause(quiet));
    const told = await this.#telling();
    const burst = await this.#burst();
    const again = await this.#comingAndGoing();
    return [
      this.#row('memory for them', (open - before) / 1e6, 'MB', limits.megabytes),
      this.#beside('nothing happens', usual),
      ...told,
      burst,
      ...again,
      ...(await this.#silent(before)),
    ];
  }

  /** Measures some single publications, with time between them. */
  async #telling(): Promise<Row[]> {
    const slowest = { heard: 0, synced: 0 };
    const times: number[] = [];
    let cpu = 0;
    for (let run = 0; run < publications; run++) {
      const { revision } = await this.#crowd.ask({ synced: 0 });
      const before = await this.#service.cpu();
      const begun = Date.now();
      const meanwhile = await this.#others(async () => {
        await this.#publish();
        const heard = await this.#all({ heard: revision + 1 }, 'hear');
        const synced = await this.#all({ synced: revision + 1 }, 'sync');
        slowest.heard = Math.max(slowest.heard, heard.last - begun);
        slowest.synced = Math.max(slowest.synced, synced.last - begun);
      });
      cpu += (await this.#service.cpu()) - before;
      times.push(...meanwhile.times);
      // Longer than the time between two events of an organization.
      await pause(20_000);
    }
    return [
      this.#row('publish until all are told', slowest.heard, 'ms', limits.milliseconds),
      this.#row('publish until all have it', slowest.synced, 'ms', limits.milliseconds),
      this.#beside('publish until all have it', percentile(times, 0.99)),
      this.#row('processor time of the service for one publication', cpu / publications, 's', 10),
    ];
  }

  async #burst(): Promise<Row> {
    const { revision } = await this.#crowd.ask({ synced: 0 });
    const { p99 } = await this.#others(async () => {
      for (let at = 0; at < many; at++) await this.#publish();
      await this.#all({ synced: revision + many }, 'sync');
    });
    return this.#beside(`${many} publications`, p99);
  }

  async #comingAndGoing(): Promise<Row[]> {
    await this.#crowd.ask({ close: true });
    await pause(quiet);
    const before = await this.#heap();
    const { p99 } = await this.#others(() =>
      this.#all({ open: 'reading' }, 'open a stream again').then(() => undefined),
    );
    await this.#crowd.ask({ close: true });
    await pause(quiet);
    const left = ((await this.#heap()) - before) / 1e6;
    return [
      this.#beside('all come back at once', p99),
      this.#row('memory that is left when all have come and gone once more', left, 'MB', limits.left),
    ];
  }

  /** Measures streams whose clients never read. `start` is the resident memory before anybody listened. */
  async #silent(start: number): Promise<Row[]> {
    const kept = await this.#heap();
    await this.#all({ open: 'silent' }, 'open a stream that they do not read');
    const before = await this.#memory();
    for (let at = 0; at < many; at++) await this.#publish();
    await pause(quiet);
    const more = (await this.#memory()) - before;
    await this.#crowd.ask({ close: true });
    await pause(quiet);
    const left = (await this.#heap()) - kept;
    const resident = (await this.#memory()) - start;
    return [
      this.#row(`memory for ${many} publications that nobody reads`, more / 1e6, 'MB', limits.unread),
      this.#row('memory that is left when all who never read have gone', left / 1e6, 'MB', limits.left),
      this.#row(
        'resident then, beyond what was before anybody listened',
        resident / 1e6,
        'MB',
        limits.resident,
      ),
    ];
  }

  async #memory(): Promise<number> {
    const bytes = await this.#service.memory();
    await pause(recovery);
    return bytes;
  }

  /** Bytes in use, without memory that is not yet returned to the system. */
  async #heap(): Promise<number> {
    const bytes = await this.#service.ask<number>('heap');
    await pause(recovery);
    return bytes;
  }

  /** How long a person waits who requests a list again and again during some work. */
  async #others(work: () => Promise<void>): Promise<{ p99: number; times: number[] }> {
    const { sessions, url } = this.#service.ready;
    const somebody = sessions.at(-1);
    if (somebody === undefined) throw new Error('There is nobody to ask.');
    const headers = { 'x-token': somebody.token, 'x-udid': somebody.udid };
    const request = bytesOf({ method: 'GET', path: listCatalog.path, headers });
    // Answers are not parsed: with `fetch` and a check of what comes, most of the measured time would be this process's.
    const connection = await PlainConnection.open(Number(new URL(url).port));
    const times: number[] = [];
    const state = { isOver: false };
    const ask = async () => {
      while (!state.isOver) {
        times.push(await timed(() => answered(connection, request)));
        await pause(every);
      }
    };
    const done = work().finally(() => {
      state.isOver = true;
    });
    await Promise.all([done, ask()]);
    connection.close();
    return { p99: percentile(times, 0.99), times };
  }

  #all(question: Question, what: string, expected = persons): Promise<Done> {
    return this.#crowd.all(question, what, expected);
  }

  async #publish(): Promise<void> {
    this.#published += 1;
    await publishWeb(this.#requests, this.#service.ready, this.#published);
  }

  #row(work: string, ours: number, unit: string, value: number): Row {
    const against = { name: 'limit', value };
    return { work: `${this.#name}: ${work}`, ours, unit, against, target: { atMost: 1 } };
  }

  #beside(work: string, ours: number): Row {
    return this.#row(`a list of somebody else, p99, while ${work}`, ours, 'ms', limits.others);
  }
}
