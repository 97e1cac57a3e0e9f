import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../http/errors.ts';
import type { PasswordAnswer, PasswordTask } from './messages.ts';
import { passwordProgram } from './program.ts';

/** One processor is left to everything else; more threads than these would only take memory. */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Most tasks that wait: those of half a minute on a slow machine. */
const mostWaiting = 1_000;

interface Waiting {
  task: PasswordTask;
  done(answer: PasswordAnswer): void;
}

/**
 * Threads of their own for what is slow on purpose. Node's own pool, which reads files, resolves names and compresses, would
 * stand still behind a few hundred sign-ins.
 */
export class PasswordPool {
  readonly #idle: Worker[] = [];
  readonly #waiting: Waiting[] = [];
  #threads = 0;

  /** Runs a task when its turn comes. Error: `unavailable` when too many wait. */
  async run(task: PasswordTask): Promise<string | boolean> {
    if (this.#waiting.length >= mostWaiting) {
      throw new ServiceError('unavailable', 'Too many people sign in just now. Try again in a moment.', {
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
    const worker = this.#idle.pop() ?? (this.#threads < mostThreads ? this.#start() : undefined);
    if (worker === undefined) return;
    const waiting = this.#waiting.shift();
    if (waiting === undefined) return void this.#idle.push(worker);
    this.#give(worker, waiting);
  }

  #start(): Worker {
    this.#threads++;
    return new Worker(passwordProgram, { execArgv: [] });
  }

  /** The process stays alive while a thread works, and no longer. */
  #give(worker: Worker, { task, done }: Waiting): void {
    const end = (answer: PasswordAnswer, isAlive: boolean): void => {
      worker.removeAllListeners();
      if (isAlive) {
        worker.unref();
        this.#idle.push(worker);
      } else this.#threads--;
      done(answer);
      this.#next();
    };
    worker.ref();
    worker.once('message', (answer: PasswordAnswer) => end(answer, true));
    worker.once('error', (error) => end({ problem: String(error) }, false));
    worker.once('exit', () => end({ problem: 'its thread ended' }, false));
    worker.postMessage(task);
  }
}
