import type { Compilable } from 'kysely';
import type { Tx } from '../handles.ts';
import { withoutGuard } from '../unguarded.ts';

/** Marks the beginning of a statement's text: its answer is not awaited. */
export const pipelinedMark = '/* later */ ';

/**
 * Runs a statement whose answer nobody needs. PostgreSQL is sent it together with the next statement of the
 * transaction, or with its `commit`: so it costs no round trip, and takes its locks later. When it fails, that next
 * statement fails.
 */
export async function runPipelined(tx: Tx, statement: Compilable): Promise<void> {
  const query = statement.compile();
  await withoutGuard(tx).executeQuery({ ...query, sql: pipelinedMark + query.sql });
}
