import { setTimeout } from 'node:timers/promises';
import { isAway } from './lost-connection.ts';

/** Milliseconds between two tries. */
const pause = 1_000;

/**
 * Writes down something that has happened and can't be undone; while the database is away, it tries again each second
 * as long as `mayRepeat` accepts the failure. `mayRepeat` is not needed for what may be written twice; otherwise see
 * `isNeverStarted`. Error: any other failure.
 */
export async function retryWhileAway(
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
