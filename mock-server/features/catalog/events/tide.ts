import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { chunks } from '../../../platform/chunks.ts';

/**
 * Readers that are looked at together, and readers that are told before other requests are served, which takes about
 * half a millisecond.
 */
const looked = 50;
const portion = 4;

/** Milliseconds that are spent on each reader. */
interface Pace {
  /** After a change that no other change preceded. */
  once: number;
  /** The most where the process is busy. */
  busy: number;
  /** While one change follows another. */
  often: number;
}
/** For readers that are handed what changed: ten thousand within five seconds. */
const handed: Pace = { once: 0.35, busy: 0.45, often: 1 };
/**
 * For readers that ask for it: at most 2,500 syncs a second; 1,000 at least where they keep the process busy, 500 while
 * others have to be served.
 */
const asking: Pace = { once: 0.4, busy: 1, often: 2 };

/** How readers are told. */
interface Telling<R, K> {
  /** Whether a reader is still there: for who has left nothing is found out, and nobody waits. */
  isThere(reader: R): boolean;
  /** Finds out what must be known of some readers before they are told. */
  look(readers: readonly R[]): Promise<K>;
  /**
   * Tells one reader, which may ask within `spread` milliseconds. Returns whether it was handed everything that it
   * could ask for.
   */
  tell(reader: R, known: K, spread: number): Promise<boolean>;
}

/**
 * Tells the readers of an organization that it has changed, a few at a time. Those who then ask for the changes are
 * told about as fast as the process can answer syncs in half of its time. A single change reaches everybody soon; while
 * an organization is changed again and again, its readers follow more slowly, and get the newest state.
 */
export class Tide {
  #isRunning = false;
  #pace: keyof Pace = 'once';
  /** The moment (ms) from which on a change counts as one that no other preceded. */
  #calm = 0;

  /** Whether readers are being told; there is no other event until all were. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Notes that another change has followed: readers that have not been told yet are told more slowly. */
  followed(): void {
    this.#pace = 'often';
  }

  /**
   * Tells each reader once, in order, who has not left meanwhile. Errors: those of `look` and `tell`; the remaining
   * readers were then not told.
   */
  async run<R, K>(readers: readonly R[], { isThere, look, tell }: Telling<R, K>): Promise<void> {
    this.#isRunning = true;
    try {
      this.#pace = Date.now() >= this.#calm ? 'once' : 'often';
      this.#calm = Date.now() + readers.length * asking.often;
      let due = Date.now();
      for (const all of chunks(readers, looked)) {
        const many = all.filter(isThere);
        if (many.length === 0) continue;
        const known = await look(many);
        for (const part of chunks(many, portion)) {
          const pace = this.#pace;
          const begun = performance.eventLoopUtilization();
          const spread = Math.ceil((part.length - 1) * asking[pace]);
          const paces: Pace[] = [];
          for (const reader of part) {
            if (isThere(reader)) paces.push((await tell(reader, known, spread)) ? handed : asking);
          }
          due += sum(paces.map((own) => own[pace]));
          await until(due);
          const { active, idle } = performance.eventLoopUtilization(begun);
          if (active <= idle) continue;
          due += Math.min(active - idle, sum(paces.map(({ once, busy }) => busy - once)));
          await until(due);
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/**
 * Waits until a moment (ms), or where it has passed, until others were served: a timer takes a millisecond at least. A stopping
 * process does not wait for it.
 */
function until(due: number): Promise<void> {
  const wait = due - Date.now();
  return wait > 0 ? setTimeout(wait, undefined, { ref: false }) : setImmediate();
}
