import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { timeouts } from '../setup/run/timeouts.ts';
import type { TestUser } from '../setup/world/people.ts';
import { KillableBrowser } from './browser.ts';
import type { Entry, Journal, Stay } from './journal.ts';
import { rigPath } from './page/build.ts';
import type { Edit, Rig, Shown, TabState } from './page/rig-page.ts';
import { nextEdit } from './person.ts';
import type { Random } from './random.ts';
import { isRatedElsewhere } from './should-show.ts';
import type { Subject } from './subjects.ts';
import type { Weather } from './weather.ts';
import type { World } from './world.ts';

export interface DeviceContext {
  name: string;
  world: World;
  weather: Weather;
  journal: Journal;
  random: Random;
  /** Who use this device in turn. */
  people: readonly TestUser[];
  /** Milliseconds from one write of a tab to its next. */
  pace(): number;
}

/** Tabs with the rig's page; one more shows the catalog itself. */
const rigTabs = 2;

/**
 * A device with tabs in which somebody writes, with its own network weather; its browser may be killed at any moment.
 */
export class Device {
  /** Writes made on the catalog's own screens. */
  taps = 0;
  /** How many times somebody else took the device. */
  changes = 0;
  /** Faults of pages that were not killed, as sentences. */
  readonly troubles: string[] = [];
  readonly #context: DeviceContext;
  readonly #browser: KillableBrowser;
  /**
   * Applications with an unacknowledged write about them or their terms, address or message: nobody does two things to
   * one at once.
   */
  readonly #busy = new Set<string>();
  #stay: Stay;
  #person: TestUser;
  #id = '';
  #ratings = new Set<string>();
  #tabs: Page[] = [];
  #over = false;
  #living: Promise<void>[] = [];

  private constructor(context: DeviceContext, browser: KillableBrowser, person: TestUser) {
    this.#context = context;
    this.#browser = browser;
    this.#person = person;
    this.#stay = { device: context.name, person: person.id };
  }

  static async make(context: DeviceContext): Promise<Device> {
    return new Device(context, await KillableBrowser.make(), context.random.pick(context.people));
  }

  /** Opens the browser and signs somebody in. */
  async begin(): Promise<void> {
    await this.start();
    const [tab] = this.#tabs;
    if (tab === undefined) throw new Error('The browser has no tab.');
    await this.#signIn(tab);
  }

  /** Opens the browser with its stored profile. */
  async start(): Promise<void> {
    const context = await this.#browser.start();
    const tabs: Page[] = [];
    for (let at = 0; at < rigTabs; at += 1) tabs.push(await this.#openRig(context));
    tabs.push(await context.newPage());
    this.#tabs = tabs;
  }

  /** Kills the browser at any moment, and opens it again. */
  async crash(): Promise<void> {
    this.#tabs = [];
    await this.#browser.kill();
    await wait(this.#context.random.between(0, 500));
    await this.start();
  }

  /** Lets people write in every tab until `rest`. */
  live(): void {
    const { random } = this.#context;
    this.#living = [
      ...Array.from({ length: rigTabs }, (_, at) => this.#write(at, random.branch())),
      this.#tap(random.branch()),
    ];
  }

  async rest(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#living);
  }

  /** Signs the person in where the browser was killed between two people, or before the first had entered. */
  async comeBack(): Promise<void> {
    const [tab] = this.#rigs;
    if (tab === undefined) return;
    const { phase } = await tab.evaluate(() => rig.state());
    if (phase !== 'signed-in' && phase !== 'starting') await this.#signIn(tab);
  }

  /** What waits on this device, as each of its tabs says. */
  async states(): Promise<TabState[]> {
    const states = await Promise.all(this.#rigs.map((tab) => tab.evaluate(() => rig.state())));
    for (const state of states) this.#meet(state);
    return states;
  }

  /** What each of its tabs shows. */
  shown(subjects: readonly Subject[]): Promise<Shown[][]> {
    return Promise.all(this.#rigs.map((tab) => tab.evaluate((all) => rig.shown(all), [...subjects])));
  }

  get person(): TestUser {
    return this.#person;
  }

  /** The service's id of it. */
  get id(): string {
    return this.#id;
  }

  get name(): string {
    return this.#context.name;
  }

  remove(): Promise<void> {
    this.#over = true;
    return this.#browser.remove();
  }

  get #rigs(): Page[] {
    return this.#tabs.slice(0, rigTabs);
  }

  async #openRig(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(this.#context.weather.url + rigPath);
    await page.waitForFunction(() => 'rig' in globalThis);
    return page;
  }

  /** Signs in through whatever weather there is. */
  async #signIn(tab: Page): Promise<void> {
    const { userId, password } = this.#person;
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const failure = await tab
        .evaluate(([id, secret]) => rig.signIn(id, secret), [userId, password] as const)
        .then(
          () => null,
          (fault: unknown) => fault,
        );
      if (failure === null || tab.isClosed()) return;
      await wait(300);
    }
    this.troubles.push(`${this.name}: nobody could sign in`);
  }

  /** Writes in one of the rig's tabs. */
  async #write(at: number, random: Random): Promise<void> {
    const { world, pace } = this.#context;
    while (!this.#over) {
      await wait(pace() * random.between(0.1, 1.9));
      const tab = this.#tabs[at];
      if (tab === undefined) continue;
      const state = await tab.evaluate(() => rig.state()).catch(() => null);
      if (state === null) continue;
      if (state.phase !== 'signed-in') {
        if (at === 0) await this.#signIn(tab);
        continue;
      }
      this.#meet(state);
      if (random.happens(0.004)) await tab.reload().catch(() => undefined);
      else if (at === 0 && state.unsent === 0 && random.happens(0.08)) await this.#changePerson(tab, random);
      else await this.#writeOnce(tab, random, world.subjects);
    }
  }

  async #writeOnce(tab: Page, random: Random, subjects: readonly Subject[]): Promise<void> {
    const free = subjects.filter(({ id }) => !this.#busy.has(id));
    if (free.length === 0) return;
    const subject = random.pick(free);
    const mark = `${this.name}-${this.#context.journal.entries.length}`;
    const edit = nextEdit(random, subject, mark, this.#ratings.has(subject.id));
    await this.#doing(subject.id, async () => {
      await this.#enter(tab, edit);
      if (edit.kind === 'review') this.#ratings.add(subject.id);
    }).catch((fault: unknown) => this.#note(tab, fault));
  }

  /** Likes on the catalog's own screens, in a tab beside the others. */
  async #tap(random: Random): Promise<void> {
    while (!this.#over) {
      // Each takes a page, which costs as much as many writes: fewer where a run has fewer of those.
      await wait(this.#context.pace() * random.between(1, 5));
      const [tab] = this.#tabs;
      const screen = this.#tabs[rigTabs];
      const { id } = random.pick(this.#context.world.subjects);
      if (tab === undefined || screen === undefined || this.#busy.has(id)) continue;
      const state = await tab.evaluate(() => rig.state()).catch(() => null);
      // Asked for anew: another tab may have written about it meanwhile.
      if (state?.phase !== 'signed-in' || this.#busy.has(id)) continue;
      const taps = 1 + random.below(4);
      await this.#doing(id, () =>
        this.#visit(tab, screen, id, taps).catch(async (fault: unknown) => {
          // A tap that nobody has seen must not be carried out after what is written next.
          await screen.goto('about:blank').catch(() => undefined);
          this.#note(screen, fault);
        }),
      );
    }
  }

  /** Opens an application's page and changes the rating there so many times, if the weather lets the page come. */
  async #visit(tab: Page, screen: Page, application: string, taps: number): Promise<void> {
    await screen.goto(`${this.#context.weather.url}/apps/${application}`).catch(() => undefined);
    for (let left = taps; left > 0; left -= 1) if (!(await this.#tapOnce(tab, screen, application))) return;
  }

  /**
   * Taps the rating that the person does not have yet: tapping the other one changes nothing. False when the network
   * prevents the page from loading.
   */
  async #tapOnce(tab: Page, screen: Page, application: string): Promise<boolean> {
    const subject = `rate:${application}`;
    const [reported, before] = await tab.evaluate(([id, of]) => [rig.rating(id), rig.last(of)] as const, [
      application,
      subject,
    ] as const);
    const like = reported === 1 ? 0 : 1;
    const name = like === 1 ? 'Like' : 'Dislike';
    const button = screen.getByRole('button', { name, exact: true, pressed: false });
    const isThere = await button.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (!isThere) return false;
    const entry = this.#ask({ kind: 'review', change: { application, like } });
    await button.click();
    const ends = Date.now() + timeouts.step;
    while (entry.acknowledgement === null && Date.now() < ends) {
      entry.acknowledgement = await tab.evaluate(([of, after]) => rig.written(of, after), [
        subject,
        before,
      ] as const);
      await wait(50);
    }
    if (entry.acknowledgement !== null) {
      this.taps += 1;
      this.#ratings.add(application);
    } else if (!(await this.#isSaidElsewhere(application, like))) {
      const seen = await seenOf(tab, screen, button, application).catch(
        () => 'what is seen now is not known',
      );
      this.troubles.push(
        `${this.name}: a tap on ${name} of ${application} (write ${entry.number}) left no write after row ${before}: ${seen}`,
      );
    }
    return true;
  }

  /** Whether the person's other device has said the same, so that the button was pressed before it was tapped. */
  #isSaidElsewhere(application: string, like: 0 | 1): Promise<boolean> {
    const who = { person: this.#person.id, device: this.#id };
    return isRatedElsewhere(this.#context.world.database.db, who, { application, like });
  }

  /** Who really uses the device: a browser may be killed before somebody else has taken it. */
  #meet({ userId, device }: TabState): void {
    this.#id = device ?? this.#id;
    const person = this.#context.people.find((each) => each.userId === userId);
    if (person !== undefined && person !== this.#person) this.#take(person);
  }

  #take(person: TestUser): void {
    this.#person = person;
    this.#stay = { device: this.name, person: person.id };
    this.#ratings = new Set();
  }

  /** Somebody else takes the device, when nothing of the one before waits on it. */
  async #changePerson(tab: Page, random: Random): Promise<void> {
    const others = this.#context.people.filter((person) => person !== this.#person);
    if (others.length === 0 || this.#busy.size > 0) return;
    const all = this.#context.world.subjects;
    for (const { id } of all) this.#busy.add(id);
    try {
      // Nobody writes from here on; what was written meanwhile decides.
      if ((await tab.evaluate(() => rig.state())).unsent > 0) return;
      await tab.evaluate(() => rig.signOut());
      this.#take(random.pick(others));
      await this.#signIn(tab);
      this.changes += 1;
    } catch (fault) {
      this.#note(tab, fault);
    } finally {
      for (const { id } of all) this.#busy.delete(id);
    }
  }

  async #doing(application: string, work: () => Promise<void>): Promise<void> {
    this.#busy.add(application);
    try {
      await work();
    } finally {
      this.#busy.delete(application);
    }
  }

  async #enter(tab: Page, edit: Edit): Promise<void> {
    const entry = this.#ask(edit);
    entry.acknowledgement = await tab.evaluate((wish) => rig.write(wish), edit);
  }

  #ask(edit: Edit): Entry {
    return this.#context.journal.ask(this.#stay, edit);
  }

  /** A tab that was killed, or is between two documents, says nothing; one that lives must not fail. One that never loads is missed at the end. */
  #note(tab: Page, fault: unknown): void {
    const isGone =
      tab.isClosed() ||
      !this.#tabs.includes(tab) ||
      /closed|crashed|navigation|destroyed|rig is not defined/i.test(String(fault));
    if (!isGone) this.troubles.push(`${this.name}: ${String(fault)}`);
  }
}

/** What another tab and the disk know of an application, and what the screen shows where a button was tapped. */
async function seenOf(tab: Page, screen: Page, button: Locator, application: string): Promise<string> {
  const known = await tab.evaluate(async (id) => {
    const subject = `rate:${id}`;
    return `row ${rig.last(subject)}, rating ${rig.rating(id)}; ${await rig.kept(subject)}`;
  }, application);
  const pressed = (await button.isVisible()) ? 'not pressed' : 'pressed or gone';
  const shown = await screen.locator('main').innerText({ timeout: 5_000 });
  return `the other tab knows ${known}; on the screen it is ${pressed}, which says: ${shown.replaceAll(/\s+/g, ' ').slice(0, 500)}`;
}

/** What the page offers, for the functions that run there. */
declare const rig: Rig;
