import { availableParallelism } from 'node:os';
import { ServiceError } from '../http/errors.ts';
import { programOf } from '../programs.ts';
import type { PasswordAnswer, PasswordTask } from './messages.ts';
import { PasswordThreads, type Waiting } from './threads.ts';

/** Most tasks that wait: those of half a minute on a slow machine. */
const mostWaiting = 1_000;

/**
 * One processor is left to everything else. With a thread on each, also of low priority, more people sign in, but others wait three times as
 * long for an answer while they do.
 */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * Threads of their own for what is slow on purpose. Node's own pool, which reads files, resolves names and compresses, would
 * stand still behind a few hundred sign-ins.
 */
export class PasswordPool {
  readonly #waiting: Waiting[] = [];
  readonly #threads: PasswordThreads;

  /** `most`: threads. */
  constructor(most = mostThreads) {
    this.#threads = new PasswordThreads(most, programOf('password-worker'), () => this.#next());
  }

  /** Runs a task when its turn comes. Error: `unavailable` when too many wait. */
  async run(task: PasswordTask): Promise<string | boolean> {
    if (this.#waiting.length >= mostWaiting) {
      throw new ServiceError('unavailable', 'Too many people are signing in. Try again in a moment.', {
        headers: { 'retry-after': '10' },
      });
    }
    const answer = await new Promise<PasswordAnswer>((done) => {
      this.#waiting.push({ task, done });
      this.#next();
    });
    if ('problem' in answer) throw new Error(`A password could not be hashed: ${answer.problem}`);
    return answer.result;
  }

  #next(): void {
    while (this.#threads.hasRoom) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      this.#threads.take(waiting);
    }
  }
}
