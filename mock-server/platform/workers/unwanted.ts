import { setTimeout } from 'node:timers/promises';
import type { MadeFiles } from './worker-folder.ts';

/** Milliseconds between two checks whether the result of a task is still wanted. */
const pause = 1000;

/** A task was ended because its result was no longer wanted. */
export class Unwanted extends Error {
  override readonly name = 'Unwanted';
}

/**
 * Waits until the result of a task is no longer wanted; where that can't be found out, it is wanted. Error: Unwanted,
 * or that `done` came first.
 */
export async function untilUnwanted(
  isWanted: (made: MadeFiles) => Promise<boolean>,
  made: MadeFiles,
  done: AbortSignal,
): Promise<never> {
  while (await isWanted(made).catch(() => true)) {
    await setTimeout(pause, undefined, { signal: done, ref: false });
  }
  throw new Unwanted('Nobody waits for the result of this task any more.');
}
