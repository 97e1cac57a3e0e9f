import type { Tables } from '../../migrations/tables.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';

export const listCategories = (db: Db, orgId: string) =>
  db
    .selectFrom('categories')
    .innerJoin('organizations', 'organizations.id', 'categories.org_id')
    .selectAll('categories')
    .select('organizations.psk as org_psk')
    .where('categories.org_id', '=', orgId)
    .orderBy('categories.name')
    .execute();

export async function insertCategories(tx: CatalogTx, rows: readonly Tables['categories'][]): Promise<void> {
  await tx.insertInto('categories').values(rows).execute();
}

/** Gives an application these categories and no others. */
export async function replaceCategories(
  tx: CatalogTx,
  orgId: string,
  application: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('application_categories')
    .where('org_id', '=', orgId)
    .where('application', '=', application)
    .execute();
  const rows = ids.map((category) => ({ org_id: orgId, application, category }));
  if (rows.length > 0) await tx.insertInto('application_categories').values(rows).execute();
}
