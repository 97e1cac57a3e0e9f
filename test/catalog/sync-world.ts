import fc from 'fast-check';
import { deleteApplication, updateApplication } from '../../contract/applications.ts';
import { readCatalogApplication } from '../../contract/catalog.ts';
import { setApplicationCategories } from '../../contract/categories.ts';
import type { DeviceInfo } from '../../contract/devices.ts';
import {
  addGroupApplications,
  addGroupUsers,
  deleteGroup,
  removeGroupApplications,
  removeGroupUsers,
} from '../../contract/groups.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { rateApplication } from '../../contract/reviews.ts';
import type { Answer } from '../setup/answers.ts';
import type { TestService } from '../setup/service.ts';
import { androidPhone, iPad, type TestUser } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publish,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';
import { SyncClient } from './sync-client.ts';

const small = fc.nat({ max: 11 });

/** Something that somebody does; its numbers choose among the objects that exist. */
export type Action = readonly [name: keyof typeof actions, a: number, b: number, c: number];

/** Histories: the steps of an inner array happen at the same time. */
export const histories = (length: number) =>
  fc.array(
    fc.array(
      fc
        .tuple(fc.constantFrom(...names), small, small, small)
        .map(([name, a, b, c]) => [name, a, b, c] as Action),
      { minLength: 1, maxLength: 4 },
    ),
    { minLength: length, maxLength: length },
  );

interface Person {
  user: TestUser;
  clients: SyncClient[];
  device: Partial<DeviceInfo>;
}

/** An organization's applications, groups and people, each with catalogs that are kept by syncing. */
export class World {
  readonly service: TestService;
  readonly applications: (PublishedApplication & { bundle: string | null })[] = [];
  readonly groups: number[] = [];
  readonly people: Person[] = [];
  #made = 0;

  private constructor(service: TestService) {
    this.service = service;
  }

  static async make(service: TestService): Promise<World> {
    const world = new World(service);
    for (let native = 0; native < 3; native += 1) await world.publishAndroid();
    for (let web = 0; web < 3; web += 1) await world.publishWeb();
    for (const device of [androidPhone, iPad]) await world.addPerson(device);
    const users = world.people.map(({ user }) => user);
    await world.addGroup(users, world.applications);
    await world.addGroup(users.slice(0, 1), world.applications.slice(0, 3));
    await world.addGroup([], world.applications.slice(2));
    return world;
  }

  get clients(): SyncClient[] {
    return this.people.flatMap(({ clients }) => clients);
  }

  /** Does it; a refusal by the service counts as nothing done, since another step was faster. */
  async act([name, a, b, c]: Action): Promise<void> {
    await actions[name](this, a, b, c);
  }

  async publishAndroid(): Promise<void> {
    const bundle = `org.example.world${this.#next()}`;
    const file = { bytes: apk(bundle), name: 'app.apk' };
    this.applications.push({ ...(await publish(this.service, { app_name: `Äpp ${bundle}` }, file)), bundle });
  }

  async publishWeb(groups: number[] = []): Promise<void> {
    this.applications.push({
      ...(await publishWeb(this.service, `Web${this.#next()}`, { groups })),
      bundle: null,
    });
  }

  async addGroup(users: TestUser[], apps: PublishedApplication[]): Promise<void> {
    const content = { users, apps: apps.map(({ psk }) => ({ id: psk })) };
    this.groups.push(await makeGroup(this.service, `World ${this.#next()}`, content));
  }

  async addPerson(device: Partial<DeviceInfo>): Promise<void> {
    const user = await this.service.makeUser();
    const clients = [new SyncClient(this.service, await this.service.signIn(user, device))];
    const second = { ...device, udid: `second-${user.userId}` };
    clients.push(new SyncClient(this.service, await this.service.signIn(user, second)));
    this.people.push({ user, clients, device });
  }

  application = (choice: number) => chosen(this.applications, choice);
  group = (choice: number) => chosen(this.groups, choice);
  person = (choice: number) => chosen(this.people, choice);

  /** Calls as the administrator. */
  manage(...[operation, args]: Parameters<TestService['call']>) {
    return this.call(operation, { token: this.service.admin.token, ...args });
  }

  async call(...request: Parameters<TestService['call']>) {
    const answer = await this.service.call(...request);
    if (answer.status >= 500) throw new Error(`${request[0].name}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  #next(): string {
    this.#made += 1;
    return `${Date.now().toString(36)}${this.#made}`;
  }
}

function chosen<T>(items: readonly T[], choice: number): T {
  const item = items[choice % items.length];
  if (item === undefined) throw new Error('The world is empty.');
  return item;
}

const edit = (world: World, application: number, body: Record<string, unknown>) =>
  world.manage(updateApplication, { params: { application: world.application(application).id }, body });

const actions = {
  rename: (world: World, a: number, b: number) => edit(world, a, { app_name: `Name ${b}` }),
  enable: (world: World, a: number, b: number) => edit(world, a, { enabled: b % 2 === 0 }),
  require: (world: World, a: number, b: number) => edit(world, a, { required: b % 2 === 0 }),
  renumber: (world: World, a: number, b: number) => edit(world, a, { version_num: `0.${b}` }),
  remove: async (world: World, a: number) => {
    if (world.applications.length < 5) return;
    const [gone] = world.applications.splice(a % world.applications.length, 1);
    await world.manage(deleteApplication, { params: { application: gone?.id ?? '' } });
  },
  publish: (world: World, a: number) => world.publishWeb([world.group(a)]).catch(deleted),
  version: async (world: World, a: number, b: number) => {
    const application = world.application(a);
    const { bundle } = application;
    if (bundle === null) return world.publishAndroid();
    await publishVersion(
      world.service,
      application,
      {},
      { bytes: apk(bundle, b + 2), name: 'app.apk' },
    ).catch(deleted);
  },
  categories: (world: World, a: number, b: number, c: number) =>
    world.manage(setApplicationCategories, {
      params: { application: world.application(a).id },
      body: { category_psk: [(b % 4) + 1, (c % 4) + 1] },
    }),
  assign: (world: World, a: number, b: number, c: number) =>
    world.manage(addGroupApplications, {
      params: { group: world.group(a) },
      body: { apps: [{ id: world.application(b).psk, is_assigned: true, is_mandatory: c % 2 === 0 }] },
    }),
  pin: (world: World, a: number, b: number) => {
    const { psk, versionId } = world.application(b);
    const body = { apps: [{ id: psk, is_assigned: true, is_latest: false, versions: [versionId] }] };
    return world.manage(addGroupApplications, { params: { group: world.group(a) }, body });
  },
  unassign: (world: World, a: number, b: number) =>
    world.manage(addGroupApplications, {
      params: { group: world.group(a) },
      body: { apps: [{ id: world.application(b).psk, is_assigned: false }] },
    }),
  take: (world: World, a: number, b: number) =>
    world.manage(removeGroupApplications, {
      params: { group: world.group(a) },
      body: { app_psk: [world.application(b).psk] },
    }),
  join: (world: World, a: number, b: number) =>
    world.manage(addGroupUsers, {
      params: { group: world.group(a) },
      body: { user_psk: [world.person(b).user.psk] },
    }),
  leave: (world: World, a: number, b: number) =>
    world.manage(removeGroupUsers, {
      params: { group: world.group(a) },
      body: { user_psk: [world.person(b).user.psk] },
    }),
  dissolve: async (world: World, a: number) => {
    const [gone] = world.groups.splice(a % world.groups.length, 1);
    await world.manage(deleteGroup, { params: { group: gone ?? 0 } });
    await world.addGroup([world.person(a).user], world.applications.slice(0, 2));
  },
  rate: (world: World, a: number, b: number, c: number) => {
    const { clients } = world.person(a);
    const text = c % 3 === 0 ? { title: 'Well', comment: `Said ${b}` } : {};
    const params = { application: world.application(b).id };
    return world.call(rateApplication, {
      ...chosen(clients, c).session,
      params,
      body: { like: c % 2, ...text },
    });
  },
  download: async (world: World, a: number, b: number, c: number) => {
    const { session } = chosen(world.person(a).clients, c);
    const params = { application: world.application(b).id };
    const { status, body } = await world.call(readCatalogApplication, { ...session, params });
    if (status !== 200) return;
    const { install_uri } = (body as { application: { catalog_info: { install_uri: string } } }).application
      .catalog_info;
    // An install link redirects to the file, and only a file that is sent counts as a download.
    let next: string | null = install_uri;
    for (let hop = 0; hop < 3 && next?.startsWith(world.service.url); hop += 1) {
      const { headers }: Answer = await world.service.fetch(next);
      next = headers.get('location');
    }
  },
  report: (world: World, a: number, b: number, c: number) => {
    const applications = world.applications
      .filter((_, place) => (place + b) % 3 === 0)
      .map(({ id, versionId }, place) => ({
        id,
        ...(place % 2 === 0 ? { version_id: versionId } : { version_num: `0.${c}` }),
      }));
    return world.call(postInstalled, {
      ...chosen(world.person(a).clients, c).session,
      body: { applications },
    });
  },
  update: async (world: World, a: number, b: number) => {
    const { user, device } = world.person(a);
    await world.service.signIn(user, {
      ...device,
      operating_system_version: `${b + 1}`,
      form_factor: b % 2 === 0 ? 1 : 2,
    });
  },
  settings: (world: World, a: number) =>
    world.manage(updateOrganization, {
      params: { org_id: world.service.admin.orgId },
      body: { reviews_enabled: a % 4 !== 0 },
    }),
  sync: (world: World, a: number, b: number) => chosen(world.clients, a).ask((b % 4) + 1),
  settle: (world: World, a: number) => chosen(world.clients, a).settle(3),
} as const;

/** As many steps that ask as steps that change something. */
const names = (Object.keys(actions) as (keyof typeof actions)[]).flatMap((name) => [name, 'sync' as const]);

/** Ignores that somebody else has deleted it meanwhile. */
const deleted = () => undefined;
