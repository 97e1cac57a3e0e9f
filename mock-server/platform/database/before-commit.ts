import type { Tx } from './handles.ts';

type Work = (tx: Tx) => Promise<void>;

const waiting = new WeakMap<Tx, Work[]>();

/**
 * Does something at the end of a transaction, after everything else in it: what locks a row that many transactions need,
 * and must hold it briefly.
 */
export function beforeCommit(tx: Tx, work: Work): void {
  waiting.set(tx, [...(waiting.get(tx) ?? []), work]);
}

/** Does what waits for the end of the transaction. */
export async function finish(tx: Tx): Promise<void> {
  for (const work of waiting.get(tx) ?? []) await work(tx);
}
