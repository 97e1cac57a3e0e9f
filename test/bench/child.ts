import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import runtime from '../../mock-server/launch/runtime.json' with { type: 'json' };

/** A program of the measurements in its own process, so that load and work do not share a thread. */
export interface Child<T> {
  /** What the program returned when it was ready. */
  ready: T;
  /** Its resident memory in bytes. */
  memory(): Promise<number>;
  /** The longest time in milliseconds for which its event loop was blocked since the last call. */
  stillness(): Promise<number>;
  /**
   * The longest time in milliseconds of its own work in such a block, since the last call: processor time of its main
   * thread. What others take of the same processors, and the disk, are not in it.
   */
  work(): Promise<number>;
  /** Seconds of processor time that the program has used. */
  cpu(): Promise<number>;
  /**
   * Asks a question that only this program answers; one question at a time. Error: when the program ends before it
   * answers.
   */
  ask<A>(question: unknown): Promise<A>;
  stop(): Promise<void>;
}

interface Answer<T> {
  ready?: T;
  memory?: number;
  stillness?: number;
  work?: number;
  cpu?: number;
  answer?: unknown;
}

/**
 * Starts the program `file` of this directory as the launcher starts the service, with one argument as JSON and further
 * options of Node. Error: when the program ends before it is ready.
 */
export async function startChild<T>(
  file: string,
  argument: unknown,
  options: readonly string[] = [],
): Promise<Child<T>> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(argument)], {
    execArgv: ['--disable-warning=FSTDEP023', ...runtime.options, ...options],
    env: { ...runtime.environment, ...process.env },
  });
  const next = async (): Promise<Answer<T>> => {
    const over = new AbortController();
    const { signal } = over;
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${file} ended with ${code}.`);
    });
    try {
      const [answer] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Answer<T>];
      return answer;
    } finally {
      over.abort();
    }
  };
  const { ready } = await next();
  if (ready === undefined) throw new Error(`${file} said nothing when it was ready.`);
  return {
    ready,
    memory: async () => {
      child.send('memory');
      return (await next()).memory ?? 0;
    },
    stillness: async () => {
      child.send('stillness');
      return (await next()).stillness ?? 0;
    },
    work: async () => {
      child.send('work');
      return (await next()).work ?? 0;
    },
    cpu: async () => {
      child.send('cpu');
      return (await next()).cpu ?? 0;
    },
    ask: async <A>(question: unknown) => {
      child.send({ question });
      return (await next()).answer as A;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}

/** Milliseconds between two checks of the event loop. */
const resolution = 5;

/** Looks each millisecond how much the main thread has worked since the last look: between two looks nothing else is done. */
class LongestWork {
  #longest = 0;
  #before = process.threadCpuUsage();

  constructor() {
    setInterval(() => this.#look(), 1).unref();
  }

  /** Milliseconds of processor time; what follows is measured anew. */
  taken(): number {
    const max = this.#longest;
    this.#longest = 0;
    return max;
  }

  #look(): void {
    const { user, system } = process.threadCpuUsage(this.#before);
    this.#before = process.threadCpuUsage();
    this.#longest = Math.max(this.#longest, (user + system) / 1e3);
  }
}

/** What a program of the measurements returns to its parent. */
interface Program {
  ready: unknown;
  /** Answers a question that only this program is asked. */
  answer?(question: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/** The side of the child: runs `start` with the argument, reports what it returns, and answers until it is stopped. */
export async function serveParent(start: (argument: unknown) => Promise<Program>): Promise<void> {
  const { ready, answer, stop } = await start(JSON.parse(process.argv[2] ?? 'null'));
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const work = new LongestWork();
  process.on('message', (message) => {
    if (message === 'memory') {
      // With --expose-gc, only memory in use counts.
      globalThis.gc?.();
      process.send?.({ memory: process.memoryUsage.rss() });
    } else if (message === 'stillness') {
      process.send?.({ stillness: Math.max(0, delays.max / 1e6 - resolution) });
      delays.reset();
    } else if (message === 'work') {
      process.send?.({ work: work.taken() });
    } else if (message === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: (user + system) / 1e6 });
    } else if (typeof message === 'object' && message !== null && 'question' in message) {
      void answer?.(message.question).then((given) => process.send?.({ answer: given }));
    } else void stop().then(() => process.exit(0));
  });
  // The child ends with its parent, even if the parent failed.
  process.once('disconnect', () => process.exit(1));
  process.send?.({ ready });
}
