import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { programOf } from '../../programs.ts';
import type { CheckpointTask, Copied } from './checkpoint-messages.ts';

/** Commits after which the thread is started: a process that changes little does without it. */
const worthAThread = 100;
/**
 * Milliseconds from a commit to the copy, which then copies those that came meanwhile too. The commit after a copy of all begins the log anew,
 * which waits for the disk: not after each few.
 */
const gathering = 500;
/** Pages of the log, of 4 KiB, beyond which changes wait until all is copied: only then it can begin anew. */
const longest = 10_000;
/** Pages after which a commit copies, where there is no thread: SQLite's own rule. */
const ownRule = 1_000;

/**
 * Copies what was committed from SQLite's log into its file, in a thread of its own. A commit that does it itself keeps everybody waiting
 * meanwhile. Where there is no thread, one of them does it after every 1,000 pages; `commitsCopy` sets that number, 0 for never.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #commitsCopy: (pages: number) => void;
  #commits = 0;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** While the thread copies; resolves when it has, or has ended. */
  #copying: PromiseWithResolvers<void> | null = null;
  /** Whether the log is so long that it has to begin anew. */
  #isLong = false;
  #isOver = false;

  constructor(file: string, commitsCopy: (pages: number) => void) {
    this.#file = file;
    this.#commitsCopy = commitsCopy;
    commitsCopy(ownRule);
  }

  /** To be called after each commit. Nothing may be changed until it resolves: then the log begins anew where it has become too long. */
  async committed(): Promise<void> {
    this.#commits += 1;
    if (this.#commits < worthAThread || this.#isOver) return;
    if (this.#isLong) await this.#copyAll();
    else if (this.#copying === null) this.#timer ??= setTimeout(() => void this.#copy(), gathering).unref();
  }

  /** Ends the thread: before the database is closed, whose last connection copies the rest and deletes the log. */
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

  async #copyAll(): Promise<void> {
    // A command that has nothing else to do must not end here.
    this.#worker?.ref();
    await this.#copying?.promise;
    await this.#copy();
    this.#isLong = false;
    this.#worker?.unref();
  }

  #copy(): Promise<void> {
    this.#timer = null;
    if (this.#isOver) return Promise.resolve();
    this.#copying ??= Promise.withResolvers();
    this.#worker ??= this.#start();
    this.#tell(this.#worker, 'copy');
    return this.#copying.promise;
  }

  #tell(worker: Worker, task: CheckpointTask): void {
    worker.postMessage(task, []);
  }

  #done(): void {
    this.#copying?.resolve();
    this.#copying = null;
  }

  #start(): Worker {
    const worker = new Worker(programOf('checkpoint-worker'), { execArgv: [], workerData: this.#file });
    worker.unref();
    worker.on('message', ({ copied, pages }: Copied) => {
      this.#commitsCopy(0);
      this.#isLong = pages > longest && copied < pages;
      this.#done();
    });
    // A thread that can't read the file is not tried again: commits do its work.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#isOver = true;
      this.#worker = null;
      this.#commitsCopy(ownRule);
      this.#done();
    });
    return worker;
  }
}
