import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { chunks } from '../../../platform/chunks.ts';

/** Readers that are told together. */
const portion = 50;
/** Milliseconds for each reader after an event that nothing preceded: at most 2,500 syncs a second. */
const eachOnce = 0.4;
/** The same where the process is busy: 1,000 syncs a second at least. */
const eachBusy = 1;
/** The same while one change follows another: 500 syncs a second, so that others are served. */
const eachOften = 2;

/**
 * Tells the readers of an organization that it has changed: each syncs when it was told, so they are told about as fast as the process
 * answers syncs with half of its time. What happens once reaches everybody soon; while an organization is changed again and
 * again, its readers follow more slowly, and sync to whatever is the newest then.
 */
export class Tide {
  #isRunning = false;
  /** From then on (ms) a change counts as one that nothing preceded. */
  #calm = 0;

  /** Whether readers are being told; until all were there is no other event. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Calls `tell` for each reader, with the milliseconds within which they sync. */
  async run<R>(readers: readonly R[], tell: (reader: R, spread: number) => void): Promise<void> {
    this.#isRunning = true;
    try {
      const each = Date.now() >= this.#calm ? eachOnce : eachOften;
      this.#calm = Date.now() + readers.length * eachOften;
      const parts = chunks(readers, portion);
      let due = Date.now();
      for (const [at, part] of parts.entries()) {
        const begun = performance.eventLoopUtilization();
        for (const reader of part) tell(reader, Math.ceil((part.length - 1) * each));
        if (at === parts.length - 1) return;
        due += portion * each;
        await until(due);
        const { active, idle } = performance.eventLoopUtilization(begun);
        if (active > idle) due += Math.min(active - idle, portion * (eachBusy - eachOnce));
        await until(due);
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

/** Waits until a moment (ms); a stopping process does not wait for it. */
const until = (due: number): Promise<void> =>
  setTimeout(Math.max(0, due - Date.now()), undefined, { ref: false });
