import { tooManyRequestsError } from '../../errors.ts';

/** What one key has spent in its present window. */
interface Spent {
  units: number;
  /** Moment (ms) at which the count begins again. */
  ends: number;
}

/** Number of keys above which those whose window has ended are removed. */
const tidyAbove = 10_000;

/** Limits how much each key may spend within a window that begins with its first use. */
export class RateLimit {
  readonly #max: number;
  readonly #window: number;
  readonly #spent = new Map<string, Spent>();

  /** `max` units within `window` milliseconds. */
  constructor(max: number, window: number) {
    this.#max = max;
    this.#window = window;
  }

  /** Spends units. Error: `too_many_requests` with the seconds to wait; nothing is spent then. */
  spend(key: string, units = 1): void {
    const moment = Date.now();
    const spent = this.#current(key, moment);
    if (spent.units + units > this.#max) throw tooManyRequestsError(spent.ends - moment);
    spent.units += units;
  }

  #current(key: string, moment: number): Spent {
    const known = this.#spent.get(key);
    if (known !== undefined && known.ends > moment) return known;
    if (this.#spent.size > tidyAbove) this.#forget(moment);
    const started = { units: 0, ends: moment + this.#window };
    // Moved to the end even if the key existed: the map is ordered by the ends of the windows.
    this.#spent.delete(key);
    this.#spent.set(key, started);
    return started;
  }

  #forget(moment: number): void {
    for (const [key, { ends }] of this.#spent) {
      if (ends > moment) return;
      this.#spent.delete(key);
    }
  }
}
