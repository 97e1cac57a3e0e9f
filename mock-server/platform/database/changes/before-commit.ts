import type { Tx } from '../handles.ts';

/** In this order, so that no transaction waits for another that waits for it. */
const order = ['journals', 'downloads', 'counts'] as const;

interface Waiting {
  what: (typeof order)[number];
  work: (tx: Tx) => Promise<void>;
}

const waiting = new WeakMap<Tx, Waiting[]>();

/**
 * Does something at the end of a transaction, after everything else in it: what locks a row that many transactions need,
 * and must hold it briefly. Where it waits for no answer (`later`), PostgreSQL is sent it together with `commit`. It changes nothing
 * that the audit log observes.
 */
export function beforeCommit(tx: Tx, what: Waiting['what'], work: Waiting['work']): void {
  waiting.set(tx, [...(waiting.get(tx) ?? []), { what, work }]);
}

/** Does what waits for the end of the transaction. */
export async function finish(tx: Tx): Promise<void> {
  const all = waiting.get(tx) ?? [];
  for (const kind of order) for (const { what, work } of all) if (what === kind) await work(tx);
}
