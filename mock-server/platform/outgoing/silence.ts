import { LRUCache } from 'lru-cache';

/** Milliseconds: no server is left alone for longer. */
const longestPause = 10 * 60_000;
/** Servers that are remembered. */
const most = 10_000;

interface Silent {
  /** How often in a row, each after a pause. */
  times: number;
  /** Whoever asked before this belongs to what is counted already. */
  noted: number;
  /** Until when it is left alone. */
  until: number;
}

/**
 * Which servers were just silent, in this process: they did not answer, or could not be reached. Without it everything that waits for such
 * a server would wait for its own time limit, one after the other. After a pause, which grows, one request at a time finds out whether it is back.
 */
export class Silence {
  readonly #first: number;
  readonly #trial: number;
  readonly #servers = new LRUCache<string, Silent>({ max: most });

  /** `first`: milliseconds of the first pause. `trial`: how long a request may take that finds out. */
  constructor({ first, trial }: { first: number; trial: number }) {
    this.#first = first;
    this.#trial = trial;
  }

  /** Milliseconds for which a server is to be left alone; null when it may be asked. Then tell `heard` or `unheard` how it went. */
  pause(server: string): number | null {
    const known = this.#servers.get(server);
    if (known === undefined) return null;
    const left = known.until - Date.now();
    if (left > 0) return left;
    // Whoever asks now does it for all others.
    known.until = Date.now() + this.#trial;
    return null;
  }

  /** Notes that a server answered, whatever it said. */
  heard(server: string): void {
    this.#servers.delete(server);
  }

  /** Notes that a server which was asked at `began` was silent; returns the milliseconds for which it is left alone. */
  unheard(server: string, began: number): number {
    const known = this.#servers.get(server);
    const now = Date.now();
    const isCounted = known !== undefined && began < known.noted;
    if (isCounted) return Math.max(0, known.until - now);
    const times = (known?.times ?? 0) + 1;
    const pause = Math.min(this.#first * 2 ** (times - 1), longestPause);
    this.#servers.set(server, { times, noted: now, until: now + pause });
    return pause;
  }
}
