import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { Db } from '../../../platform/database/handles.ts';

/** The catalog revisions of organizations. */
export async function readCatalogRevisions(
  db: Db,
  orgIds: readonly string[],
): Promise<{ id: string; revision: number }[]> {
  const parts = splitIntoChunks(orgIds).map((ids) =>
    db
      .selectFrom('organizations')
      .select(['id', 'catalog_revision as revision'])
      .where('id', 'in', ids)
      .execute(),
  );
  return (await Promise.all(parts)).flat();
}
