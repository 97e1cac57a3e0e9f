import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { addApplication } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { readReport } from '../../../contract/reports.ts';
import { serviceJobs } from '../../../mock-server/platform/jobs/store.ts';
import { freePort } from '../../setup/free-port.ts';
import { Requests } from '../../setup/requests.ts';
import { ServiceProcess } from '../../setup/service-process.ts';
import { password } from '../../setup/world/people.ts';
import { timed } from '../percentiles.ts';
import type { GrownWorld } from './grown-world.ts';
import { openWorld } from './world.ts';

/** The built service, in a world of some size. */
export class Instance {
  readonly #service: ServiceProcess;
  readonly #requests: Requests;
  readonly #world: GrownWorld;
  #count = 0;

  private constructor(service: ServiceProcess, url: string, world: GrownWorld) {
    this.#service = service;
    this.#requests = new Requests(url);
    this.#world = world;
  }

  /** Makes an instance that is not running yet. */
  static async in(world: GrownWorld): Promise<Instance> {
    const port = await freePort();
    const service = new ServiceProcess({ ...world.environment, PORT: String(port), HOST: '127.0.0.1' });
    return new Instance(service, `http://127.0.0.1:${port}`, world);
  }

  /** Starts the instance; returns the milliseconds until it listened. */
  start(): Promise<number> {
    return timed(() => this.#service.start());
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }

  /** The measured requests, by name. */
  works(): Record<string, () => Promise<unknown>> {
    const { token, userId, group, sessions, applications } = this.#world;
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
      // Before sign-in, a browser asks whether a page of another origin may send requests.
      'a question of another origin': () =>
        this.#requests.fetch(listCatalog.path, {
          method: 'OPTIONS',
          headers: { origin: 'https://elsewhere.example.org', 'access-control-request-method': 'GET' },
        }),
    };
  }

  /** Milliseconds of the first list in each organization in which nobody has requested anything. */
  async firsts(): Promise<number[]> {
    const times: number[] = [];
    for (const stranger of this.#world.strangers)
      times.push(await timed(() => this.#requests.ok(listCatalog, stranger)));
    return times;
  }

  /**
   * Makes all periodic jobs due. Returns the seconds until all are done, and the milliseconds of each list meanwhile.
   */
  async periodicJobs(): Promise<{ seconds: number; lists: number[] }> {
    const { list = async () => undefined } = this.works();
    const connection = await openWorld(this.#world.database);
    const count = async (which: string) => {
      const [{ jobs } = {}] = await connection.run(
        `select count(*) as jobs from jobs where org_id = '${serviceJobs}' and ${which}`,
      );
      return Number(jobs);
    };
    const longAgo = new Date(0).toISOString();
    try {
      await connection.run(`update jobs set due = '${longAgo}' where org_id = '${serviceJobs}'`);
      // Instances look for due jobs a few times a minute.
      while ((await count(`due <> '${longAgo}'`)) === 0) await pause(50);
      const begun = performance.now();
      const lists: number[] = [];
      do {
        lists.push(await timed(list));
        await pause(20);
      } while ((await count(`(state <> 'waiting' or due = '${longAgo}')`)) > 0);
      return { seconds: (performance.now() - begun) / 1000, lists };
    } finally {
      await connection.close();
    }
  }

  /** Resident memory in bytes (Linux). */
  async memory(): Promise<number> {
    const [, pages = '0'] = (await readFile(`/proc/${this.#service.pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * 4096;
  }
}
