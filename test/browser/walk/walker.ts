import type { Locator, Page } from 'playwright-core';
import { layoutFaults } from './layout-faults.ts';
import type { Words } from './words.ts';

/** The places that scroll: the page, or the list, which beside an application scrolls by itself. */
export type Area = 'page' | 'list';

/** What is checked after a step. */
export interface Expected {
  heading: string | ((walker: Walker) => string);
  /** Path and query. */
  address: RegExp;
  /** The lit tab, by its path. Null: no navigation is shown, or no tab is lit. */
  tab: string | null;
  /** Where it is scrolled to: to its top, or where `scroll` left it. */
  at?: { area: Area; place: 'top' | 'left' };
  /** The name of the dialog that is open over the page. Default: none is. */
  dialog?: string | ((walker: Walker) => string);
  /** What has the focus; by default the heading, or something in the open dialog. */
  focus?: 'heading' | 'field' | 'dialog' | 'opener' | 'anything';
}

export interface Step {
  name: string;
  /** Where it is done; elsewhere it is left out. Default: everywhere. */
  where?: (walker: Walker) => boolean;
  act: (walker: Walker) => Promise<unknown>;
  leadsTo: Expected;
}

const organization = 'Northwind Field Services';

/** The screen on which somebody walks. */
export interface WalkerOptions {
  words: Words;
  isDesk: boolean;
  /** The application that this kind of device installs. */
  app: string;
}

/** A person who walks through the catalog on one screen in one language. */
export class Walker {
  /** Where the list was scrolled to, or the page, by the heading that was shown. */
  readonly #left = new Map<string, number>();
  /** The name of what was tapped last. */
  tapped = '';
  /** The name of the category that was opened last. */
  category = '';

  /** How many required applications close the catalog. */
  due = 0;

  readonly page: Page;
  readonly words: Words;
  readonly isDesk: boolean;
  readonly app: string;
  /** What opened the first of the open dialogs. */
  #opener: Locator | null = null;
  /** What is cut, overlaps or is too small on the screens so far. */
  readonly #faults = new Set<string>();

  constructor(page: Page, { words, isDesk, app }: WalkerOptions) {
    this.page = page;
    this.words = words;
    this.isDesk = isDesk;
    this.app = app;
  }

  heading = (): Promise<string> => this.page.locator('main h1').first().innerText();

  tab(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: this.words.app.nav })
      .getByRole('link', { name: new RegExp(`^${name}`) });
  }

  async tap(target: Locator): Promise<void> {
    const name = await target.innerText();
    this.tapped = name === '' ? ((await target.getAttribute('aria-label')) ?? '') : name;
    await target.click();
  }

  /** Opens a dialog, and remembers what did, which shall have the focus again when it is closed. */
  async open(opener: Locator): Promise<void> {
    this.#opener = opener;
    await opener.click();
  }

  /** What is in the dialog on top. */
  inDialog = (): Locator => this.page.locator('dialog:modal').last();

  /** Back by the arrow of the page, or by the browser where it has none. */
  async back(): Promise<void> {
    const arrow = this.page
      .locator('main')
      .getByRole('button', { name: this.words.common.back, exact: true });
    const inBar = arrow.and(this.page.locator('.top-bar button'));
    if ((await inBar.count()) > 0) await inBar.click();
    else await this.page.goBack();
  }

  /** Scrolls, and remembers where. Not with the wheel, which would still be moving when the position is read. */
  async scroll(area: Area, to: number): Promise<void> {
    await this.page.evaluate(scrollIn, { area: this.#areaOf(area), to });
    await this.#remember(area);
  }

  /** Scrolls the page until a part is in the middle, and remembers where: a tap there scrolls no further. */
  async show(part: Locator): Promise<void> {
    await part.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await this.#remember('page');
  }

  async #remember(area: Area): Promise<void> {
    this.#left.set(await this.heading(), await this.#position(area));
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }

  /** How the screen differs from what is expected, a line for each. What is wrong with its layout is for `takeFaults`. */
  async differences(expected: Expected): Promise<string[]> {
    const { heading, address, tab, at, dialog } = expected;
    const { focus = dialog === undefined ? 'heading' : 'dialog' } = expected;
    const wanted = typeof heading === 'string' ? heading : heading(this);
    const window = typeof dialog === 'function' ? dialog(this) : dialog;
    const focused = { heading: wanted, field: 'field', dialog: 'dialog', opener: 'opener', anything: null }[
      focus
    ];
    const place = at?.place === 'left' ? (this.#left.get(wanted) ?? Number.NaN) : 0;
    const rows: [string, unknown, unknown][] = [
      ['title', await this.page.title(), `${wanted} · ${organization}`],
      ['lit tab', await this.#litTab(), tab],
      ['dialog', await this.#dialog(), window ?? null],
      ...(focused === null ? [] : [row('focus', await this.#focused(), focused)]),
      ...(at === undefined ? [] : [row('place', await this.#position(at.area), place)]),
    ];
    const differing = rows
      .filter(([, is, shall]) => is !== shall)
      .map(([what, is, shall]) => `${what}: ${String(is)}, not ${String(shall)}`);
    if (!address.test(this.#address())) differing.push(`address: ${this.#address()}, not ${address}`);
    if (differing.length === 0)
      for (const fault of await this.#settledFaults()) this.#faults.add(`${window ?? wanted}: ${fault}`);
    return differing;
  }

  /** Those of the layout once everything has come to rest. */
  async #settledFaults(): Promise<string[]> {
    await this.page.evaluate(async () => {
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    return layoutFaults(this.page);
  }

  /** What is cut, overlaps or is too small on the screens since the last call. */
  takeFaults(): string[] {
    const faults = [...this.#faults];
    this.#faults.clear();
    return faults;
  }

  #areaOf = (area: Area): Area => (this.isDesk ? area : 'page');

  #position = (area: Area): Promise<number> => this.page.evaluate(positionIn, this.#areaOf(area));

  #address = (): string => {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  };

  #litTab = (): Promise<string | null> =>
    this.page.evaluate(
      () => document.querySelector('.frame-nav [aria-current]')?.getAttribute('href') ?? null,
    );

  #dialog = (): Promise<string | null> =>
    this.page.evaluate(() => {
      const modal = [...document.querySelectorAll('dialog')].findLast((each) => each.matches(':modal'));
      if (modal === undefined) return null;
      const heading = document.getElementById(modal.getAttribute('aria-labelledby') ?? '');
      return heading?.innerText ?? modal.getAttribute('aria-label');
    });

  async #focused(): Promise<string> {
    const isOpener =
      this.#opener !== null && (await this.#opener.and(this.page.locator(':focus')).count()) > 0;
    return isOpener ? 'opener' : this.page.evaluate(focusedIn);
  }
}

/** Runs in the page. */
function focusedIn(): string {
  const { activeElement: element } = document;
  if (element?.closest('dialog:modal')) return 'dialog';
  if (element?.matches('input')) return 'field';
  return element instanceof HTMLElement && element !== document.body ? element.innerText : '';
}

const row = (what: string, is: unknown, shall: unknown): [string, unknown, unknown] => [what, is, shall];

function scrollIn({ area, to }: { area: Area; to: number }): void {
  const scroller = area === 'list' ? document.querySelector('.frame-list') : document.scrollingElement;
  scroller?.scrollTo({ top: to, behavior: 'instant' });
}

function positionIn(area: Area): number {
  const scroller = area === 'list' ? document.querySelector('.frame-list') : document.scrollingElement;
  return scroller?.scrollTop ?? Number.NaN;
}
