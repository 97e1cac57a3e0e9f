import type { Rig } from '../page/rig-page.ts';
import { cryptographyOf } from './cryptography.ts';
import { Disk, type PageDisk } from './disk.ts';
import { type Course, Network } from './network.ts';
import type { OpenPage } from './page.ts';
import type { Globals, IndexedDb } from './page-code.ts';

/** The names of the globals that pages have of their own. */
export const globalNames = [
  'globalThis',
  'fetch',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestIdleCallback',
  'Date',
  'Math',
  'performance',
  'AbortSignal',
  'navigator',
  'BroadcastChannel',
  'crypto',
  'indexedDB',
  'IDBCursor',
  'IDBCursorWithValue',
  'IDBDatabase',
  'IDBIndex',
  'IDBKeyRange',
  'IDBObjectStore',
  'IDBOpenDBRequest',
  'IDBRequest',
  'IDBTransaction',
  'location',
  'document',
  'window',
  'localStorage',
  'caches',
  'Worker',
  'EventSource',
  'addEventListener',
  'removeEventListener',
] as const;

const forever = new Promise<never>(() => undefined);

/** The document of a page as the engine knows it: what is seen, or hidden behind another page. */
export class Screen extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible';
  readonly querySelector = () => null;

  turn(state: 'visible' | 'hidden'): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** A browser of a simulated world: what its pages share, and what remains when it is killed. */
export class Browser {
  readonly disk: Disk;
  /** What the pages that are opened from now on are seen on; without one they are visible all the time. */
  screen: Screen | undefined;
  /** By how many milliseconds its clock differs from the world's. */
  skew = 0;
  readonly network: Network;
  readonly course: Course;
  readonly databases: IndexedDb;
  readonly pages = new Set<Page>();
  readonly locks = new Map<string, LockRequest[]>();

  constructor(course: Course, databases: IndexedDb) {
    this.course = course;
    this.databases = databases;
    this.disk = new Disk(databases);
    this.network = new Network(course);
  }

  /** Opens a page; its engine starts at once. */
  open(make: (globals: Globals) => OpenPage): Page {
    const page = new Page(this);
    this.pages.add(page);
    page.begin(make(page.globals));
    return page;
  }

  /** Ends every page at once; when the power fails, also deletes what was not durable. */
  kill(power: boolean): void {
    for (const page of this.pages) page.end();
    this.pages.clear();
    this.locks.clear();
    if (power) this.disk.losePower();
  }
}

/** When the simulated world began, in milliseconds since 1970. */
const beginning = Date.UTC(2026, 0, 5, 8);

/** A page with its own globals, through which all its effects pass: once it has ended, it has none. */
export class Page {
  isAlive = true;
  readonly globals: Globals;
  readonly #browser: Browser;
  readonly #disk: PageDisk;
  readonly #opened: number;
  readonly #alarms = new Set<number>();
  readonly #events = new EventTarget();
  #rig: Rig | null = null;
  started: Promise<void> = forever;

  constructor(browser: Browser) {
    this.#browser = browser;
    this.#disk = browser.disk.open();
    this.#opened = browser.course.clock.now;
    this.globals = this.#makeGlobals();
  }

  begin(openPage: OpenPage): void {
    const { rig, start } = openPage('http://service.example');
    this.#rig = rig;
    this.started = start();
  }

  get rig(): Rig {
    if (this.#rig === null) throw new Error('The page has not begun.');
    return this.#rig;
  }

  end(): void {
    this.isAlive = false;
    this.#disk.end();
    for (const alarm of this.#alarms) this.#browser.course.clock.clear(alarm);
    this.#browser.network.forget(this);
  }

  /** The system reports that there is a network, or none, or that the person turned to this page. */
  tell(event: 'online' | 'offline' | 'focus'): void {
    this.#events.dispatchEvent(new Event(event));
  }

  #makeGlobals(): Globals {
    const browser = this.#browser;
    const { course, network } = browser;
    const { clock, random } = course;
    const wall = () => beginning + clock.now + browser.skew;
    const setTimer = (ring: () => void, delay = 0, every: number | null = null) => {
      const id = clock.set(ring, delay, every);
      this.#alarms.add(id);
      return id;
    };
    const clearTimer = (id?: number) => {
      if (id !== undefined) clock.clear(id);
    };
    class PageDate extends Date {
      constructor(given?: number | string) {
        super(given ?? wall());
      }
      static override now = wall;
    }
    const overrides: Globals = {
      fetch: (input: Request | string, init?: RequestInit) => network.fetch(this, new Request(input, init)),
      setTimeout: (ring: () => void, delay?: number) => setTimer(ring, delay),
      clearTimeout: clearTimer,
      setInterval: (ring: () => void, delay: number) => setTimer(ring, delay, delay),
      clearInterval: clearTimer,
      requestIdleCallback: undefined,
      Date: PageDate,
      Math: Object.create(Math, { random: { value: () => random.next() } }),
      performance: { now: () => clock.now - this.#opened },
      AbortSignal: new Proxy(AbortSignal, {
        get: (target, name) =>
          name === 'timeout'
            ? (limit: number) => timeoutSignal(setTimer, limit)
            : Reflect.get(target, name, target),
      }),
      navigator: {
        get onLine() {
          return network.isOnline;
        },
        locks: { request: this.#requestLock },
        userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/141.0.0.0 Mobile',
        platform: 'Linux armv8l',
        maxTouchPoints: 5,
      },
      crypto: cryptographyOf(course),
      BroadcastChannel: channelsOf(this, browser),
      indexedDB: this.#disk,
      ...idbClasses(browser.databases),
      location: { origin: 'http://service.example', search: '' },
      document: browser.screen,
      window: browser.screen && this.#events,
      localStorage: undefined,
      caches: undefined,
      Worker: undefined,
      EventSource: undefined,
      addEventListener: this.#events.addEventListener.bind(this.#events),
      removeEventListener: this.#events.removeEventListener.bind(this.#events),
    };
    const has = (name: string | symbol) => typeof name === 'string' && Object.hasOwn(overrides, name);
    overrides.globalThis = new Proxy(globalThis, {
      get: (target, name) => (has(name) ? overrides[String(name)] : Reflect.get(target, name, target)),
      has: (target, name) => (has(name) ? overrides[String(name)] !== undefined : Reflect.has(target, name)),
    });
    return overrides;
  }

  readonly #requestLock = (name: string, second: LockOptions | Holder, third?: Holder): Promise<unknown> => {
    const hold = typeof second === 'function' ? second : third;
    const options = typeof second === 'function' ? {} : second;
    if (hold === undefined) throw new TypeError('A lock needs somebody who holds it.');
    const queue = this.#browser.locks.get(name) ?? [];
    this.#browser.locks.set(name, queue);
    if (options.ifAvailable && queue.length > 0) return Promise.resolve().then(() => hold(null));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const request: LockRequest = {
      isShared: options.mode === 'shared',
      isHeld: false,
      run: () => {
        const held = Promise.resolve().then(() => hold({ name }));
        held.then(resolve, reject);
        held.then(release, release);
      },
      lose: () => reject(new DOMException('Another page has stolen the lock.', 'AbortError')),
    };
    const release = () => {
      // A lock that was stolen is not in the queue any more.
      const place = queue.indexOf(request);
      if (place >= 0) queue.splice(place, 1);
      grant(queue);
    };
    if (options.steal)
      for (const held of queue.splice(0, queue.filter(({ isHeld }) => isHeld).length)) held.lose();
    if (options.steal) queue.unshift(request);
    else queue.push(request);
    // Waiting can be given up; holding can't.
    options.signal?.addEventListener('abort', () => {
      if (request.isHeld) return;
      release();
      reject(options.signal?.reason);
    });
    grant(queue);
    return promise;
  };
}

const classesOfIdb = [
  'IDBCursor',
  'IDBCursorWithValue',
  'IDBDatabase',
  'IDBIndex',
  'IDBKeyRange',
  'IDBObjectStore',
  'IDBOpenDBRequest',
  'IDBRequest',
  'IDBTransaction',
] as const;

/** What tells the objects of an IndexedDB apart. */
const idbClasses = (database: IndexedDb) =>
  Object.fromEntries(classesOfIdb.map((name) => [name, database[name]]));

interface LockRequest {
  isShared: boolean;
  isHeld: boolean;
  run(): void;
  /** Another page takes the lock. */
  lose(): void;
}

/** Runs who may hold the lock now: the first that asked, and those behind who share it with them. */
function grant(queue: readonly LockRequest[]): void {
  const [first] = queue;
  const waits = queue.findIndex((request) => request !== first && !(request.isShared && first?.isShared));
  for (const request of queue.slice(0, waits < 0 ? undefined : waits)) {
    if (request.isHeld) continue;
    request.isHeld = true;
    request.run();
  }
}

type Holder = (lock: { name: string } | null) => unknown;

function timeoutSignal(setTimer: (ring: () => void, delay: number) => number, limit: number): AbortSignal {
  const controller = new AbortController();
  setTimer(() => controller.abort(new DOMException('Too late', 'TimeoutError')), limit);
  return controller.signal;
}

const channelsOf = (page: Page, browser: Browser) =>
  class extends Channel {
    constructor(name: string) {
      super(name, page, browser);
    }
  };

/** Messages between the pages of one browser. */
class Channel extends EventTarget {
  static readonly #open = new WeakMap<Browser, Set<Channel>>();
  readonly #name: string;
  readonly #page: Page;
  readonly #browser: Browser;
  readonly #all: Set<Channel>;

  constructor(name: string, page: Page, browser: Browser) {
    super();
    this.#name = name;
    this.#page = page;
    this.#browser = browser;
    this.#all = Channel.#open.get(browser) ?? new Set();
    Channel.#open.set(browser, this.#all);
    this.#all.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of this.#all) {
      if (other === this || other.#name !== this.#name) continue;
      if (!other.#page.isAlive) this.#all.delete(other);
      this.#browser.course.loop.post(() => {
        if (this.#all.has(other) && other.#page.isAlive)
          other.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data) }));
      });
    }
  }

  close(): void {
    this.#all.delete(this);
  }
}
