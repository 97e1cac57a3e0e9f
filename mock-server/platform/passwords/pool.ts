import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../http/errors.ts';
import { programOf } from '../programs.ts';
import type { PasswordAnswer, PasswordTask } from './messages.ts';

/**
 * One processor is left to everything else. With a thread on each, also of low priority, more people sign in, but others wait three times as
 * long for an answer while they do.
 */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Most tasks that wait: those of half a minute on a slow machine. */
const mostWaiting = 1_000;

interface Waiting {
  task: PasswordTask;
  done(answer: PasswordAnswer): void;
}

interface Thread {
  worker: Worker;
  /** Takes the answer to what the thread does; null while it does nothing. */
  done: ((answer: PasswordAnswer) => void) | null;
}

/**
 * Threads of their own for what is slow on purpose. Node's own pool, which reads files, resolves names and compresses, would
 * stand still behind a few hundred sign-ins.
 */
export class PasswordPool {
  readonly #idle: Thread[] = [];
  readonly #waiting: Waiting[] = [];
  #threads = 0;

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
    const thread = this.#idle.pop() ?? (this.#threads < mostThreads ? this.#start() : undefined);
    if (thread === undefined) return;
    const waiting = this.#waiting.shift();
    if (waiting === undefined) return;
    thread.done = waiting.done;
    // The process stays alive while a thread works, and no longer.
    thread.worker.ref();
    thread.worker.postMessage(waiting.task, []);
  }

  #start(): Thread {
    this.#threads++;
    const thread: Thread = { worker: new Worker(programOf('password-worker'), { execArgv: [] }), done: null };
    const { worker } = thread;
    worker.on('message', (answer: PasswordAnswer) => {
      worker.unref();
      this.#idle.push(thread);
      this.#answer(thread, answer);
    });
    worker.on('error', (error) => this.#answer(thread, { problem: String(error) }));
    worker.on('exit', () => {
      this.#threads--;
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#answer(thread, { problem: 'its thread ended' });
    });
    return thread;
  }

  #answer(thread: Thread, answer: PasswordAnswer): void {
    const { done } = thread;
    thread.done = null;
    done?.(answer);
    this.#next();
  }
}
