import type { Tx } from '../handles.ts';

/** Always in this order, so that no two transactions wait for each other. */
const order = ['journals', 'downloads', 'counts', 'attempts'] as const;

interface Waiting {
  what: (typeof order)[number];
  work: (tx: Tx) => Promise<void>;
}

const pendingWork = new WeakMap<Tx, Waiting[]>();

/**
 * Calls `work` at the end of a transaction, after everything else: for statements that lock a row which many
 * transactions need, so that the lock is held briefly. Statements without an awaited answer (`later`) are sent to
 * PostgreSQL together with `commit`. It must not change anything that the audit log observes.
 */
export function runBeforeCommit(tx: Tx, what: Waiting['what'], work: Waiting['work']): void {
  pendingWork.set(tx, [...(pendingWork.get(tx) ?? []), { what, work }]);
}

/** Calls what waits for the end of the transaction. */
export async function runPendingWork(tx: Tx): Promise<void> {
  const all = pendingWork.get(tx) ?? [];
  for (const kind of order) for (const { what, work } of all) if (what === kind) await work(tx);
}
