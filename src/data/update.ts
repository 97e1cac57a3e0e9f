import { type Observable, Observed } from './observable.ts';

/** `available`: a new version of the catalog lies ready and waits for the person's word. */
export type UpdateState = 'none' | 'available' | 'activating';

/** Milliseconds between two looks for a new version while the page stays open. */
const lookAgain = 60 * 60_000;

/** Where the service worker lies. */
const worker = '/sw.js';

/** Registers the service worker and offers its new versions; never forces one. */
export class Update {
  readonly #state = new Observed<UpdateState>('none');
  #activate: () => void = () => undefined;
  #look: () => void = () => undefined;
  #isWatching = false;

  get state(): Observable<UpdateState> {
    return this.#state;
  }

  /**
   * Registers the worker, once the page has loaded, which needs the line for itself. On a first visit no version can be
   * newer than this one: what watches for one is left out, until somebody is signed in.
   */
  async register(): Promise<void> {
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined) return;
    if (serviceWorker.controller !== null) return this.watch();
    await loaded();
    await serviceWorker.register(worker).catch(() => undefined);
  }

  /** Registers the worker and offers every version that comes while the page stays open. Where workers are refused, nothing. */
  async watch(): Promise<void> {
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined || this.#isWatching) return;
    this.#isWatching = true;
    await loaded();
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(worker);
    this.#activate = () => workbox.messageSkipWaiting();
    workbox.addEventListener('waiting', () => this.#state.set('available'));
    reloadWithNewVersion(serviceWorker);
    const registration = await workbox.register().catch(() => undefined);
    if (registration === undefined) return;
    this.#look = () => void workbox.update().catch(() => undefined);
    setInterval(this.#look, lookAgain);
  }

  /** Looks for a new version, as when there is a network again: an earlier look may have met a foreign one. */
  look = (): void => this.#look();

  /** The person's word: the new version takes over, and every tab shows it. */
  accept = (): void => {
    if (this.#state.get() !== 'available') return;
    this.#state.set('activating');
    this.#activate();
  };
}

async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

/** A page that was drawn by one version never goes on with the files of another. */
function reloadWithNewVersion(serviceWorker: ServiceWorkerContainer): void {
  let isControlled = serviceWorker.controller !== null;
  let isReloading = false;
  serviceWorker.addEventListener('controllerchange', () => {
    // The very first worker takes over a page that it did not draw, but that is of its own version.
    const isUpdate = isControlled && !isReloading;
    isControlled = true;
    if (!isUpdate) return;
    isReloading = true;
    location.reload();
  });
}
