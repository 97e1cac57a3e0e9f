import { setImmediate } from 'node:timers/promises';

/*
 * The queues belong to the event loop, of which a process has one: they are no part of the context.
 */

/** Makes a queue in which everybody goes on in a round of the event loop of their own. */
function createRounds(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

/**
 * Resolves in a round of the event loop of its own: so of many waiting tasks no two block the loop together, and
 * requests are answered in between.
 */
export const joinOwnRound = createRounds();

/**
 * The same for a catalog that is shown already and follows changes. Thousands of these may wait at once, after one
 * publication; whoever opens a page does not wait behind them, because they have a queue of their own. When both queues
 * are waiting, a round of the event loop has one of each.
 */
export const joinFollowersRound = createRounds();
