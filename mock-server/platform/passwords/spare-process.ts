import { type ChildProcess, spawn } from 'node:child_process';
import type { SpareAnswer, SpareMessage, SpareTask } from './messages.ts';
import type { Waiting } from './threads.ts';

/** Milliseconds for which no other is started after one that could not be, or that ended by itself. */
const pauseAfterFailure = 60_000;
/** Milliseconds within which processors that are not needed elsewhere have hashed several passwords, and it has said so. */
const longestSilence = 200;
/** Most answers that it gathers before it says them. */
export const mostAnswers = 8;

/** How a spare process is run. */
export interface SpareOptions {
  program: string;
  /** How many passwords it hashes at a time. */
  threads: number;
  /** The command that runs the rest of its arguments for what nobody else wants of the processors. */
  yielding: readonly [string, ...string[]];
  /** Milliseconds after which it ends when it had nothing to do. */
  longestIdle: number;
}

/**
 * Linux's policy SCHED_IDLE, for which Node has no call: `chrt` is of util-linux and of BusyBox. It yields to the service because it is in
 * the same session and group of the system; others are protected by their share only.
 */
export const idlePolicy = ['chrt', '-i', '0'] as const;

/**
 * A process that hashes passwords by what nobody else wants of the processors. What it has not done soon, because there is nothing left of
 * them, it gives back to be done elsewhere as well.
 */
export class SpareProcess {
  readonly #options: SpareOptions;
  readonly #isFree: () => void;
  readonly #giveBack: (tasks: Waiting[]) => void;
  /** What it does, by number. Given back or not, it is what keeps it busy. */
  readonly #tasks = new Map<number, Waiting>();
  /** What it is to be sent in one message. */
  #taken: SpareTask[] = [];
  #child: ChildProcess | null = null;
  #state: 'none' | 'starting' | 'prompt' | 'late' = 'none';
  #number = 0;
  /** How many answers have come, and ends without one. */
  #answers = 0;
  #notBefore = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `isFree` is called when it takes another task, `giveBack` with those that others have to do. */
  constructor(options: SpareOptions, isFree: () => void, giveBack: (tasks: Waiting[]) => void) {
    this.#options = options;
    this.#isFree = isFree;
    this.#giveBack = giveBack;
  }

  /** Whether it does tasks, and soon. */
  get isPrompt(): boolean {
    return this.#state === 'prompt';
  }

  /** Whether it has something to do. */
  get isWorking(): boolean {
    return this.#tasks.size > 0;
  }

  /**
   * Whether a task would be taken. Beside those that it hashes, and those whose answers it gathers, one waits in it, so
   * that it does not stand still.
   */
  get hasRoom(): boolean {
    return this.isPrompt && this.#tasks.size <= this.#options.threads + mostAnswers;
  }

  /** Takes a task. */
  take(waiting: Waiting): void {
    const number = this.#number++;
    if (this.#tasks.size === 0) this.#expectAnswer();
    this.#tasks.set(number, waiting);
    // The service's process stays alive while this one works, and no longer.
    this.#child?.channel?.ref();
    this.#taken.push({ number, task: waiting.task });
    if (this.#taken.length === 1) setImmediate(() => this.#send());
  }

  #send(): void {
    const tasks = this.#taken;
    this.#taken = [];
    if (tasks.length === 0) return;
    // Where the channel has closed, the end of the process gives its tasks back.
    this.#child?.send(tasks, () => undefined);
  }

  /** Starts the process, unless it is there or has failed just before. */
  start(): void {
    if (this.#child !== null || performance.now() < this.#notBefore) return;
    try {
      this.#child = this.#spawn();
      this.#state = 'starting';
    } catch {
      // The system has no memory for it. Threads do all.
      this.#notBefore = performance.now() + pauseAfterFailure;
    }
  }

  #spawn(): ChildProcess {
    const { program, threads } = this.#options;
    const [yielding, ...yieldingArguments] = this.#options.yielding;
    const command = ['--disable-sigusr1', '--max-semi-space-size=1', program, String(mostAnswers)];
    const child = spawn(yielding, [...yieldingArguments, process.execPath, ...command], {
      // Nothing else from this process's environment, because that contains secrets.
      env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: String(threads) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (message: SpareMessage) => this.#hear(child, message));
    child.once('error', () => this.#end(child));
    child.once('exit', () => this.#end(child));
    child.unref();
    child.channel?.unref();
    return child;
  }

  #hear(child: ChildProcess, message: SpareMessage): void {
    if (child !== this.#child) return;
    if (message === 'ready') {
      this.#state = 'prompt';
      this.#waitForWork();
    } else this.#takeAnswers(message);
    this.#isFree();
  }

  #takeAnswers(answers: SpareAnswer[]): void {
    this.#answers++;
    const answered = answers.map(({ number, answer }) => ({ waiting: this.#tasks.get(number), answer }));
    for (const { number } of answers) this.#tasks.delete(number);
    if (this.#tasks.size > 0) this.#expectAnswer();
    else this.#waitForWork();
    for (const { waiting, answer } of answered) waiting?.done(answer);
  }

  #waitForWork(): void {
    this.#state = 'prompt';
    this.#child?.channel?.unref();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop(), this.#options.longestIdle).unref();
  }

  #expectAnswer(): void {
    clearTimeout(this.#timer);
    if (this.#state === 'late') return;
    const answers = this.#answers;
    this.#timer = setTimeout(() => {
      // What has come while this process was busy is read first.
      setImmediate(() => {
        if (answers === this.#answers) this.#beLate();
      });
    }, longestSilence);
  }

  #beLate(): void {
    this.#state = 'late';
    this.#giveBack([...this.#tasks.values()]);
  }

  #stop(): void {
    const child = this.#child;
    this.#child = null;
    this.#state = 'none';
    child?.disconnect();
  }

  /** It was killed, or could not be started. */
  #end(child: ChildProcess): void {
    if (child !== this.#child) return;
    clearTimeout(this.#timer);
    this.#answers++;
    const wasLate = this.#state === 'late';
    this.#child = null;
    this.#state = 'none';
    this.#notBefore = performance.now() + pauseAfterFailure;
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    this.#taken = [];
    if (!wasLate) this.#giveBack(tasks);
  }
}
