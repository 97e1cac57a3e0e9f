import { buildAddress } from '../../../contract/common/request.ts';
import { type CatalogEvent, catalogEvents } from '../../../contract/sync.ts';
import type { Client } from '../http/client.ts';
import { readEvents, withSilenceTimeout } from '../http/event-stream.ts';
import { parseRetryAfter } from '../http/failure.ts';
import { isFromService } from '../http/is-from-service.ts';
import { isOffline } from '../http/offline.ts';
import { withLock } from '../storage/locks.ts';
import type { Catalog } from './catalog.ts';

export interface LiveUpdatesContext {
  databaseName: string;
  client: Client;
  catalog: Pick<Catalog, 'cursor' | 'handleEvent' | 'refresh'>;
  /** The window, which fires `online`, `offline` and `focus`. */
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Milliseconds after which the catalog is requested even without an event, because others' downloads and likes cause
 * none.
 */
const pollIntervalMs = 5 * 60_000;
/** Milliseconds in which a write of this device is answered first: its own sync then has what the event reports. */
const ownSyncDelayMs = 200;
/** Milliseconds until the stream is opened again, when the service did not say; doubled each time. */
const minReconnectMs = 3_000;
const maxReconnectMs = pollIntervalMs;

/**
 * Keeps the catalog of a visible page up to date. One page of the account listens to the service's events. Where that
 * is not possible, the page asks: when it gets the focus, and every five minutes.
 */
export class LiveUpdates {
  readonly #context: LiveUpdatesContext;
  readonly #stop: (() => void)[] = [];
  #listenerAbort: AbortController | null = null;
  #isOpen = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #latestEvent: CatalogEvent | null = null;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: LiveUpdatesContext) {
    this.#context = context;
    const { events } = context;
    const update = () => this.update();
    this.#addListener(events, 'online', update);
    this.#addListener(events, 'offline', update);
    this.#addListener(events, 'focus', () => this.#isOpen || this.#poll());
    if (globalThis.document !== undefined) this.#addListener(document, 'visibilitychange', update);
    this.update();
  }

  /** Starts or stops listening, depending on the page, the network and whether somebody is signed in. */
  update(): void {
    const isActive = isVisible() && !isOffline() && this.#context.client.identity !== null;
    if (isActive && this.#listenerAbort === null) this.#start();
    if (!isActive) this.#end();
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.#end();
  }

  #addListener(target: LiveUpdatesContext['events'], name: string, listener: () => void): void {
    target.addEventListener(name, listener);
    this.#stop.push(() => target.removeEventListener(name, listener));
  }

  #start(): void {
    const listening = new AbortController();
    const { signal } = listening;
    this.#listenerAbort = listening;
    this.#timer = setInterval(() => this.#poll(), pollIntervalMs);
    const { databaseName } = this.#context;
    // Aborting is the only way in which this ends.
    withLock(`${databaseName}:events`, () => this.#listen(signal), signal).catch(() => undefined);
  }

  #end(): void {
    this.#listenerAbort?.abort();
    this.#listenerAbort = null;
    clearInterval(this.#timer);
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
  }

  #poll(): void {
    if (this.#listenerAbort !== null) void this.#context.catalog.refresh();
  }

  async #listen(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const wait = await this.#readStream(signal).catch(() => null);
      this.#isOpen = false;
      failures = wait === null ? failures + 1 : 0;
      await delay(wait ?? getReconnectDelay(failures), signal);
    }
  }

  /**
   * Reads one stream to its end. Returns the milliseconds after which to connect again; null where the service did not
   * say.
   */
  async #readStream(signal: AbortSignal): Promise<number | null> {
    const attempt = new AbortController();
    const end = () => attempt.abort();
    signal.addEventListener('abort', end);
    try {
      const { client, catalog } = this.#context;
      const query = catalog.cursor === null ? {} : { cursor: catalog.cursor };
      const response = await withSilenceTimeout(
        client.open(buildAddress(catalogEvents, { query }), attempt.signal),
      );
      if (!isFromService(response)) return null;
      if (response.status === 503) return parseRetryAfter(response) * 1000;
      return response.ok ? await this.#readAnswer(response) : null;
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async #readAnswer(response: Response): Promise<number | null> {
    this.#isOpen = true;
    let wait: number | null = null;
    for await (const part of readEvents(response)) {
      if (part.kind === 'retry') wait = part.milliseconds;
      else this.#handleEvent(JSON.parse(part.data) as CatalogEvent);
    }
    return wait;
  }

  /** Asks at a random moment within the spread that the service names. */
  #handleEvent(event: CatalogEvent): void {
    this.#latestEvent = event;
    this.#refreshTimer ??= setTimeout(
      () => {
        this.#refreshTimer = undefined;
        if (this.#latestEvent !== null) void this.#context.catalog.handleEvent(this.#latestEvent);
      },
      ownSyncDelayMs + Math.random() * event.spread,
    );
  }
}

const isVisible = (): boolean => globalThis.document === undefined || document.visibilityState === 'visible';

const getReconnectDelay = (failures: number): number =>
  Math.min(maxReconnectMs, minReconnectMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);

/** Waits, but not longer than until `signal`. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
