import type { Db } from '../handles.ts';

/** The rows of a statement; null while a transaction is under way, whose changes nobody else may see before it is committed. */
export type ReadAtOnce = (parameters: readonly unknown[]) => unknown[] | null;

type Prepare = (text: string) => ReadAtOnce;

const embedded = new WeakMap<Db, Prepare>();

/**
 * Lets prepared queries on `db` read the embedded database at once. To wait for a connection, for its turn, and for the rows makes a
 * promise each time, which together cost as much as the smallest queries; there is nothing to wait for where the only connection is in this process.
 */
export function letReadAtOnce(db: Db, prepare: Prepare): void {
  embedded.set(db, prepare);
}

/** How a statement is read at once on `db`; null where that is a server, or a transaction. */
export const readsAtOnce = (db: Db, text: string): ReadAtOnce | null => embedded.get(db)?.(text) ?? null;

type Write = (text: string, parameters: readonly unknown[]) => void;

const written = new WeakMap<Db, Write>();

/** The same for statements of an open transaction of `db` whose answer nobody needs. */
export function letWriteAtOnce(db: Db, write: Write): void {
  written.set(db, write);
}

/** How an open transaction of `db` writes at once; null where that is a server. */
export const writesAtOnce = (db: Db): Write | null => written.get(db) ?? null;
