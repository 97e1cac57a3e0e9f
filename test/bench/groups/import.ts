import { setTimeout as pause } from 'node:timers/promises';
import { addApplication } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import { Requests } from '../../setup/requests.ts';
import { type Child, startChild } from '../child.ts';
import { type Engine, engines } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import type { Session } from '../people.ts';
import { percentile, timed } from '../percentiles.ts';
import type { GroupsService } from './groups-service.ts';

/** The organization before it imports. */
const size = { applications: 100, groups: 20, each: 50, persons: 50, memberships: 3 };
const applications = Number(process.env.BENCH_APPLICATIONS ?? 10_000);
/** Applications that are published at the same time. */
const together = 4;
/**
 * Milliseconds between two requests for a list, in the organization that imports and in the one in which nothing
 * happens.
 */
const apart = { busy: 50, idle: 5 };
const limits = { block: 10, list: 20 };

/**
 * An organization publishes very many applications while its people look at their lists; and what another organization
 * notices, in which nothing happens.
 */
export const importing: Measurement = {
  name: 'import',
  async run() {
    const rows: Row[] = [];
    for (const engine of chosen()) {
      const service = await startChild<GroupsService>('groups/groups-service.ts', { size, engine });
      try {
        rows.push(...(await measure(service, engine)));
      } finally {
        await service.stop();
      }
    }
    return rows;
  },
};

/** The engines: the one that `BENCH_ENGINE` names, otherwise both. */
const chosen = (): Engine[] =>
  (Object.keys(engines) as Engine[]).filter((engine) => (process.env.BENCH_ENGINE ?? engine) === engine);

async function measure(service: Child<GroupsService>, engine: Engine): Promise<Row[]> {
  const { url, sessions, neighbour } = service.ready;
  const [somebody] = sessions;
  if (somebody === undefined) throw new Error('There is nobody to look on.');
  const requests = new Requests(url);
  const over = new AbortController();
  const idle = asking(requests, neighbour, { every: apart.idle, until: over.signal });
  const busy = asking(requests, somebody, { every: apart.busy, until: over.signal });
  await service.stillness();
  const took = await timed(() => importAll(service.ready, requests));
  const block = await service.stillness();
  over.abort();
  await busy;
  const limit = (value: number) => ({ against: { name: 'limit', value }, target: { atMost: 1 } as const });
  const work = (what: string) =>
    `${engines[engine]}, while ${applications} applications are imported: ${what}`;
  return [
    { work: work('longest block of the event loop'), ours: block, unit: 'ms', ...limit(limits.block) },
    {
      work: work('list of another organization, p99'),
      ours: percentile(await idle, 0.99),
      unit: 'ms',
      ...limit(limits.list),
    },
    {
      work: work('one application'),
      ours: took / applications,
      unit: 'ms',
      ...limit(100),
    },
  ];
}

/** How long each answer took for a person who requests their list again and again. */
async function asking(
  requests: Requests,
  session: Session,
  { every, until }: { every: number; until: AbortSignal },
): Promise<number[]> {
  const times: number[] = [];
  while (!until.aborted) {
    times.push(await timed(() => requests.ok(listCatalog, session)));
    await pause(every);
  }
  return times;
}

async function importAll({ token, groups }: GroupsService, requests: Requests): Promise<void> {
  const [group] = groups;
  if (group === undefined) throw new Error('There is no group to publish for.');
  let next = 0;
  const one = async () => {
    for (let at = next++; at < applications; at = next++) {
      const url = `https://imported${at}.example.org/`;
      await requests.uploaded(addApplication, {
        token,
        data: { app_name: `Imported ${at}`, url, enabled: true, groups: [group] },
      });
    }
  };
  await Promise.all(Array.from({ length: together }, one));
}
