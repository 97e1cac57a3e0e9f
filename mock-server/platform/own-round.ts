import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a round of the event loop of its own: of many who wait at once, none blocks it together with another, and in between
 * others are answered.
 */
export function ownRound(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
