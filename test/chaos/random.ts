/** Random numbers that are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number at least 0, below `count`. */
  below = (count: number): number => Math.floor(this.next() * count);

  between = (least: number, max: number): number => least + this.next() * (max - least);

  /** Whether something of that likelihood happens. */
  happens = (likelihood: number): boolean => this.next() < likelihood;

  /** One of them. Error: when there is none. */
  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to choose from.');
    return choice;
  }

  /** A random source of its own for each of several that act at the same time, so that none affects another's numbers. */
  branch(): Random {
    return new Random(this.below(2 ** 32));
  }
}
