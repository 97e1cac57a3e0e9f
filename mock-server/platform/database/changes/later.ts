import type { Compilable } from 'kysely';
import type { Tx } from '../handles.ts';
import { unguarded } from '../unguarded.ts';

/** At the beginning of a statement's text: nobody waits for its answer. */
export const laterMark = '/* later */ ';

/**
 * Runs a statement whose answer nobody needs. On PostgreSQL it is sent together with the next one of the transaction, or with its
 * `commit`: it costs no round trip, and what it locks is locked later. When it fails, that one does.
 */
export async function later(tx: Tx, statement: Compilable): Promise<void> {
  const query = statement.compile();
  await unguarded(tx).executeQuery({ ...query, sql: laterMark + query.sql });
}
