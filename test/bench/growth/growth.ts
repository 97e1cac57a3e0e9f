import { setTimeout as pause } from 'node:timers/promises';
import { buildIfChanged } from '../../../mock-server/launch/build.ts';
import { type Engine, engines, startEngine } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import { percentile, timed } from '../percentiles.ts';
import { devices } from './copies.ts';
import { growWorld } from './grown-world.ts';
import { Instance } from './growth-instance.ts';

/** The number of organizations in each world. */
const sizes = (process.env.BENCH_ORGANIZATIONS ?? '1,100,2000').split(',').map(Number);
/** The most that something may cost in the largest world, as a multiple of the smallest. */
const growth = 1.2;
const limits = {
  start: 1_000,
  cold: 100,
  /** Most seconds for all jobs that run once an hour or more often. */
  jobs: 60,
  /** Most milliseconds for a list while these jobs run. */
  meanwhile: 100,
};
const starts = 5;
const warmUp = 10;
/** So the slowest of a hundred is the tenth slowest of all. */
const rounds = 1_000;

/** What everything costs in a small world, and beside very many other organizations, with the built service. */
export const growthOfWorld: Measurement = {
  name: 'growth',
  async run() {
    await buildIfChanged();
    const wanted = process.env.BENCH_ENGINE ?? 'postgres';
    const rows: Row[] = [];
    for (const engine of (Object.keys(engines) as Engine[]).filter((one) => one === wanted)) {
      const stopEngine = await startEngine(engine);
      try {
        rows.push(...(await measure(engine)));
      } finally {
        await stopEngine();
      }
    }
    return rows;
  },
};

/** The figures of one world, by name. */
type Figures = Record<string, number>;

async function measure(engine: Engine): Promise<Row[]> {
  const worlds: Awaited<ReturnType<typeof growWorld>>[] = [];
  const instances: Instance[] = [];
  try {
    for (const size of sizes) worlds.push(await growWorld(size));
    for (const world of worlds) instances.push(await Instance.in(world));
    const begins = await startAll(instances);
    await pause(2_000);
    const memory: number[] = [];
    for (const instance of instances) memory.push(await instance.memory());
    const times = await inTurn(instances);
    const found: Figures[] = [];
    for (const [at, instance] of instances.entries()) {
      const first = percentile(await instance.firsts(), 0.5);
      const { seconds, lists } = await instance.periodicJobs();
      found.push({
        start: percentile(begins[at] ?? [], 0.5),
        memory: memory[at] ?? Number.NaN,
        ...times[at],
        first,
        jobs: seconds,
        meanwhile: percentile(lists, 0.99),
      });
    }
    return rowsOf(engine, found);
  } finally {
    for (const instance of instances) await instance.stop();
    for (const world of worlds) await world.remove();
  }
}

/** Starts each instance a few times, in turn, and leaves all running. */
async function startAll(instances: readonly Instance[]): Promise<number[][]> {
  const times: number[][] = instances.map(() => []);
  for (let round = 1; round <= starts; round++) {
    for (const [at, instance] of instances.entries()) {
      times[at]?.push(await instance.start());
      if (round < starts) await instance.stop();
    }
  }
  return times;
}

/** Does each kind of work in each world in turn, so that other work of the machine affects all of them equally. */
async function inTurn(instances: readonly Instance[]): Promise<Figures[]> {
  const works = instances.map((instance) => Object.entries(instance.works()));
  const times = works.map((all) => all.map((): number[] => []));
  for (let round = -warmUp; round < rounds; round++) {
    for (let work = 0; work < (works[0]?.length ?? 0); work++) {
      for (let turn = 0; turn < works.length; turn++) {
        const at = (turn + warmUp + round) % works.length;
        const [, run] = works[at]?.[work] ?? [];
        if (run === undefined) continue;
        const time = await timed(run);
        if (round >= 0) times[at]?.[work]?.push(time);
      }
    }
  }
  return works.map((all, at) =>
    Object.fromEntries(
      all.flatMap(([name], work) => {
        const found = times[at]?.[work] ?? [];
        return [
          [`${name}, p50`, percentile(found, 0.5)],
          [`${name}, p99`, percentile(found, 0.99)],
        ];
      }),
    ),
  );
}

function rowsOf(engine: Engine, found: readonly Figures[]): Row[] {
  const [smallest = {}] = found;
  return found.flatMap((figures, at): Row[] => {
    const organizations = sizes[at] ?? 0;
    const count = (number: number) => new Intl.NumberFormat('en').format(number);
    const name = `${engines[engine]}, ${count(organizations)} organizations, ${count(organizations * devices)} devices`;
    const limit = (work: string, ours: number, unit: string, value: number): Row => {
      const against = { name: 'limit', value };
      return { work: `${name}: ${work}`, ours, unit, against, target: { atMost: 1 } };
    };
    const beside = (work: string): Row => ({
      work: `${name}: ${work}`,
      ours: figures[work] ?? Number.NaN,
      unit: 'ms',
      against: { name: `with ${sizes[0]}`, value: smallest[work] ?? Number.NaN },
      target: { atMost: growth },
    });
    return [
      limit('start of an instance', figures.start ?? Number.NaN, 'ms', limits.start),
      limit('memory after it', (figures.memory ?? 0) / 1e6, 'MB', ((smallest.memory ?? 0) / 1e6) * growth),
      ...Object.keys(figures)
        .filter((work) => work.includes(', p'))
        .map(beside),
      limit('all periodic jobs', figures.jobs ?? Number.NaN, 's', limits.jobs),
      limit('list meanwhile, p99', figures.meanwhile ?? Number.NaN, 'ms', limits.meanwhile),
      ...(organizations > 1
        ? [limit('first list of an organization, p50', figures.first ?? Number.NaN, 'ms', limits.cold)]
        : []),
    ];
  });
}
