import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { programOf } from '../../programs.ts';
import type { CheckpointTask } from './checkpoint-messages.ts';

/** Commits after which the thread is started: a process that changes little does not need it. */
const worthAThread = 500;
/** Milliseconds from a commit to the copying, which then includes the commits in between. */
const gathering = 100;

/**
 * Copies committed pages from SQLite's log into its file, in a separate thread. Without it, a commit has to do that
 * after every 1,000 pages, while everybody waits; with it, the commit finds nearly everything copied. Where the thread
 * can't run, commits do all of it.
 */
export class Checkpoints {
  readonly #file: string;
  #commits = 0;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isBusy = false;
  #isOver = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** To be called after each commit. */
  committed(): void {
    this.#commits += 1;
    if (this.#commits < worthAThread || this.#isOver || this.#isBusy || this.#timer !== null) return;
    this.#timer = setTimeout(() => this.#copy(), gathering).unref();
  }

  /** Ends the thread, before the database is closed: its last connection copies the rest and deletes the log. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const worker = this.#worker;
    if (worker === null) return;
    const ended = once(worker, 'exit');
    worker.ref();
    this.#tell(worker, 'end');
    await ended;
  }

  #copy(): void {
    this.#timer = null;
    this.#isBusy = true;
    this.#worker ??= this.#start();
    this.#tell(this.#worker, 'copy');
  }

  #tell(worker: Worker, task: CheckpointTask): void {
    worker.postMessage(task, []);
  }

  #start(): Worker {
    const worker = new Worker(programOf('checkpoint-worker'), { execArgv: [], workerData: this.#file });
    worker.unref();
    worker.on('message', () => {
      this.#isBusy = false;
    });
    // A thread that can't read the file is not started again: commits do its work.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#isOver = true;
      this.#worker = null;
    });
    return worker;
  }
}
