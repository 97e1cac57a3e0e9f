import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PasswordAnswer, PasswordTask, PasswordThreadKind, PasswordThreadMessage } from './messages.ts';

/** Most threads of each kind. */
export type ThreadCounts = Readonly<Record<PasswordThreadKind, number>>;

/**
 * Steady threads leave one processor to everything else: with one more of them, even of low priority, other requests
 * wait three times as long while people sign in. A spare thread takes only what is left of that processor. With more
 * than four processors, no spare thread is needed.
 */
export function threadCounts(processors = availableParallelism()): ThreadCounts {
  return {
    steady: Math.max(1, Math.min(4, processors - 1)),
    spare: processors > 1 && processors <= 4 ? 1 : 0,
  };
}

interface Thread {
  worker: Worker;
  /** Takes the answer to the thread's task; null while it has none. */
  done: ((answer: PasswordAnswer) => void) | null;
}

/** Gives a task to a thread; `done` takes the answer. */
type Give = (task: PasswordTask, done: (answer: PasswordAnswer) => void) => void;

/** Threads of one kind, started when they are needed. */
export class PasswordThreads {
  readonly #kind: PasswordThreadKind;
  readonly #program: string;
  readonly #isFree: () => void;
  readonly #idle: Thread[] = [];
  #most: number;
  #started = 0;

  /** `isFree` is called whenever a thread has nothing to do. */
  constructor(kind: PasswordThreadKind, most: number, program: string, isFree: () => void) {
    this.#kind = kind;
    this.#program = program;
    this.#isFree = isFree;
    this.#most = most;
  }

  /**
   * Reserves an idle thread, and returns the function that gives it a task; the caller has to call that. Null where no
   * thread is idle.
   */
  free(): Give | null {
    const thread = this.#idle.pop() ?? this.#start();
    if (thread === undefined) return null;
    return (task, done) => {
      thread.done = done;
      // The process stays alive while a thread works, and no longer.
      thread.worker.ref();
      thread.worker.postMessage(task, []);
    };
  }

  /**
   * Starts one more thread. A spare thread is only used after it has reported that it is ready: not every system lets a
   * thread have the policy of spare threads.
   */
  #start(): Thread | undefined {
    if (this.#started >= this.#most) return undefined;
    this.#started++;
    const worker = new Worker(this.#program, { execArgv: [], workerData: this.#kind });
    const thread: Thread = { worker, done: null };
    const state = { isReady: false };
    worker.on('message', (message: PasswordThreadMessage) => {
      if (message !== 'ready') answer(thread, message);
      state.isReady = true;
      if (thread.done !== null) return;
      worker.unref();
      this.#idle.push(thread);
      this.#isFree();
    });
    worker.on('error', (error) => answer(thread, { problem: String(error) }));
    worker.on('exit', () => {
      this.#started--;
      if (!state.isReady && this.#kind === 'spare') this.#most = 0;
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      answer(thread, { problem: 'its thread ended' });
      this.#isFree();
    });
    if (this.#kind === 'steady') return thread;
    worker.unref();
    return undefined;
  }
}

function answer(thread: Thread, given: PasswordAnswer): void {
  const { done } = thread;
  thread.done = null;
  done?.(given);
}
