import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A program of the measurements in a process of its own, so that load and work do not share a thread. */
export interface Child<T> {
  /** What it said when it was ready. */
  ready: T;
  /** Its resident memory in bytes. */
  memory(): Promise<number>;
  /** Longest time in milliseconds that its event loop was blocked since this was last asked. */
  stillness(): Promise<number>;
  stop(): Promise<void>;
}

interface Answer<T> {
  ready?: T;
  memory?: number;
  stillness?: number;
}

/** Starts `file` of this directory with one argument, as JSON, and with options of Node. Error: when it ends before it is ready. */
export async function startChild<T>(
  file: string,
  argument: unknown,
  options: readonly string[] = [],
): Promise<Child<T>> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(argument)], {
    execArgv: ['--disable-warning=FSTDEP023', ...options],
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
    stop: async () => {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}

/** Milliseconds between two looks at the event loop. */
const resolution = 5;

/** The child's side: runs `start` with the argument, says what it returns, and serves until it is told to stop. */
export async function serveParent(
  start: (argument: unknown) => Promise<{ ready: unknown; stop(): Promise<void> }>,
): Promise<void> {
  const { ready, stop } = await start(JSON.parse(process.argv[2] ?? 'null'));
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  process.on('message', (message) => {
    if (message === 'memory') {
      // With --expose-gc only what is kept counts.
      globalThis.gc?.();
      process.send?.({ memory: process.memoryUsage.rss() });
    } else if (message === 'stillness') {
      process.send?.({ stillness: Math.max(0, delays.max / 1e6 - resolution) });
      delays.reset();
    } else void stop().then(() => process.exit(0));
  });
  process.send?.({ ready });
}
