import { setTimeout } from 'node:timers/promises';
import type { MadeFiles } from './worker-folder.ts';

/** Milliseconds between two questions whether somebody still wants what a task makes. */
const pause = 1000;

/** A task was ended because nobody wanted any more what it made. */
export class Unwanted extends Error {
  override readonly name = 'Unwanted';
}

/** Waits until nobody wants what a task makes; who can't be asked wants it. Error: Unwanted, or that `done` came first. */
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
