import { setTimeout } from 'node:timers/promises';
import { isAway } from './lost-connection.ts';

/** Milliseconds between two tries. */
const pause = 1_000;

/**
 * Writes down what has happened and can't be undone, where the database is away once it is back: it tries again each second as long as
 * `mayRepeat` says so of the failure. What may be written twice needs none; else see `isNeverBegun`. Error: any other failure.
 */
export async function whileAway(
  write: () => Promise<unknown>,
  mayRepeat: (error: unknown) => boolean = isAway,
): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      if (!mayRepeat(error)) throw error;
    }
    await setTimeout(pause, undefined, { ref: false });
  }
}
