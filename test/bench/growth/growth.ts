import { setTimeout as pause } from 'node:timers/promises';
import { buildIfChanged } from '../../../mock-server/launch/build.ts';
import { type Engine, engines, startEngine } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import { percentile, timed } from '../percentiles.ts';
import { type GrownWorld, growWorld } from './grown-world.ts';
import { Instance } from './growth-instance.ts';

/** The number of organizations in each world. */
const sizes = (process.env.BENCH_ORGANIZATIONS ?? '1,100000').split(',').map(Number);
const engine: Engine = process.env.BENCH_ENGINE === 'sqlite' ? 'sqlite' : 'postgres';
const warmUp = 10;
const rounds = 300;

/** What work in one organization costs beside very many others, with the built service. */
export const growth: Measurement = {
  name: 'growth',
  onRequest: 'which takes a quarter of an hour and 35 GB of disk',
  async run() {
    await buildIfChanged();
    const stopEngine = await startEngine(engine);
    const worlds: GrownWorld[] = [];
    const instances: Instance[] = [];
    try {
      for (const size of sizes) worlds.push(await growWorld(size));
      for (const world of worlds) instances.push(await Instance.in(world));
      for (const instance of instances) await instance.start();
      await pause(2_000);
      const [smallest = {}, ...larger] = await medians(instances);
      return larger.flatMap((figures, at) => rowsOf(sizes[at + 1] ?? 0, figures, smallest));
    } finally {
      for (const instance of instances) await instance.stop();
      for (const world of worlds) await world.remove();
      await stopEngine();
    }
  },
};

/** The median milliseconds of each kind of work, by name. */
type Figures = Record<string, number>;

/** Does each kind of work in each world in turn, so that other work of the machine affects all of them equally. */
async function medians(instances: readonly Instance[]): Promise<Figures[]> {
  const works = instances.map((instance) =>
    Object.entries(instance.works()).map(([name, run]) => ({ name, run, times: [] as number[] })),
  );
  for (let round = -warmUp; round < rounds; round++) {
    for (let work = 0; work < (works[0]?.length ?? 0); work++) {
      for (let turn = 0; turn < works.length; turn++) {
        const one = works[(turn + warmUp + round) % works.length]?.[work];
        if (one === undefined) continue;
        const time = await timed(one.run);
        if (round >= 0) one.times.push(time);
      }
    }
  }
  return works.map((all) => Object.fromEntries(all.map(({ name, times }) => [name, percentile(times, 0.5)])));
}

const rowsOf = (organizations: number, figures: Figures, smallest: Figures): Row[] =>
  Object.entries(figures).map(([work, ours]) => ({
    work: `${engines[engine]}, ${organizations} organizations: ${work}, median`,
    ours,
    unit: 'ms',
    peer: { name: `with ${sizes[0]}`, value: smallest[work] ?? Number.NaN },
    bound: { atMost: 1.2 },
  }));
