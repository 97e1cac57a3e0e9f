import type { TestService } from '../../setup/service.ts';
import type { TestUser } from '../../setup/world/people.ts';
import { checkLog } from '../consistency-check.ts';
import { type Entry, Journal, type Stay } from '../journal.ts';
import { readLog } from '../log.ts';
import type { Edit, Shown } from '../page/rig-page.ts';
import { Random } from '../random.ts';
import { shouldShow } from '../should-show.ts';
import { receive, type Subject } from '../subjects.ts';
import { Browser, type Page } from './browser.ts';
import { Clock } from './clock.ts';
import { limitRoom } from './disk.ts';
import { EventLoop } from './event-loop.ts';
import type { Course } from './network.ts';
import type { OpenPage } from './page.ts';
import type { Globals, IndexedDb } from './page-code.ts';

/** What every history stands on. */
export interface Ground {
  service: TestService;
  subjects: readonly Subject[];
  group: number;
  openPage(globals: Globals): OpenPage;
  openDatabases(setImmediate: (task: () => void) => void): IndexedDb;
}

/** A device of a simulated world: its browser, and who uses it. */
export interface ModelDevice {
  browser: Browser;
  person: TestUser;
  stay: Stay;
  /** Who left it for somebody else, with what waits of theirs: they sign in again later. */
  left: Map<TestUser, Stay>;
  /** Tabs by their place; undefined where none is open. */
  tabs: (Page | undefined)[];
  /** Applications that were rated on this stay. */
  ratings: Set<string>;
  /** Applications with a write about them or what is beside them that is not acknowledged yet. */
  busy: Set<string>;
}

const minute = 60_000;

/** A world with its own clock and three devices: two of one person, one of another. Everything else is real. */
export class ModelWorld {
  readonly devices: ModelDevice[] = [];
  readonly journal = new Journal();
  readonly loop = new EventLoop();
  /** What happened, in its order: the same in every history of the same seed. */
  readonly heard: string[] = [];
  readonly #course: Course;
  readonly #ground: Ground;
  #people: readonly TestUser[] = [];
  #stays = 0;

  private constructor(ground: Ground, seed: number) {
    this.#ground = ground;
    this.#course = {
      name: crypto.randomUUID().slice(0, 8),
      loop: this.loop,
      clock: new Clock(),
      random: new Random(seed),
      service: ground.service.server,
      hear: (what) => this.heard.push(`${this.#course.clock.now} ${this.loop.now}: ${what}`),
    };
  }

  /** `seed`: that of everything that chance decides in this world. */
  static async make(ground: Ground, seed: number): Promise<ModelWorld> {
    const world = new ModelWorld(ground, seed);
    const databases = ground.openDatabases(world.loop.post);
    limitRoom(databases);
    const people = [
      await ground.service.makeUser({ groups: [ground.group] }),
      await ground.service.makeUser({ groups: [ground.group] }),
    ];
    for (const person of people) await receive(ground.service, person, ground.subjects);
    world.#people = people;
    for (const at of [0, 0, 1]) {
      const person = people[at];
      if (person === undefined) throw new Error('There is nobody for the device.');
      const browser = new Browser(world.#course, databases);
      const device: ModelDevice = {
        browser,
        person,
        stay: world.#newStay(person),
        left: new Map<TestUser, Stay>(),
        tabs: [],
        ratings: new Set<string>(),
        busy: new Set<string>(),
      };
      browser.network.sends = (writer) => world.journal.writers.set(writer, device.stay);
      world.devices.push(device);
      await world.openTab(device, 0);
      await world.signIn(device);
    }
    return world;
  }

  get subjects(): readonly Subject[] {
    return this.#ground.subjects;
  }

  /** Waits until nothing happens any more by itself; time stands still. */
  settle = (): Promise<void> => this.loop.rest();

  /** Lets so many turns of the event loop pass: what was begun is somewhere in its middle then. */
  async turns(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) await this.loop.turn();
  }

  advance = (milliseconds: number): Promise<void> => this.#course.clock.advance(milliseconds, this.settle);

  async openTab(device: ModelDevice, at: number): Promise<void> {
    if (device.tabs[at]?.isAlive) return;
    const page = device.browser.open(this.#ground.openPage);
    device.tabs[at] = page;
    await this.settle();
  }

  kill(device: ModelDevice, power: boolean): void {
    device.browser.kill(power);
    device.tabs = [];
    device.busy = new Set();
  }

  /** Somebody writes about applications; what is acknowledged later is noted then. */
  write(device: ModelDevice, page: Page, about: readonly string[], edit: Edit): void {
    const entry = this.journal.ask(device.stay, edit);
    for (const id of about) device.busy.add(id);
    void this.#enter(device, page, entry, edit).finally(() => {
      for (const id of about) device.busy.delete(id);
    });
  }

  async #enter(device: ModelDevice, page: Page, entry: Entry, edit: Edit): Promise<void> {
    const stored = await page.rig.write(edit).catch(() => null);
    if (!page.isAlive || stored === null) return;
    entry.acknowledgement = stored;
    if (edit.kind === 'review') device.ratings.add(edit.change.application);
  }

  async signIn(device: ModelDevice): Promise<void> {
    const page = device.tabs.find((tab) => tab?.isAlive);
    if (page === undefined) return;
    const { userId, password } = device.person;
    const before = page.rig.state();
    void page.rig.signIn(userId, password).catch(() => undefined);
    await this.settle();
    // Who was not let in has left nothing behind, and begins nothing: what waits of theirs here waits on.
    if (page.rig.state().phase !== 'signed-in') return;
    // A new database is another writer, whose writes are reckoned by themselves.
    if (before.phase === 'signed-out' || before.userId !== userId) this.#begin(device);
  }

  /** The stay goes on that was left, or another begins. */
  #begin(device: ModelDevice): void {
    device.stay = device.left.get(device.person) ?? this.#newStay(device.person);
    device.left.delete(device.person);
    device.ratings = new Set();
  }

  /**
   * Whoever is signed in makes room for the other person, who signs in; where their records can't be locked, which are of a newer
   * release, only if `anyway`.
   */
  async changePerson(device: ModelDevice, anyway = false): Promise<void> {
    await this.settle();
    const page = device.tabs.find((tab) => tab?.isAlive);
    const { phase } = page?.rig.state() ?? { phase: 'closed' };
    if (page === undefined || (phase !== 'signed-in' && phase !== 'signed-out')) return;
    if (phase === 'signed-in') {
      void page.rig.leave().catch(() => undefined);
      await this.settle();
      if (page.rig.state().phase !== 'signed-out' && !anyway) return;
      device.left.set(device.person, device.stay);
    }
    device.person = this.#people.find((other) => other !== device.person) ?? device.person;
    await this.signIn(device);
  }

  /** A person clears what the browser keeps of the catalog. An open page knows what was in it; without one that is given up. */
  async clearData(device: ModelDevice): Promise<void> {
    await this.settle();
    const page = device.tabs.find((tab) => tab?.isAlive);
    for (const stay of device.left.values()) this.#giveUp(stay);
    device.left.clear();
    if (page?.rig.state().phase !== 'signed-in') this.#giveUp(device.stay);
    device.browser.disk.clear();
    if (page?.rig.state().phase === 'signed-in') void page.rig.wake().catch(() => undefined);
    await this.settle();
  }

  /** Somebody ran a newer release of the catalog here, which was taken back. */
  async runNewer(device: ModelDevice): Promise<void> {
    await this.settle();
    this.kill(device, false);
    device.browser.disk.raise();
    await this.settle();
    await this.openTab(device, 0);
  }

  #giveUp(given: Stay): void {
    for (const entry of this.journal.entries) if (entry.stay === given) entry.acknowledgement = null;
  }

  async signOut(device: ModelDevice, page: Page): Promise<void> {
    // The person sees what waits, and gives it up: it may arrive, or not.
    await this.settle();
    const waiting = page.rig.state().unsent > 0;
    void page.rig.signOut().catch(() => undefined);
    if (waiting) this.#giveUp(device.stay);
    await this.settle();
  }

  /** The weather clears, everybody opens the catalog again. Answers which promises were not kept. */
  async end(): Promise<string[]> {
    await this.settle();
    for (const { browser } of this.devices) {
      browser.network.state = 'open';
      browser.network.isOnline = true;
      browser.disk.room = Number.POSITIVE_INFINITY;
      browser.skew = 0;
    }
    await this.advance(minute);
    for (const device of this.devices) {
      this.kill(device, false);
      await this.openTab(device, 0);
      const [page] = device.tabs;
      if (page?.rig.state().phase !== 'signed-in') await this.signIn(device);
      for (let left = device.left.size; left > 0; left -= 1) {
        await this.#wakeAll();
        await this.changePerson(device, true);
      }
    }
    // Another tab of a device is shown what the first one has.
    for (const device of this.devices.slice(0, 1)) await this.openTab(device, 1);
    await this.#wakeAll();
    const { lost, doubled, disordered } = checkLog(
      await readLog(this.#ground.service.platform.database),
      this.journal,
    );
    return [
      ...lost.map((sentence) => `lost: ${sentence}`),
      ...doubled.map((sentence) => `doubled: ${sentence}`),
      ...disordered.map((sentence) => `out of order: ${sentence}`),
      ...this.#left(),
      ...(await this.#differences()),
    ];
  }

  close(): void {
    for (const device of this.devices) this.kill(device, false);
  }

  async #wakeAll(): Promise<void> {
    for (let attempt = 0; attempt < 4 && (attempt === 0 || this.#left().length > 0); attempt += 1) {
      await this.advance(minute);
      for (const { tabs } of this.devices)
        for (const tab of tabs) void tab?.rig.wake().catch(() => undefined);
      await this.settle();
    }
  }

  #left(): string[] {
    return this.devices.flatMap(({ stay, tabs }) =>
      tabs.flatMap((tab) => {
        const { phase, unsent, refused } = tab?.rig.state() ?? { phase: 'closed', unsent: 0, refused: [] };
        return [
          ...(phase === 'signed-in' ? [] : [`${stay.device} is ${phase}`]),
          ...(unsent > 0 ? [`${stay.device}: ${unsent} writes still wait`] : []),
          ...refused.map((write) => `${stay.device}: refused ${write}`),
        ];
      }),
    );
  }

  /** Where tabs show something else than the service's tables. */
  async #differences(): Promise<string[]> {
    const { subjects } = this;
    const found: string[] = [];
    for (const device of this.devices) {
      const { db } = this.#ground.service.platform.database;
      const who = { person: device.person.id, device: device.tabs[0]?.rig.state().device ?? '' };
      const wanted = JSON.stringify(
        await Promise.all(subjects.map((subject) => shouldShow(db, who, subject))),
      );
      for (const [at, tab] of device.tabs.entries()) {
        const shown = JSON.stringify(tab === undefined ? null : await this.#shownIn(tab));
        if (shown !== wanted) found.push(`${device.stay.device}, tab ${at} shows ${shown}, not ${wanted}`);
      }
    }
    return found;
  }

  /** What a tab shows once it is up to date; null when it never says so. */
  async #shownIn({ rig }: Page): Promise<Shown[] | null> {
    let shown: Shown[] | null = null;
    const look = async () => {
      shown = await rig.shown(this.subjects).catch(() => null);
    };
    void look();
    await this.settle();
    if (shown === null) await this.advance(minute);
    return shown;
  }

  #newStay(person: TestUser): Stay {
    this.#stays += 1;
    return { device: `device${this.#stays}`, person: person.id };
  }
}
