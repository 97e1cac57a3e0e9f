import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a round of the event loop of its own: so of many waiting tasks no two block the loop together, and
 * requests are answered in between.
 */
export function ownRound(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
