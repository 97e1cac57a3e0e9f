import { type Observable, WritableObservable } from '../observable.ts';
import type { Client, Outcome } from './client.ts';
import { isOffline } from './offline.ts';

/**
 * `offline`: the browser says so. `unreachable`: it does not, but the service gives no answer. `failing`: the service
 * answers with errors. `foreign`: somebody else answers in its place.
 */
export type Reachability = 'online' | 'offline' | 'unreachable' | 'failing' | 'foreign';

const minRecheckMs = 2_000;
const maxRecheckMs = 60_000;

/** While something waits for the service: milliseconds between checks, and for how long they are that frequent. */
const frequentRecheckMs = { every: 4_000, lasts: 60_000 };

/** Whether the service can be reached, found out from real requests; while it can't, it is asked from time to time. */
export class Connectivity {
  readonly #client: Client;
  readonly #isAwaited: () => boolean;
  readonly #state: WritableObservable<Reachability>;
  readonly #stop: (() => void)[] = [];
  readonly #slow = new WritableObservable(false);
  readonly #busy = new WritableObservable(false);
  readonly #outages = new WritableObservable(0);
  #slowRequests = 0;
  #busyRequests = 0;
  #failures = 0;
  /** When this trouble began (ms since the page began). */
  #troubleSince: number | null = null;
  /** When the service last answered with an error (ms since the page began). */
  #failedAt = Number.NEGATIVE_INFINITY;
  #isChecking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `events`: the window, which fires `online` and `offline`. `isAwaited`: whether something of the person waits for
   * the service.
   */
  constructor(
    client: Client,
    events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
    isAwaited: () => boolean = () => false,
  ) {
    this.#client = client;
    this.#isAwaited = isAwaited;
    this.#state = new WritableObservable<Reachability>(isOffline() ? 'offline' : 'online');
    const online = () => void this.check();
    const offline = () => {
      this.#observe('none');
      this.#recordOutage();
    };
    events.addEventListener('online', online);
    events.addEventListener('offline', offline);
    this.watch(client);
    this.#stop.push(() => events.removeEventListener('online', online));
    this.#stop.push(() => events.removeEventListener('offline', offline));
  }

  /** Observes the requests of a client. */
  watch(client: Client): void {
    this.#stop.push(
      client.listen({
        onOutcome: (outcome) => this.#observe(outcome),
        onSlow: (isSlow) => {
          this.#slowRequests += isSlow ? 1 : -1;
          this.#slow.set(this.#slowRequests > 0);
        },
        onBusy: (isBusy) => {
          this.#busyRequests += isBusy ? 1 : -1;
          this.#busy.set(this.#busyRequests > 0);
        },
      }),
    );
  }

  get state(): Observable<Reachability> {
    return this.#state;
  }

  /** Whether a request has been waiting for so long that the person should be told. */
  get slow(): Observable<boolean> {
    return this.#slow;
  }

  /** Whether the service is too busy to answer a request, which is sent again. */
  get busy(): Observable<boolean> {
    return this.#busy;
  }

  /**
   * How often it turned out that nothing reaches the service, since the page began: a single request that fails may
   * have a trouble of its own.
   */
  get outages(): Observable<number> {
    return this.#outages;
  }

  /** Asks the service now; the result is put into the state. */
  check = async (): Promise<void> => {
    this.#stopRechecks();
    this.#isChecking = true;
    const isReachable = await this.#client.isReachable();
    this.#isChecking = false;
    if (!isReachable) this.#recordOutage();
  };

  close(): void {
    this.#stopRechecks();
    for (const stop of this.#stop) stop();
  }

  #recordOutage(): void {
    this.#outages.set(this.#outages.get() + 1);
  }

  #stopRechecks(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #observe(outcome: Outcome): void {
    if (outcome === 'answered') return this.#observeAnswer();
    if (outcome === 'failing') this.#failedAt = performance.now();
    this.#state.set(toReachability(outcome));
    // Requests often fail many at a time: together they count as one failure.
    this.#timer ??= setTimeout(() => void this.check(), this.#getRecheckDelay());
  }

  /**
   * Milliseconds until the next check, with jitter so that not all devices come back at once: 2 to 4 s in the first
   * minute of a trouble while something waits, otherwise doubled each time up to a minute.
   */
  #getRecheckDelay(): number {
    this.#troubleSince ??= performance.now();
    const isClose = this.#isAwaited() && performance.now() - this.#troubleSince < frequentRecheckMs.lasts;
    const maxDelayMs = isClose
      ? frequentRecheckMs.every
      : Math.min(maxRecheckMs, minRecheckMs * 2 ** this.#failures++);
    return maxDelayMs * (0.5 + Math.random() / 2);
  }

  /** Where some requests fail and others do not, the next check decides, and the pauses between checks still grow. */
  #observeAnswer(): void {
    if (this.#state.get() === 'failing' && !this.#isChecking) return;
    this.#stopRechecks();
    if (performance.now() - this.#failedAt > maxRecheckMs) {
      this.#failures = 0;
      this.#troubleSince = null;
    }
    this.#state.set('online');
  }
}

function toReachability(outcome: Exclude<Outcome, 'answered'>): Reachability {
  if (outcome !== 'none') return outcome;
  return isOffline() ? 'offline' : 'unreachable';
}
