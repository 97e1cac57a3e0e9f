import type { Db, Tx } from '../handles.ts';

interface Begun {
  of: Db;
  work: (() => void)[];
}

const begun = new WeakMap<Tx, Begun>();

/** Notes to which database a transaction belongs. */
export function begin(tx: Tx, of: Db): void {
  begun.set(tx, { of, work: [] });
}

/**
 * Calls `work` after the commit of a transaction, for example to keep in memory what it has written, which is not
 * certain before.
 */
export function afterCommit(tx: Tx, work: () => void): void {
  begun.get(tx)?.work.push(work);
}

/** The database of a transaction; null for a transaction of the audit log itself. */
export const databaseOf = (tx: Tx): Db | null => begun.get(tx)?.of ?? null;

/** Calls what waits for the commit of a transaction. */
export function committed(tx: Tx): void {
  for (const work of begun.get(tx)?.work ?? []) work();
}
