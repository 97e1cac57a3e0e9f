/** Milliseconds for each reader in which they sync after an event that nothing preceded: 2,500 syncs a second. */
const eachOnce = 0.4;
/** The same while one change follows another, so that others are served meanwhile: 500 syncs a second. */
const eachOften = 2;
const longest = 20_000;

/**
 * When the readers of an organization sync after an event: spread over some time, and the next event only when that is over. What
 * happens once reaches everybody soon; while an organization is changed again and again, its readers follow more slowly.
 */
export class Tide {
  /** Until then (ms) the readers of the last event sync. */
  #ends = 0;
  /** From then on (ms) a change counts as one that nothing preceded. */
  #calm = 0;

  /** Whether there may be another event. */
  isOver(now: number): boolean {
    return now >= this.#ends;
  }

  /** Begins with an event for so many readers; returns the milliseconds over which they spread. */
  begin(now: number, readers: number): number {
    const others = readers - 1;
    const often = Math.min(longest, others * eachOften);
    const spread = now >= this.#calm ? Math.min(longest, others * eachOnce) : often;
    this.#ends = now + spread;
    this.#calm = now + often;
    return Math.ceil(spread);
  }
}
