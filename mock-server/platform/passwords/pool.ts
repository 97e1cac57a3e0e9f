import { availableParallelism, cpus } from 'node:os';
import { ServiceError } from '../http/errors.ts';
import { programOf } from '../programs.ts';
import type { PasswordAnswer, PasswordTask } from './messages.ts';
import { idlePolicy, type SpareOptions, SpareProcess } from './spare-process.ts';
import { PasswordThreads, type Waiting } from './threads.ts';

/** Most tasks that wait: those of half a minute on a slow machine. */
const mostWaiting = 1_000;
/** Tasks at one moment that make a crowd: a thread does fewer in a tenth of a second. */
const crowd = 10;
/** Milliseconds after which a spare process that had nothing to do ends: its memory is better used by others. */
const longestIdle = 60_000;

/** What hashes. */
export interface PasswordHelp {
  /** Most threads in this process. */
  threads: number;
  program: string;
  /** How the spare process is run; null: there is none. */
  spare: SpareOptions | null;
}

/**
 * What a machine of so many processors has, of which the service may use `usable`. One is left to everything else by the threads: with one
 * more of them, also of low priority, others wait three times as long for an answer. The spare process takes all that is left, and only that.
 * Where a container is given a part of the machine it would take from that what the service needs, and with more than four processors the threads are enough.
 */
export function passwordHelp(processors = cpus().length, usable = availableParallelism()): PasswordHelp {
  const hasSpare = process.platform === 'linux' && usable === processors && usable > 1 && usable <= 4;
  const program = programOf('password-worker');
  return {
    threads: Math.max(1, Math.min(4, usable - 1)),
    program,
    spare: hasSpare ? { program, threads: usable, yielding: idlePolicy, longestIdle } : null,
  };
}

/**
 * Threads of their own for what is slow on purpose. Node's own pool, which reads files, resolves names and compresses, would
 * stand still behind a few hundred sign-ins. While there is a crowd, a process of a lower rank does their work instead: a processor on which a
 * thread of low priority hashes is not free before milliseconds have passed, one on which that process hashes is free at once.
 */
export class PasswordPool {
  readonly #waiting: Waiting[] = [];
  readonly #threads: PasswordThreads;
  readonly #spare: SpareProcess | null;
  /** Tasks that are not answered. */
  #open = 0;

  constructor({ threads, program, spare }: PasswordHelp = passwordHelp()) {
    const next = () => this.#next();
    this.#threads = new PasswordThreads(threads, program, next);
    const giveBack = (tasks: Waiting[]) => {
      this.#waiting.unshift(...tasks);
      this.#next();
    };
    this.#spare = spare === null ? null : new SpareProcess(spare, next, giveBack);
  }

  /** Runs a task when its turn comes. Error: `unavailable` when too many wait. */
  async run(task: PasswordTask): Promise<string | boolean> {
    if (this.#waiting.length >= mostWaiting) {
      throw new ServiceError('unavailable', 'Too many people are signing in. Try again in a moment.', {
        headers: { 'retry-after': '10' },
      });
    }
    this.#open++;
    const answer = await new Promise<PasswordAnswer>((resolve) => {
      const waiting: Waiting = {
        task,
        isDone: false,
        // The first answer counts: what the spare process is late with, a thread does too.
        done: (given) => {
          if (waiting.isDone) return;
          waiting.isDone = true;
          this.#open--;
          resolve(given);
        },
      };
      this.#waiting.push(waiting);
      this.#next();
    });
    if ('problem' in answer) throw new Error(`A password could not be hashed: ${answer.problem}`);
    return answer.result;
  }

  #next(): void {
    if (this.#open >= crowd) this.#spare?.start();
    while (true) {
      const helper = this.#helper();
      if (!helper.hasRoom) return;
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      if (!waiting.isDone) helper.take(waiting);
    }
  }

  #helper(): PasswordThreads | SpareProcess {
    const spare = this.#spare;
    return spare?.isPrompt === true && (this.#open >= crowd || spare.isWorking) ? spare : this.#threads;
  }
}
