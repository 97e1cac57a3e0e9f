import type { DialectAdapter } from 'kysely';
import type { Db } from '../handles.ts';
import { unguarded } from '../unguarded.ts';

/**
 * Runs a statement and returns its rows. Null where it must wait: outside of a transaction while one is running, whose
 * changes nobody else may see before it is committed.
 */
export type AtOnce = (parameters: readonly unknown[], inTransaction: boolean) => unknown[] | null;

type Prepare = (text: string) => AtOnce;

const embedded = new WeakMap<DialectAdapter, Prepare>();

const adapterOf = (db: Db): DialectAdapter => unguarded(db).getExecutor().adapter;

/**
 * Lets prepared statements on `db`, and in its transactions, run at once in the embedded database. Waiting for a
 * connection, for a turn, and for the rows would create a promise each, which together cost as much as the smallest
 * statements; with a single connection in this process there is nothing to wait for.
 */
export function letRunAtOnce(db: Db, prepare: Prepare): void {
  embedded.set(adapterOf(db), prepare);
}

/** How to run a statement at once on `db`; null where `db` is a server. */
export const atOnce = (db: Db, text: string): AtOnce | null => embedded.get(adapterOf(db))?.(text) ?? null;
