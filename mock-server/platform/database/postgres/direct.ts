import type { DialectAdapter } from 'kysely';
import type { Db } from '../handles.ts';
import { withoutGuard } from '../unguarded.ts';

/** Reads rows with one statement outside of a transaction; null where it has to wait its turn. */
export type Read = (text: string, values: readonly unknown[]) => Promise<unknown[]> | unknown[] | null;

/** By the adapter, the one object that a database and all its transactions have. */
const servers = new WeakMap<DialectAdapter, Read>();

const getAdapter = (db: Db): DialectAdapter => withoutGuard(db).getExecutor().adapter;

/**
 * Lets prepared statements that read, outside of transactions, go to the server without Kysely: its way to a connection and back takes a dozen turns of the
 * promise queue, and as long as ten look-ups in memory.
 */
export function allowDirectReads(db: Db, read: Read): void {
  servers.set(getAdapter(db), read);
}

/** How to read directly with this statement; null where it does not read, or `db` is no server. */
export const findDirectRead = (db: Db, text: string): Read | null =>
  /^select\b/.test(text) ? (servers.get(getAdapter(db)) ?? null) : null;
