import { setImmediate } from 'node:timers/promises';

/**
 * Runs transactions one after another. SQLite does its work without waiting for anything, so each transaction gets a
 * round of the event loop of its own: otherwise those that wait would block the process until the last is committed.
 */
export class TransactionQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<R>(transaction: () => Promise<R>): Promise<R> {
    const result = this.#last.then(() => setImmediate()).then(transaction);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
