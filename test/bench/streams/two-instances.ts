import { setTimeout as pause } from 'node:timers/promises';
import { Requests } from '../../setup/requests.ts';
import { type Child, startChild } from '../child.ts';
import type { Measurement, Row } from '../measurement.ts';
import { type Crowd, openCrowd, publishWeb } from './crowd.ts';
import type { StreamsService } from './streams-service.ts';

/** The number of people with an open catalog on each of the two instances. */
const persons = Number(process.env.BENCH_PEOPLE ?? 2_000);
const publications = 3;
/** Most milliseconds, and most seconds of processor time: ten for 10,000 people. */
const limits = { milliseconds: 15_000, seconds: (persons / 10_000) * 10 };
/** Milliseconds, longer than the time between two events of an organization. */
const calm = 10_000;

/** Two instances on one PostgreSQL: what is published on one is in the open catalogs of both. */
export const streamsOfTwo: Measurement = {
  name: 'streams-of-two',
  async run() {
    const argument = { persons: persons * 2, engine: 'postgres' };
    const one = await startChild<StreamsService>('streams/streams-service.ts', argument);
    const other = await startChild<string>('streams/instance-service.ts', one.ready.config);
    const { sessions } = one.ready;
    const crowds = [
      await openCrowd(one.ready.url, sessions.slice(0, persons)),
      await openCrowd(other.ready, sessions.slice(persons)),
    ];
    try {
      for (const crowd of crowds) {
        await crowd.all({ sync: true }, 'sync', 0);
        await crowd.all({ open: 'reading' }, 'open a stream', persons);
      }
      return await measure(one, [one, other], crowds);
    } finally {
      for (const crowd of crowds) await crowd.stop();
      await other.stop();
      await one.stop();
    }
  },
};

async function measure(
  { ready }: Child<StreamsService>,
  instances: readonly Child<unknown>[],
  crowds: readonly Crowd[],
): Promise<Row[]> {
  const requests = new Requests(ready.url);
  const slowest = [0, 0];
  const cpu = [0, 0];
  for (let run = 1; run <= publications; run++) {
    const revision = Math.max(
      ...(await Promise.all(crowds.map((crowd) => crowd.ask({ synced: 0 })))).map((done) => done.revision),
    );
    const before = await Promise.all(instances.map((instance) => instance.cpu()));
    const begun = Date.now();
    await publishWeb(requests, ready, run);
    const done = await Promise.all(
      crowds.map((crowd) => crowd.all({ synced: revision + 1 }, 'get what was published', persons)),
    );
    for (const [at, { last }] of done.entries()) slowest[at] = Math.max(slowest[at] ?? 0, last - begun);
    for (const [at, instance] of instances.entries())
      cpu[at] = (cpu[at] ?? 0) + ((await instance.cpu()) - (before[at] ?? 0)) / publications;
    await pause(calm);
  }
  return ['the one that it was published on', 'the other'].flatMap((which, at) => [
    row(`publish until all of ${which} have it`, slowest[at] ?? 0, 'ms', limits.milliseconds),
    row(`processor time of ${which} for one publication`, cpu[at] ?? 0, 's', limits.seconds),
  ]);
}

const row = (work: string, ours: number, unit: string, value: number): Row => ({
  work: `PostgreSQL, two instances, ${persons} streams each: ${work}`,
  ours,
  unit,
  against: { name: 'limit', value },
  target: { atMost: 1 },
});
