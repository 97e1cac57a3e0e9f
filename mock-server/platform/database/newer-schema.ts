import { sql } from 'kysely';
import type { Db } from './handles.ts';
import { withoutGuard } from './unguarded.ts';

/**
 * The first change of the schema after `newest`, the last one that this version knows; null when there is none. Error:
 * that of the database.
 */
export async function findNewerChange(db: Db, newest: string): Promise<string | null> {
  const newer = sql<{
    name: string;
  }>`select name from kysely_migration where name > ${newest} order by name limit 1`;
  const { rows } = await newer.execute(withoutGuard(db));
  return rows[0]?.name ?? null;
}
