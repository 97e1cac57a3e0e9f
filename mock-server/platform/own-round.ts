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

/** Followers that read at a time: with more, whoever opens a page would wait for a connection to the database. */
const maxFollowers = 4;

/** What the followers before do; each new one goes on after one of them. */
const followers: Promise<unknown>[] = Array.from({ length: maxFollowers }, () => Promise.resolve());

/**
 * Runs work for a catalog that is shown already and follows changes. Thousands of these may wait at once, after one
 * publication; whoever opens a page does not wait behind them, because they have a queue of their own, and few run at a
 * time. Each begins in a round of the event loop of its own.
 */
export function runAsFollower<R>(work: () => Promise<R>): Promise<R> {
  const running = (followers.shift() ?? Promise.resolve()).then(() => setImmediate()).then(work);
  followers.push(running.catch(() => undefined));
  return running;
}
