import { LRUCache } from 'lru-cache';

/** Milliseconds: the longest pause of a server. */
const maxPauseMs = 10 * 60_000;
/** Most servers that are remembered. */
const maxEntries = 10_000;

interface Silent {
  /** How often in a row the server was silent, each time after a pause. */
  times: number;
  /** Requests that began before this moment are counted already. */
  recordedAt: number;
  /** Until when the server gets no requests. */
  until: number;
}

/**
 * Which servers were recently silent, as far as this process knows: they did not answer, or could not be reached.
 * Without this, every request to such a server would wait for its own time limit, one after another. After a pause,
 * which grows, one request at a time finds out whether the server is back.
 */
export class SilentServers {
  readonly #first: number;
  readonly #trial: number;
  readonly #servers = new LRUCache<string, Silent>({ max: maxEntries });

  /** `first`: milliseconds of the first pause. `trial`: how long the request may take that finds out. */
  constructor({ first, trial }: { first: number; trial: number }) {
    this.#first = first;
    this.#trial = trial;
  }

  /**
   * Milliseconds for which a server still gets no requests; null when it may be asked. After a request, call `recordAnswer` or
   * `recordSilence`.
   */
  getPause(server: string): number | null {
    const known = this.#servers.get(server);
    if (known === undefined) return null;
    const left = known.until - Date.now();
    if (left > 0) return left;
    // This caller now finds out for all others.
    known.until = Date.now() + this.#trial;
    return null;
  }

  /** Notes that a server answered, whatever the answer was. */
  recordAnswer(server: string): void {
    this.#servers.delete(server);
  }

  /** Notes that a server that was asked at `began` was silent; returns the milliseconds of the pause. */
  recordSilence(server: string, began: number): number {
    const known = this.#servers.get(server);
    const now = Date.now();
    const isCounted = known !== undefined && began < known.recordedAt;
    if (isCounted) return Math.max(0, known.until - now);
    const times = (known?.times ?? 0) + 1;
    const pause = Math.min(this.#first * 2 ** (times - 1), maxPauseMs);
    this.#servers.set(server, { times, recordedAt: now, until: now + pause });
    return pause;
  }
}
