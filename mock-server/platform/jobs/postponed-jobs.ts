import type { Db } from '../database/handles.ts';
import type { SharedClock } from '../database/postgres/shared-clock.ts';
import { bringForward } from './store.ts';

/** Milliseconds that no job waits: whichever seems to was put off while the clock was ahead. */
const maxWaitMs = 2 * 24 * 3_600_000;
/** Milliseconds by which a clock is corrected without anybody noticing. */
const clockToleranceMs = 60_000;

/** Finds jobs that a clock that was ahead has put off, after a start and when the clock was set back. */
export class PostponedJobs {
  readonly #db: Db;
  readonly #clock: SharedClock;
  readonly #lease: number;
  /** The latest moment that the clock has said; 0 before it was looked at. */
  #latest = 0;

  /** `lease`: milliseconds that a process may hold a job without renewing its lease. */
  constructor(db: Db, clock: SharedClock, lease: number) {
    this.#db = db;
    this.#clock = clock;
    this.#lease = lease;
  }

  /** Makes those jobs due. */
  async bringForward(): Promise<void> {
    const now = this.#clock.now();
    const isSuspect = this.#latest === 0 || now < this.#latest - clockToleranceMs;
    if (isSuspect)
      await bringForward(this.#db, {
        latest: this.#clock.moment(maxWaitMs),
        now: this.#clock.moment(),
        lease: this.#clock.moment(this.#lease),
      });
    this.#latest = now;
  }
}
