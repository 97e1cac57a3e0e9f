import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import { runPipelined } from './changes/pipelined.ts';
import type { Tx } from './handles.ts';
import { withoutGuard } from './unguarded.ts';

/**
 * Locks the organization until the transaction ends, so that rules about several rows (the last administrator, unique
 * names) are checked by one transaction at a time. Call it before locking any other row, to avoid deadlocks.
 */
export async function lockOrganization(tx: Tx, orgId: string): Promise<void> {
  await withoutGuard(tx)
    .updateTable('organizations')
    .set((row) => ({ created: row.ref('created') }))
    .where('id', '=', orgId)
    .execute();
}

/** How rows stay until the transaction ends: `changed` by nobody else, or at least not deleted. */
type RowLock<T> = { changed?: T[]; deleted?: T[] };

/** Locks the rows of a query until the transaction ends; its answer is not awaited. On SQLite nothing is to be done. */
export async function lockRows<DB, TB extends keyof DB & string, O>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, O>,
  lock: RowLock<TB>,
): Promise<void> {
  const locked = withRowLock(tx, query, lock);
  if (locked !== query) await runPipelined(tx, locked);
}

/** Locks rows that a query reads, of some of its tables. On SQLite one transaction runs at a time anyway. */
export function withRowLock<DB, TB extends keyof DB & string, O>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, O>,
  { changed, deleted }: RowLock<TB>,
): SelectQueryBuilder<DB, TB, O> {
  if (!(withoutGuard(tx).getExecutor().adapter instanceof PostgresAdapter)) return query;
  const first = changed === undefined ? query : query.forNoKeyUpdate(changed);
  return deleted === undefined ? first : first.forKeyShare(deleted);
}
