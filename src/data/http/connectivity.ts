import { type Observable, Observed } from '../observable.ts';
import type { Client, Outcome } from './client.ts';
import { isOffline } from './offline.ts';

/**
 * `offline`: the browser says so. `unreachable`: it does not, but the service gives no answer. `failing`: it answers that it
 * failed. `foreign`: somebody else answers in its place.
 */
export type Reach = 'online' | 'offline' | 'unreachable' | 'failing' | 'foreign';

const firstRecheck = 2_000;
const longestRecheck = 60_000;

/** While something waits for the service: milliseconds between looks, and for how long so often. */
const closeWatch = { every: 4_000, lasts: 60_000 };

/** Whether the service can be reached, learned from real requests; while it cannot, it is asked from time to time. */
export class Connectivity {
  readonly #client: Client;
  readonly #isAwaited: () => boolean;
  readonly #state: Observed<Reach>;
  readonly #stop: (() => void)[] = [];
  readonly #slow = new Observed(false);
  #slowRequests = 0;
  #failures = 0;
  /** When this trouble began, by the page's own clock. */
  #troubleSince: number | null = null;
  /** When the service answered last that it failed, by the page's own clock. */
  #failedAt = Number.NEGATIVE_INFINITY;
  #isChecking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `events`: what fires `online` and `offline`: the window. `isAwaited`: whether something of the person waits for the service. */
  constructor(
    client: Client,
    events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
    isAwaited: () => boolean = () => false,
  ) {
    this.#client = client;
    this.#isAwaited = isAwaited;
    this.#state = new Observed<Reach>(isOffline() ? 'offline' : 'online');
    const online = () => void this.check();
    const offline = () => this.#observe('none');
    events.addEventListener('online', online);
    events.addEventListener('offline', offline);
    this.watch(client);
    this.#stop.push(() => events.removeEventListener('online', online));
    this.#stop.push(() => events.removeEventListener('offline', offline));
  }

  /** Learns from the requests of a client. */
  watch(client: Client): void {
    this.#stop.push(
      client.listen({
        outcome: (outcome) => this.#observe(outcome),
        slow: (isSlow) => {
          this.#slowRequests += isSlow ? 1 : -1;
          this.#slow.set(this.#slowRequests > 0);
        },
      }),
    );
  }

  get state(): Observable<Reach> {
    return this.#state;
  }

  /** Whether a request waits longer for its answer than a person does without a word. */
  get slow(): Observable<boolean> {
    return this.#slow;
  }

  /** Asks the service now; the answer stands in the state. */
  check = async (): Promise<void> => {
    this.#calm();
    this.#isChecking = true;
    await this.#client.reachable();
    this.#isChecking = false;
  };

  close(): void {
    this.#calm();
    for (const stop of this.#stop) stop();
  }

  #calm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #observe(outcome: Outcome): void {
    if (outcome === 'answered') return this.#observeAnswer();
    if (outcome === 'failing') this.#failedAt = performance.now();
    this.#state.set(reachAfter(outcome));
    // Requests fail many at a time: together they count as one failure.
    this.#timer ??= setTimeout(() => void this.check(), this.#untilNextLook());
  }

  /**
   * Milliseconds until the next look, with jitter so that not all devices come back at once: 2 to 4 s in the first minute
   * of a trouble that something waits for, otherwise doubled each time up to a minute.
   */
  #untilNextLook(): number {
    this.#troubleSince ??= performance.now();
    const isClose = this.#isAwaited() && performance.now() - this.#troubleSince < closeWatch.lasts;
    const longest = isClose
      ? closeWatch.every
      : Math.min(longestRecheck, firstRecheck * 2 ** this.#failures++);
    return longest * (0.5 + Math.random() / 2);
  }

  /** Where some requests fail and others do not, the next look decides, and the waits between looks grow all the same. */
  #observeAnswer(): void {
    if (this.#state.get() === 'failing' && !this.#isChecking) return;
    this.#calm();
    if (performance.now() - this.#failedAt > longestRecheck) {
      this.#failures = 0;
      this.#troubleSince = null;
    }
    this.#state.set('online');
  }
}

function reachAfter(outcome: Exclude<Outcome, 'answered'>): Reach {
  if (outcome !== 'none') return outcome;
  return isOffline() ? 'offline' : 'unreachable';
}
