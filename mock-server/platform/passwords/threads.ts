import { Worker } from 'node:worker_threads';
import type { PasswordAnswer, PasswordTask } from './messages.ts';

/** A task and who is told its answer. */
export interface Waiting {
  task: PasswordTask;
  /** Whether it was answered. */
  isDone: boolean;
  done(answer: PasswordAnswer): void;
}

/**
 * Tasks of one thread: that which it does, and the next, so that it does not stand still until the thread that answers requests has taken its
 * answer.
 */
const tasksOfThread = 2;

interface Thread {
  worker: Worker;
  /** What it does, and what it does next. */
  tasks: Waiting[];
}

/** Threads that hash, each started when it is needed. */
export class PasswordThreads {
  readonly #most: number;
  readonly #program: string;
  readonly #isFree: () => void;
  readonly #threads: Thread[] = [];

  /** `most` threads of a program. `isFree` is called when one takes another task. */
  constructor(most: number, program: string, isFree: () => void) {
    this.#most = most;
    this.#program = program;
    this.#isFree = isFree;
  }

  /** Whether a task would be taken. */
  get hasRoom(): boolean {
    return (
      this.#threads.length < this.#most || this.#threads.some(({ tasks }) => tasks.length < tasksOfThread)
    );
  }

  /** Has the thread that has least to do take a task. */
  take(waiting: Waiting): void {
    const thread = this.#idlest();
    thread.tasks.push(waiting);
    // The process stays alive while a thread works, and no longer.
    thread.worker.ref();
    thread.worker.postMessage(waiting.task, []);
  }

  #idlest(): Thread {
    const [first, ...others] = this.#threads;
    if (first === undefined) return this.#start();
    const idlest = others.reduce(
      (one, other) => (other.tasks.length < one.tasks.length ? other : one),
      first,
    );
    return idlest.tasks.length > 0 && this.#threads.length < this.#most ? this.#start() : idlest;
  }

  #start(): Thread {
    const thread: Thread = { worker: new Worker(this.#program, { execArgv: [] }), tasks: [] };
    const { worker, tasks } = thread;
    this.#threads.push(thread);
    worker.on('message', (answer: PasswordAnswer) => {
      const answered = tasks.shift();
      if (tasks.length === 0) worker.unref();
      answered?.done(answer);
      this.#isFree();
    });
    let problem = 'its thread ended';
    worker.on('error', (error) => {
      problem = String(error);
    });
    worker.on('exit', () => {
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      for (const { done } of tasks.splice(0)) done({ problem });
      this.#isFree();
    });
    return thread;
  }
}
