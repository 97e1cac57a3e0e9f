import { ServiceError } from '../http/errors.ts';
import { programOf } from '../programs.ts';
import type { PasswordAnswer, PasswordTask } from './messages.ts';
import { PasswordThreads, type ThreadCounts, threadCounts } from './threads.ts';

/** Most tasks that wait: a slow machine does as many in half a minute. */
const mostWaiting = 1_000;
/**
 * Milliseconds after which a task of a spare thread is also given to a steady one: other work may leave the spare
 * thread no processor time for minutes.
 */
const longestStarved = 250;

interface Waiting {
  task: PasswordTask;
  /** Takes the first answer. */
  done(answer: PasswordAnswer): void;
}

/**
 * Threads of their own for what is slow on purpose. Node's own pool, which reads files, resolves names and compresses, would
 * stand still behind a few hundred sign-ins.
 */
export class PasswordPool {
  readonly #waiting: Waiting[] = [];
  readonly #steady: PasswordThreads;
  readonly #spare: PasswordThreads;

  /** `program` is the program that each thread runs. */
  constructor(counts: ThreadCounts = threadCounts(), program = programOf('password-worker')) {
    const next = () => this.#next();
    this.#steady = new PasswordThreads('steady', counts.steady, program, next);
    this.#spare = new PasswordThreads('spare', counts.spare, program, next);
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
    if (this.#waiting.length === 0) return;
    const steady = this.#steady.free();
    const give = steady ?? this.#spare.free();
    const waiting = give === null ? undefined : this.#waiting.shift();
    if (waiting === undefined) return;
    give?.(waiting.task, give === steady ? waiting.done : this.#forSpare(waiting));
  }

  /** Takes the answer of a spare thread. If none comes in time, a steady thread does the task next. */
  #forSpare(waiting: Waiting): (answer: PasswordAnswer) => void {
    const timer = setTimeout(() => {
      this.#waiting.unshift(waiting);
      this.#next();
    }, longestStarved);
    return (answer) => {
      clearTimeout(timer);
      const at = this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
      waiting.done(answer);
    };
  }
}
