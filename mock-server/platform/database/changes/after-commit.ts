import type { Db, Tx } from '../handles.ts';

interface Begun {
  of: Db;
  work: (() => void)[];
}

const begun = new WeakMap<Tx, Begun>();

/** Says of which database a transaction is. */
export function begin(tx: Tx, of: Db): void {
  begun.set(tx, { of, work: [] });
}

/** Does something once a transaction is committed: keeps what it has written in memory, which nobody may believe before. */
export function afterCommit(tx: Tx, work: () => void): void {
  begun.get(tx)?.work.push(work);
}

/** The database of a transaction; null of one of the audit log itself. */
export const databaseOf = (tx: Tx): Db | null => begun.get(tx)?.of ?? null;

/** Does what waits for the commit of a transaction. */
export function committed(tx: Tx): void {
  for (const work of begun.get(tx)?.work ?? []) work();
}
