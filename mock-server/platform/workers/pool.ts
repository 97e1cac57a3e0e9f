import { availableParallelism } from 'node:os';
import type { Static, TSchema } from 'typebox';
import { abortWhenUnwanted, TaskCancelled } from './cancellation.ts';
import type { Found, Isolation } from './isolation.ts';
import { Launcher } from './launcher.ts';
import { workerProgram } from './program.ts';
import { readResult, toRefusal } from './results.ts';
import type { Task, TaskKind } from './task-kind.ts';
import { type QueueLimits, TaskQueue } from './task-queue.ts';
import { WorkerFailure } from './worker-failure.ts';
import type { MadeFiles } from './worker-folder.ts';
import type { TaskAnswer, WorkerLimits, WorkerProcess } from './worker-process.ts';

export interface PoolOptions {
  /**
   * The directory that contains a folder for each worker. It is on the file system of the blobs, so that files need not
   * be copied.
   */
  directory: string;
  limits?: WorkerLimits;
  queue?: QueueLimits;
  /** The program of a worker; absent: that of the packages. */
  program?: string;
  /** Isolations to try; absent: those that this machine has. */
  isolations?: readonly Found[];
}

const workerLimits: WorkerLimits = { heap: 192, memory: 1152, cpuSeconds: 240, startSeconds: 30 };
const queueLimits: QueueLimits = { maxLength: 500, seconds: 20 };
/** A worker is replaced after so many tasks or milliseconds, or when it keeps so much memory. */
const maxTasksPerWorker = { tasks: 500, age: 3_600_000, memoryBytes: 320 * 1024 * 1024 };
/** A second worker without work ends after so many milliseconds. */
const idleTime = 30_000;
/** More workers would take processors from requests. */
const size = Math.max(1, Math.min(2, availableParallelism()));

/** A worker of the pool. */
interface Member {
  worker: WorkerProcess;
  started: number;
  tasks: number;
  isWorn: boolean;
}

/**
 * The worker processes of a service. Everything that reads, converts or changes uploaded files runs in them, with
 * limits and without access to anything else, so that a file can harm nothing but its own request.
 */
export class WorkerPool {
  /** Called for each worker that failed a task or did not start, for the log. */
  onFailure: (task: string, failure: WorkerFailure) => void = () => undefined;
  readonly #limits: WorkerLimits;
  readonly #launcher: Launcher;
  readonly #queue: TaskQueue;
  readonly #members = new Set<Member>();
  readonly #idle: Member[] = [];
  #coming: Promise<void> | null = null;
  #isClosed = false;

  constructor({ directory, limits = workerLimits, queue = queueLimits, program, isolations }: PoolOptions) {
    this.#limits = limits;
    this.#launcher = new Launcher({ directory, limits, program: program ?? workerProgram, isolations });
    this.#queue = new TaskQueue(size, queue);
  }

  /** Starts a worker before it is needed. Returns how workers are isolated, null when none can be started. */
  async warm(): Promise<Isolation | null> {
    if (this.#members.size === 0) await this.#bring();
    return this.#launcher.isolation;
  }

  /**
   * Does a task in a worker and passes the result to `use`; the files that the task wrote exist until that is done.
   * Errors: PackageError for a file that is refused, costs too much to read, or makes its reader fail; `unavailable`
   * when too many tasks wait or the machine fails; TaskCancelled when the result is no longer wanted.
   */
  async run<I extends TSchema, O extends TSchema, F extends string, R>(
    kind: TaskKind<I, O, F>,
    task: Task<I, F>,
    use: (output: Static<O>, made: MadeFiles) => R | Promise<R>,
  ): Promise<R> {
    const leave = await this.#queue.enter(task.owner, kind.isLong);
    try {
      const member = await this.#failing(kind.name, () => this.#take());
      try {
        const output = await this.#failing(kind.name, () => this.#whileWanted(kind, task, member));
        return await use(output, member.worker.folder);
      } finally {
        await this.#finish(member);
      }
    } finally {
      leave();
    }
  }

  /** How many tasks wait and run here, and how many were refused since the process started. */
  get tasks() {
    return this.#queue.taskCounts;
  }

  /** Ends all workers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#coming;
    await Promise.all([...this.#members].map((member) => this.#dismiss(member)));
  }

  /** Removes folders of processes that died: folders older than any worker can be. */
  tidy(): Promise<void> {
    return this.#launcher.tidy(Date.now() - 2 * maxTasksPerWorker.age);
  }

  /** Reports a failed worker, and throws what that means for the request. */
  async #failing<R>(task: string, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      this.onFailure(task, error);
      throw toRefusal(error);
    }
  }

  async #take(): Promise<Member> {
    await this.#coming;
    for (let member = this.#idle.pop(); member !== undefined; member = this.#idle.pop()) {
      if (member.worker.isAlive && Date.now() - member.started < maxTasksPerWorker.age) return member;
      await this.#dismiss(member);
    }
    return await this.#start();
  }

  async #whileWanted<I extends TSchema, O extends TSchema, F extends string>(
    kind: TaskKind<I, O, F>,
    task: Task<I, F>,
    member: Member,
  ): Promise<Static<O>> {
    const output = this.#perform(kind, task, member);
    const { isWanted } = task;
    if (isWanted === undefined) return await output;
    const done = new AbortController();
    try {
      return await Promise.race([output, abortWhenUnwanted(isWanted, member.worker.folder, done.signal)]);
    } catch (error) {
      if (error instanceof TaskCancelled) await member.worker.end();
      throw error;
    } finally {
      done.abort();
    }
  }

  async #perform<I extends TSchema, O extends TSchema, F extends string>(
    kind: TaskKind<I, O, F>,
    task: Task<I, F>,
    member: Member,
  ): Promise<Static<O>> {
    const { worker } = member;
    member.tasks += 1;
    const files = await worker.folder.addInput(task.files);
    const request = { task: kind.name, input: task.input, files, out: worker.folder.out };
    const answer = await worker.perform(request, kind.seconds);
    member.isWorn = this.#isWorn(member, answer);
    return readResult(kind, answer);
  }

  #isWorn({ tasks }: Member, answer: TaskAnswer): boolean {
    return (
      answer.is === 'failed' ||
      tasks >= maxTasksPerWorker.tasks ||
      answer.memoryBytes > maxTasksPerWorker.memoryBytes ||
      // So that each task may use at least half of the processor time.
      answer.cpuSeconds > this.#limits.cpuSeconds / 2
    );
  }

  /** Empties the worker's folder and keeps it for the next task, or replaces it. */
  async #finish(member: Member): Promise<void> {
    const isEmpty = await member.worker.folder.empty().then(
      () => true,
      () => false,
    );
    if (isEmpty && !member.isWorn && member.worker.isAlive && !this.#isClosed) {
      this.#keep(member);
      return;
    }
    await this.#dismiss(member);
    // So that the next task need not wait for a start.
    if (this.#members.size === 0 && !this.#isClosed) void this.#bring();
  }

  /** Starts a worker, which then waits for a task. */
  async #bring(): Promise<void> {
    this.#coming ??= this.#failing('start', async () => this.#keep(await this.#start())).then(
      () => undefined,
      () => undefined,
    );
    await this.#coming;
    this.#coming = null;
  }

  #keep(member: Member): void {
    this.#idle.push(member);
    if (this.#members.size > 1) setTimeout(() => void this.#thin(member), idleTime).unref();
  }

  async #thin(member: Member): Promise<void> {
    const at = this.#idle.indexOf(member);
    if (at === -1 || this.#members.size === 1) return;
    this.#idle.splice(at, 1);
    await this.#dismiss(member);
  }

  async #start(): Promise<Member> {
    const worker = await this.#launcher.start();
    const member = { worker, started: Date.now(), tasks: 0, isWorn: false };
    this.#members.add(member);
    return member;
  }

  async #dismiss(member: Member): Promise<void> {
    this.#members.delete(member);
    await member.worker.end();
    await member.worker.folder.remove().catch(() => undefined);
  }
}
