import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { chunks } from '../../../platform/chunks.ts';

/** Readers that are looked at together, and those that are told before other requests are answered: about a millisecond's work. */
const looked = 100;
const portion = 10;

/** Milliseconds for each reader. */
interface Pace {
  /** After a change that nothing preceded. */
  once: number;
  /** The same where the process is busy, at most. */
  busy: number;
  /** While one change follows another. */
  often: number;
}
/** Of those who were handed what changed: ten thousand within five seconds. */
const handed: Pace = { once: 0.35, busy: 0.45, often: 1 };
/** Of those who ask for it: at most 2,500 syncs a second, 1,000 at least where they keep the process busy, 500 while others are to be served. */
const asking: Pace = { once: 0.4, busy: 1, often: 2 };

/** How readers are told. */
interface Telling<R, K> {
  /** Finds out what is to be known of some of them before they are told. */
  look(readers: readonly R[]): Promise<K>;
  /** Tells one, who may ask within `spread` milliseconds. Returns whether it was handed all there is to ask for. */
  tell(reader: R, known: K, spread: number): Promise<boolean>;
}

/**
 * Tells the readers of an organization that it has changed, a few at a time. Those who have to ask for what changed are told about as fast
 * as the process answers syncs with half of its time. What happens once reaches everybody soon; while an organization is changed again and
 * again, its readers follow more slowly, and get whatever is the newest then.
 */
export class Tide {
  #isRunning = false;
  /** From then on (ms) a change counts as one that nothing preceded. */
  #calm = 0;

  /** Whether readers are being told; until all were there is no other event. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Tells each reader once, in their order. Errors: those of `look` and `tell`, and the rest was not told. */
  async run<R, K>(readers: readonly R[], { look, tell }: Telling<R, K>): Promise<void> {
    this.#isRunning = true;
    try {
      const pace = Date.now() >= this.#calm ? 'once' : 'often';
      this.#calm = Date.now() + readers.length * asking.often;
      let due = Date.now();
      for (const many of chunks(readers, looked)) {
        const known = await look(many);
        for (const part of chunks(many, portion)) {
          const begun = performance.eventLoopUtilization();
          const spread = Math.ceil((part.length - 1) * asking[pace]);
          const paces: Pace[] = [];
          for (const reader of part) paces.push((await tell(reader, known, spread)) ? handed : asking);
          due += sum(paces.map((own) => own[pace]));
          await until(due);
          const { active, idle } = performance.eventLoopUtilization(begun);
          if (active > idle) due += Math.min(active - idle, sum(paces.map(({ once, busy }) => busy - once)));
          await until(due);
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Waits until a moment (ms); a stopping process does not wait for it. */
const until = (due: number): Promise<void> =>
  setTimeout(Math.max(0, due - Date.now()), undefined, { ref: false });
