import { type Observable, Observed } from '../observable.ts';
import type { Client } from './client.ts';
import { isOffline } from './offline.ts';

/** `offline`: the browser says so. `unreachable`: it does not, but the service gives no answer. */
export type Reach = 'online' | 'offline' | 'unreachable';

const firstRecheck = 2_000;
const longestRecheck = 60_000;

/** Whether the service can be reached, learned from real requests; while it cannot, it is asked from time to time. */
export class Connectivity {
  readonly #client: Client;
  readonly #state: Observed<Reach>;
  readonly #stop: (() => void)[] = [];
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `events`: what fires `online` and `offline`: the window. */
  constructor(client: Client, events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>) {
    this.#client = client;
    this.#state = new Observed<Reach>(isOffline() ? 'offline' : 'online');
    const online = () => void this.check();
    const offline = () => this.#observe(false);
    events.addEventListener('online', online);
    events.addEventListener('offline', offline);
    this.watch(client);
    this.#stop.push(() => events.removeEventListener('online', online));
    this.#stop.push(() => events.removeEventListener('offline', offline));
  }

  /** Learns from the requests of a client. */
  watch(client: Client): void {
    this.#stop.push(client.listen({ outcome: (reached) => this.#observe(reached) }));
  }

  get state(): Observable<Reach> {
    return this.#state;
  }

  /** Asks the service now; `state` then holds the result. */
  check = async (): Promise<void> => {
    this.#calm();
    await this.#client.reachable();
  };

  close(): void {
    this.#calm();
    for (const stop of this.#stop) stop();
  }

  #calm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #observe(reached: boolean): void {
    if (reached) {
      this.#calm();
      this.#failures = 0;
      return this.#state.set('online');
    }
    this.#state.set(isOffline() ? 'offline' : 'unreachable');
    // Several requests often fail at once: they count as one failure.
    this.#timer ??= setTimeout(() => void this.check(), recheckAfter(++this.#failures));
  }
}

/** Milliseconds until the next check: doubled each time, with jitter so that not all devices come back at once. */
function recheckAfter(failures: number): number {
  return Math.min(longestRecheck, firstRecheck * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}
