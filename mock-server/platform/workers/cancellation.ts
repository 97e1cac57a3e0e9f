import { setTimeout } from 'node:timers/promises';
import type { MadeFiles } from './worker-folder.ts';

/** Milliseconds between two checks whether the result of a task is still wanted. */
const pauseMs = 1000;

/** A task was ended because its result was no longer wanted. */
export class TaskCancelled extends Error {
  override readonly name = 'TaskCancelled';
}

/**
 * Waits until the result of a task is no longer wanted; where that can't be found out, it is wanted. Error: TaskCancelled,
 * or that `done` came first.
 */
export async function abortWhenUnwanted(
  isWanted: (made: MadeFiles) => Promise<boolean>,
  made: MadeFiles,
  done: AbortSignal,
): Promise<never> {
  while (await isWanted(made).catch(() => true)) {
    await setTimeout(pauseMs, undefined, { signal: done, ref: false });
  }
  throw new TaskCancelled('Nobody waits for the result of this task any more.');
}
