import type { Db, Tx } from '../handles.ts';

interface StartedTransaction {
  of: Db;
  work: (() => void)[];
}

const startedTransactions = new WeakMap<Tx, StartedTransaction>();

/** Notes to which database a transaction belongs. */
export function registerTransaction(tx: Tx, of: Db): void {
  startedTransactions.set(tx, { of, work: [] });
}

/**
 * Calls `work` after the commit of a transaction, for example to keep in memory what it has written, which is not
 * certain before.
 */
export function onCommit(tx: Tx, work: () => void): void {
  startedTransactions.get(tx)?.work.push(work);
}

/** The database of a transaction; null for a transaction of the audit log itself. */
export const getDatabase = (tx: Tx): Db | null => startedTransactions.get(tx)?.of ?? null;

/** Calls what waits for the commit of a transaction. */
export function runCommitHooks(tx: Tx): void {
  for (const work of startedTransactions.get(tx)?.work ?? []) work();
}
