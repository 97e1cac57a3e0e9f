import { Worker } from 'node:worker_threads';
import { programOf } from '../../programs.ts';
import type { CheckpointTask, Copied } from './checkpoint-messages.ts';

/** Commits after which the thread is started: a process that changes little does not need it. */
const worthAThread = 100;
/** Milliseconds from a commit to the copying, which then includes the commits in between. */
const gathering = 100;
/** Pages of the log with which it is begun anew. */
const long = 1_000;

/**
 * Pages of the log after which a commit copies them itself, while everybody waits: without the thread, and with it, so
 * that the log stays small where the thread does not keep up.
 */
const pagesAtCommit = { alone: 1_000, besideThread: 16_000 } as const;

/**
 * Copies committed pages from SQLite's log into its file, in a separate thread. The next commit begins the log anew if
 * everything in it was copied. Where commits follow each other, it never is: so when the log has become long, the rest
 * is copied while no transaction begins (`resting`), and all others are answered. Where the thread can't run, commits
 * do all of it.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #copyAtCommit: (pages: number) => void;
  #commits = 0;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isBusy = false;
  #isOver = false;
  #rest: PromiseWithResolvers<void> | null = null;

  /** `copyAtCommit` sets the number of pages after which a commit copies the log. */
  constructor(file: string, copyAtCommit: (pages: number) => void) {
    this.#file = file;
    this.#copyAtCommit = copyAtCommit;
    copyAtCommit(pagesAtCommit.alone);
  }

  /** Resolves when a transaction may begin; null where it may at once. */
  get resting(): Promise<void> | null {
    return this.#rest?.promise ?? null;
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
    // `events.once` would fail with the error of a thread that can't read the file.
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
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

  /** Lets transactions begin again; or copies what was committed meanwhile too, where the log has become long. */
  #copied({ logged }: Copied): void {
    const rested = this.#rest;
    this.#rest = null;
    rested?.resolve();
    this.#isBusy = false;
    // Whoever ends the thread waits for it: without it the process would have nothing to wait for, and end first.
    if (this.#isOver) return;
    this.#worker?.unref();
    if (rested !== null || logged < long) return;
    this.#rest = Promise.withResolvers();
    // A command may have nothing else to wait for: the process would end before its transaction begins.
    this.#worker?.ref();
    this.#copy();
  }

  #tell(worker: Worker, task: CheckpointTask): void {
    worker.postMessage(task, []);
  }

  #start(): Worker {
    const worker = new Worker(programOf('checkpoint-worker'), { execArgv: [], workerData: this.#file });
    worker.unref();
    worker.once('online', () => this.#copyAtCommit(pagesAtCommit.besideThread));
    worker.on('message', (copied: Copied) => this.#copied(copied));
    // A thread that can't read the file is not started again: commits do its work.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#isOver = true;
      this.#worker = null;
      this.#rest?.resolve();
      this.#rest = null;
      this.#copyAtCommit(pagesAtCommit.alone);
    });
    return worker;
  }
}
