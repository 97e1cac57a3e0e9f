import { addApplication } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { readReport } from '../../../contract/reports.ts';
import { freePort } from '../../setup/free-port.ts';
import { Requests } from '../../setup/requests.ts';
import { ServiceProcess } from '../../setup/service-process.ts';
import { password } from '../../setup/world/people.ts';
import type { GrownWorld } from './grown-world.ts';

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

  start(): Promise<void> {
    return this.#service.start();
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
}
