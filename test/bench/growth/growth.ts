import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { addApplication } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { readReport } from '../../../contract/reports.ts';
import { hashToken } from '../../../mock-server/features/identity/sessions/tokens.ts';
import { buildIfChanged } from '../../../mock-server/launch/build.ts';
import { defaultLimits } from '../../../mock-server/limits.ts';
import { freePort } from '../../setup/free-port.ts';
import { Requests } from '../../setup/requests.ts';
import { startOn, testConfig } from '../../setup/service.ts';
import { ServiceProcess } from '../../setup/service-process.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import { password } from '../../setup/world/people.ts';
import { type Engine, engines, startEngine } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import { people, type Session } from '../people.ts';
import { percentile, timed } from '../percentiles.ts';
import {
  copyId,
  copyOrganization,
  devices,
  each,
  fillOrganization,
  openWorld,
  type World,
} from './growth-world.ts';

/** How many organizations there are, one size after the other. */
const sizes = (process.env.BENCH_ORGANIZATIONS ?? '1,100,2000').split(',').map(Number);
/** What the largest size may cost of what the smallest does. */
const growth = 1.2;
const limits = { start: 1_000, cold: 100, jobs: 60_000 };
const starts = 5;
const rounds = 120;
/** The copy that all others are made from: what is measured changes while it is. */
const pristine = 1;
/** Organizations of which nobody has asked anything before. */
const cold = 100;

/** What everything costs in a small world, and beside very many other organizations, for the built service. */
export const growthOfWorld: Measurement = {
  name: 'growth',
  async run() {
    await buildIfChanged();
    const wanted = process.env.BENCH_ENGINE ?? 'postgres';
    const rows: Row[] = [];
    for (const engine of (Object.keys(engines) as Engine[]).filter((one) => one === wanted))
      rows.push(...(await measureOn(engine)));
    return rows;
  },
};

async function measureOn(engine: Engine): Promise<Row[]> {
  const stopEngine = await startEngine(engine);
  try {
    return await measure(engine);
  } finally {
    await stopEngine();
  }
}

/** The organization that is measured. */
interface Measured {
  orgId: string;
  userId: string;
  token: string;
  group: number;
  sessions: Session[];
  applications: string[];
}

type Figures = Record<string, number>;

async function measure(engine: Engine): Promise<Row[]> {
  const secretKey = randomBytes(32);
  const { config, remove } = await testConfig({
    secretKey: secretKey.toString('base64'),
    limits: { passwordMemory: defaultLimits.passwordMemory, passwordPasses: defaultLimits.passwordPasses },
  });
  try {
    const measured = await build(config);
    const port = await freePort();
    const service = new ServiceProcess({
      ...('url' in config.database && { DATABASE_URL: config.database.url }),
      SECRET_KEY: secretKey.toString('base64'),
      DATA_DIR: config.dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
    });
    const found: Figures[] = [];
    let done = pristine + 1;
    for (const size of sizes) {
      const world = await openWorld(config.database);
      const begun = performance.now();
      try {
        await copyOrganization(world, copyId(pristine), done, size - 1);
        await letIn(world, measured, size);
      } finally {
        await world.close();
      }
      done = Math.max(done, size);
      process.stderr.write(
        `  ${size} organizations after ${Math.round((performance.now() - begun) / 1000)} s\n`,
      );
      found.push(await new Instance(service, `http://127.0.0.1:${port}`, measured, size).figures());
    }
    return rowsOf(engine, found);
  } finally {
    await remove();
  }
}

/** Makes the organization that is measured, and the copy of it that all others are made from. */
async function build(config: Awaited<ReturnType<typeof testConfig>>['config']): Promise<Measured> {
  const service = await startOn(config, async () => undefined);
  const { orgId, userId, token } = service.admin;
  const group = await fillCatalog(service, each.applications);
  const sessions = await people(service, group, each.people);
  const found = await service.platform.database.db
    .selectFrom('applications')
    .select('id')
    .where('org_id', '=', orgId)
    .execute();
  await service.stop();
  const world = await openWorld(config.database);
  try {
    await fillOrganization(world, orgId);
    await copyOrganization(world, orgId, pristine, pristine);
  } finally {
    await world.close();
  }
  return { orgId, userId, token, group, sessions, applications: found.map(({ id }) => id) };
}

/** The secret that somebody of each organization that is asked for the first time has. */
const secret = '0'.repeat(64);
const tokenOf = (number: number): string => copyId(number) + secret;
/** Some copies, from all over. */
const chosen = (size: number): number[] =>
  Array.from({ length: Math.min(cold, size - 1) }, (_, at) => 1 + Math.floor((at * (size - 1)) / cold));

async function letIn(world: World, { sessions: [somebody] }: Measured, size: number): Promise<void> {
  const hash = hashToken(somebody?.token ?? '');
  for (const number of new Set(chosen(size)))
    await world.run(
      `update tokens set hash = '${hashToken(tokenOf(number))}' where org_id = '${copyId(number)}' and hash = '${hash}'`,
    );
}

/** An instance of the service, in a world of some size. */
class Instance {
  readonly #service: ServiceProcess;
  readonly #requests: Requests;
  readonly #measured: Measured;
  readonly #size: number;
  #count = 0;

  constructor(service: ServiceProcess, url: string, measured: Measured, size: number) {
    this.#service = service;
    this.#requests = new Requests(url);
    this.#measured = measured;
    this.#size = size;
  }

  async figures(): Promise<Figures> {
    const begins: number[] = [];
    for (let at = 0; at < starts; at++) {
      begins.push(await timed(() => this.#service.start()));
      if (at < starts - 1) await this.#service.stop();
    }
    try {
      await pause(2_000);
      const idle = await this.#memory();
      const times = await this.#everything();
      const firsts = await this.#firsts();
      return {
        start: percentile(begins, 0.5),
        memory: idle,
        ...Object.fromEntries(
          Object.entries(times).flatMap(([work, all]) => [
            [`${work}, p50`, percentile(all, 0.5)],
            [`${work}, p99`, percentile(all, 0.99)],
          ]),
        ),
        first: percentile(firsts, 0.5),
      };
    } finally {
      await this.#service.stop();
    }
  }

  /** Each kind of work in turn, so that what else the machine does meanwhile is the same for all. */
  async #everything(): Promise<Record<string, number[]>> {
    const works = this.#works();
    const times: Record<string, number[]> = Object.fromEntries(Object.keys(works).map((work) => [work, []]));
    for (let round = -10; round < rounds; round++) {
      for (const [work, run] of Object.entries(works)) {
        const time = await timed(run);
        if (round >= 0) times[work]?.push(time);
      }
    }
    return times;
  }

  #works(): Record<string, () => Promise<unknown>> {
    const { token, userId, group, sessions, applications } = this.#measured;
    const [somebody] = sessions;
    if (somebody === undefined) throw new Error('There is nobody to ask.');
    const report = (report_name: string) => () =>
      this.#requests.ok(readReport, { token, params: { report_name }, query: { count: 100 } });
    return {
      list: () => this.#requests.ok(listCatalog, somebody),
      'sign-in': () => this.#requests.ok(authenticateUser, { body: { user_id: userId, password } }),
      inventory: () =>
        this.#requests.ok(postInstalled, {
          ...somebody,
          body: { applications: applications.map((id) => ({ id, version_num: `1.${++this.#count}` })) },
        }),
      publish: () => {
        const app_name = `Published ${++this.#count}`;
        const data = { app_name, url: 'https://published.example.org/', enabled: true, groups: [group] };
        return this.#requests.uploaded(addApplication, { token, data });
      },
      'report of devices, first page': report('device_details'),
      'report of downloads, first page': report('download_inventory'),
      'report of users, first page': report('user_details'),
      // Before anybody signs in, a browser asks whether a page of another origin may ask.
      'a question of another origin': () =>
        this.#requests.fetch(listCatalog.path, {
          method: 'OPTIONS',
          headers: { origin: 'https://elsewhere.example.org', 'access-control-request-method': 'GET' },
        }),
    };
  }

  /** The first list of organizations of which nobody has asked anything. */
  async #firsts(): Promise<number[]> {
    const [somebody] = this.#measured.sessions;
    const times: number[] = [];
    for (const number of new Set(chosen(this.#size)))
      times.push(
        await timed(() =>
          this.#requests.ok(listCatalog, { token: tokenOf(number), udid: somebody?.udid ?? '' }),
        ),
      );
    return times;
  }

  /** Resident memory in bytes; Linux says it. */
  async #memory(): Promise<number> {
    const [, pages = '0'] = (await readFile(`/proc/${this.#service.pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * 4096;
  }
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
      ...(organizations > 1
        ? [limit('first list of an organization, p50', figures.first ?? Number.NaN, 'ms', limits.cold)]
        : []),
    ];
  });
}
