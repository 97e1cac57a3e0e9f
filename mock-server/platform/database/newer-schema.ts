import { sql } from 'kysely';
import type { Db } from './handles.ts';
import { unguarded } from './unguarded.ts';

/** The database was changed by a newer version of the service than this one. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';

  constructor(change: string) {
    super(`A newer version of Appshelf has changed the database (${change}). Start that version.`);
  }
}

/** The first change of the schema after `newest`, the last one that this version knows; null when there is none. Error: that of the database. */
export async function newerChange(db: Db, newest: string): Promise<string | null> {
  const later = sql<{
    name: string;
  }>`select name from kysely_migration where name > ${newest} order by name limit 1`;
  const { rows } = await later.execute(unguarded(db));
  return rows[0]?.name ?? null;
}
