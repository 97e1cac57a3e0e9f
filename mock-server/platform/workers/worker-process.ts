import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { Check } from 'typebox/value';
import { type Found, nodePath } from './isolation.ts';
import { Answer, maxLineLength, type Request } from './messages.ts';
import { programPaths } from './program.ts';
import { readLines } from './read-lines.ts';
import { type FailureKind, WorkerFailure } from './worker-failure.ts';
import type { WorkerFolder } from './worker-folder.ts';

/** What a worker may use. */
export interface WorkerLimits {
  /** JavaScript objects, in MiB. */
  heap: number;
  /** All memory that it may write to, in MiB, where the system can limit that (Linux). Node itself counts as 620. */
  memory: number;
  /** Processor time of its whole life in seconds. */
  cpuSeconds: number;
  /** Seconds until it must be ready. */
  startSeconds: number;
}

/**
 * MiB of each half of the space for new objects. Node lets it grow to 16, which packages of thousands of small files
 * fill: 60 MB for nothing, because these objects are soon garbage.
 */
const youngHeap = 2;
/**
 * Characters of its error output that are kept for the log, from the first; a worker that writes far more is killed.
 */
const maxStoredStderr = 8192;
const maxStderrBytes = 256 * 1024;
/** In blocks of 512 bytes: 8 GiB, twice the largest package. */
const fileBlocks = 16_777_216;
export const outOfMemory = /out of memory|bad_alloc|allocation failed|to allocate memory/i;

/** Sets limits as far as the system accepts them, then becomes the command in its arguments. */
const limited = (limits: WorkerLimits): string =>
  [`-d ${limits.memory * 1024}`, `-t ${limits.cpuSeconds}`, `-f ${fileBlocks}`, '-c 0']
    .map((limit) => `ulimit ${limit} 2>/dev/null || :`)
    .concat('exec "$@"')
    .join('; ');

type Ready = Extract<Answer, { is: 'ready' }>;
/** The answer of a worker to a task. */
export type TaskAnswer = Exclude<Answer, Ready>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(failure: WorkerFailure): void;
  timer: NodeJS.Timeout;
}

/** A running worker process, which does one task at a time. After a failure it is dead. */
export class WorkerProcess {
  readonly folder: WorkerFolder;
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #ended: Promise<void>;
  #waiting: Waiting | null = null;
  #failure: WorkerFailure | null = null;
  #complaints = '';
  #complaintBytes = 0;
  #isReady = false;

  private constructor(folder: WorkerFolder, found: Found, limits: WorkerLimits, program: string) {
    this.folder = folder;
    const { isolation } = found;
    this.#child = spawn(
      '/bin/sh',
      ['-c', limited(limits), 'sh', ...getCommand(folder, found, limits, program)],
      {
        cwd: folder.out,
        // Nothing from this process's environment, because that contains secrets.
        env: { UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' },
        stdio: ['pipe', 'pipe', 'pipe', isolation.descriptor3 === null ? 'ignore' : 'pipe'],
      },
    );
    const { stdin, stdout, stderr } = this.#child;
    if (stdin === null || stdout === null || stderr === null)
      throw new Error('the worker process has no pipes');
    this.#stdin = stdin;
    // The end of a process that does not read says what happened to it.
    stdin.on('error', () => undefined);
    if (isolation.descriptor3 !== null) sendOnce(this.#child.stdio[3], isolation.descriptor3);
    readLines(
      stdout,
      maxLineLength.answer,
      (line) => this.#take(line),
      () => this.#fail('broken', 'answered too much'),
    );
    stderr.on('data', (piece: Buffer) => this.#note(piece));
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#fail('machine', error.message);
        resolve();
      });
      this.#child.once('close', (code, signal) => {
        this.#fail(
          this.#causeOfDeath(code, signal),
          `ended with ${signal ?? code}: ${this.#complaints.trim()}`,
        );
        resolve();
      });
    });
    detach(this.#child);
  }

  /** Starts a worker in its folder. Error: WorkerFailure. */
  static async start(
    folder: WorkerFolder,
    found: Found,
    limits: WorkerLimits,
    program: string,
  ): Promise<WorkerProcess> {
    const worker = new WorkerProcess(folder, found, limits, program);
    const answer = await worker.#answer(limits.startSeconds, 'machine');
    if (answer.is !== 'ready') throw worker.#fail('broken', 'answered before it was asked');
    worker.#isReady = true;
    return worker;
  }

  get isAlive(): boolean {
    return this.#failure === null;
  }

  /** Does a task within `seconds`. Error: WorkerFailure. */
  async perform(task: Omit<Request, 'id'>, seconds: number): Promise<TaskAnswer> {
    const request: Request = { ...task, id: randomUUID() };
    const answer = this.#answer(seconds, 'too_costly');
    this.#stdin.write(`${JSON.stringify(request)}\n`);
    const values = await answer;
    if (values.is === 'ready' || values.id !== request.id)
      throw this.#fail('broken', 'answered another task');
    return values;
  }

  /** Ends the process; resolves when it is gone. */
  async end(): Promise<void> {
    this.#child.ref();
    this.#fail('machine', 'was stopped');
    await this.#ended;
  }

  #answer(seconds: number, late: FailureKind): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      const timer = setTimeout(() => this.#fail(late, `took more than ${seconds} s`), seconds * 1000);
      this.#waiting = { resolve, reject, timer };
    });
  }

  #take(line: string): void {
    const answer = parseAnswer(line);
    const waiting = this.#waiting;
    if (answer === null || waiting === null) {
      this.#fail('broken', 'answered with nonsense');
      return;
    }
    clearTimeout(waiting.timer);
    this.#waiting = null;
    waiting.resolve(answer);
  }

  #note(piece: Buffer): void {
    this.#complaintBytes += piece.length;
    this.#complaints = `${this.#complaints}${piece.toString('utf8')}`.slice(0, maxStoredStderr);
    if (this.#complaintBytes > maxStderrBytes) this.#fail('broken', 'complained too much');
  }

  #causeOfDeath(code: number | null, signal: NodeJS.Signals | null): FailureKind {
    if (!this.#isReady) return 'machine';
    const isKilled = signal === 'SIGKILL' || signal === 'SIGXCPU' || code === 128 + 9 || code === 128 + 24;
    return isKilled || outOfMemory.test(this.#complaints) ? 'too_costly' : 'broken';
  }

  /** Kills the process; only the first cause is reported. */
  #fail(kind: FailureKind, why: string): WorkerFailure {
    if (this.#failure === null) {
      this.#failure = new WorkerFailure(kind, `The worker process ${why}`);
      this.#child.kill('SIGKILL');
    }
    if (this.#waiting !== null) {
      clearTimeout(this.#waiting.timer);
      this.#waiting.reject(this.#failure);
      this.#waiting = null;
    }
    return this.#failure;
  }
}

function getCommand(
  folder: WorkerFolder,
  { isolation, program }: Found,
  limits: WorkerLimits,
  main: string,
): string[] {
  const readable = [...programPaths, main, folder.in];
  return [
    ...isolation.command(program, { readable: [nodePath, ...readable], writable: folder.out }),
    process.execPath,
    '--no-warnings',
    '--disable-sigusr1',
    `--max-old-space-size=${limits.heap}`,
    `--max-semi-space-size=${youngHeap}`,
    // sharp is an addon. Node itself denies other processes, threads, and all other files.
    '--permission',
    '--allow-addons',
    ...[...readable, folder.out].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder.out}`,
    main,
  ];
}

function parseAnswer(line: string): Answer | null {
  try {
    const value: unknown = JSON.parse(line);
    return Check(Answer, value) ? value : null;
  } catch {
    return null;
  }
}

function sendOnce(stream: ChildProcess['stdio'][3], bytes: Buffer): void {
  if (!stream || !('end' in stream)) return;
  stream.on('error', () => undefined);
  stream.end(bytes);
}

/** Prevents a worker that waits for work from keeping this process alive. */
function detach(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) {
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
}
