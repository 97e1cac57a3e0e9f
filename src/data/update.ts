import { type Observable, WritableObservable } from './observable.ts';
import { rolledBackMeta } from './trial-report.ts';

/**
 * `available`: a new version of the catalog is downloaded and waits for the person to accept it. `taken-back`: one that
 * they accepted could not be drawn, and this is the version before it.
 */
export type UpdateState = 'none' | 'available' | 'activating' | 'taken-back';

/** Milliseconds between two checks for a new version while the page stays open. */
const checkIntervalMs = 60 * 60_000;

/** Milliseconds after which the person's acceptance is sent again. */
const resendIntervalMs = 5_000;

/** The address of the service worker. */
const worker = '/sw.js';

/** Registers the service worker and offers its new versions; never forces one. */
export class Update {
  readonly #state = new WritableObservable<UpdateState>(
    findRolledBackRelease() === null ? 'none' : 'taken-back',
  );
  #activate: () => void = () => undefined;
  #checkNow: () => void = () => undefined;
  #isWatching = false;

  get state(): Observable<UpdateState> {
    return this.#state;
  }

  /**
   * Registers the worker once the page has loaded, so that the two do not compete for the network. On a first visit
   * there can be no newer version, so the code that watches for one is not loaded until somebody is signed in.
   */
  async register(): Promise<void> {
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined) return;
    if (serviceWorker.controller !== null) return this.watch();
    await waitUntilLoaded();
    await serviceWorker.register(worker).catch(() => undefined);
  }

  /** Registers the worker and offers each new version while the page stays open; does nothing where workers are refused. */
  async watch(): Promise<void> {
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined || this.#isWatching) return;
    this.#isWatching = true;
    await waitUntilLoaded();
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(worker);
    this.#activate = () => workbox.messageSkipWaiting();
    workbox.addEventListener('waiting', () => this.#state.set('available'));
    reloadWithNewVersion(serviceWorker);
    const registration = await workbox.register().catch(() => undefined);
    if (registration === undefined) return;
    this.#checkNow = () => void workbox.update().catch(() => undefined);
    setInterval(this.#checkNow, checkIntervalMs);
  }

  /**
   * Checks for a new version, for example when there is a network again: an earlier check may have reached a foreign
   * one.
   */
  check = (): void => this.#checkNow();

  /** The person accepts: the new version takes over, and every tab shows it. */
  accept = (): void => {
    if (this.#state.get() !== 'available') return;
    this.#state.set('activating');
    this.#activate();
    // Browsers sometimes miss the message, for example while the earlier worker is starting. When it was received, the
    // page loads again.
    setInterval(this.#activate, resendIntervalMs);
  };
}

/**
 * The release that was taken back on this device, so that this page belongs to the one before; null when there is none.
 */
export const findRolledBackRelease = (): string | null =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${rolledBackMeta}"]`)?.content ?? null;

async function waitUntilLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

/** Reloads when another version takes over: a page of one version must not continue with the files of another. */
function reloadWithNewVersion(serviceWorker: ServiceWorkerContainer): void {
  let isControlled = serviceWorker.controller !== null;
  let isReloading = false;
  serviceWorker.addEventListener('controllerchange', () => {
    // The very first worker takes over a page of its own version: no reload.
    const isUpdate = isControlled && !isReloading;
    isControlled = true;
    if (!isUpdate) return;
    isReloading = true;
    location.reload();
  });
}
