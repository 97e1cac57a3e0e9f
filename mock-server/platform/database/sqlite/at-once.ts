import type { DialectAdapter } from 'kysely';
import type { Db } from '../handles.ts';
import { unguarded } from '../unguarded.ts';

/**
 * Runs a statement and gives its rows. Null where it must wait: outside of a transaction while one is under way, whose changes nobody else
 * may see before it is committed.
 */
export type AtOnce = (parameters: readonly unknown[], inTransaction: boolean) => unknown[] | null;

type Prepare = (text: string) => AtOnce;

const embedded = new WeakMap<DialectAdapter, Prepare>();

const adapterOf = (db: Db): DialectAdapter => unguarded(db).getExecutor().adapter;

/**
 * Lets prepared statements on `db`, and in its transactions, run in the embedded database at once. To wait for a connection, for its turn, and
 * for the rows makes a promise each time, which together cost as much as the smallest statements; there is nothing to wait for where the only connection is in this process.
 */
export function letRunAtOnce(db: Db, prepare: Prepare): void {
  embedded.set(adapterOf(db), prepare);
}

/** How a statement is run at once on `db`; null where that is a server. */
export const atOnce = (db: Db, text: string): AtOnce | null => embedded.get(adapterOf(db))?.(text) ?? null;
