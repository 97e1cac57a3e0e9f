import type { Tables } from '../../migrations/tables.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';

export type InspectionRow = Tables['inspections'];

export const findInspection = (db: Db, orgId: string, version: string) =>
  db
    .selectFrom('inspections')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .executeTakeFirst();

export async function insertInspection(tx: CatalogTx, row: InspectionRow): Promise<void> {
  await tx.insertInto('inspections').values(row).execute();
}

export async function updateInspection(
  tx: CatalogTx,
  orgId: string,
  version: string,
  change: Partial<InspectionRow>,
): Promise<void> {
  await tx
    .updateTable('inspections')
    .set(change)
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .execute();
}

/** The version with the file that devices get of it; undefined when there is none. */
export const findInspectedVersion = (db: Db, orgId: string, version: string) =>
  db
    .selectFrom('versions')
    .innerJoin('install_files', (join) =>
      join
        .onRef('install_files.org_id', '=', 'versions.org_id')
        .onRef('install_files.id', '=', 'versions.install_file'),
    )
    .select(['versions.id', 'versions.psk', 'versions.inspection_status', 'install_files.sha256'])
    .where('versions.org_id', '=', orgId)
    .where('versions.id', '=', version)
    .executeTakeFirst();

/** Document 2, Inspection status. */
export async function setStatus(
  tx: CatalogTx,
  orgId: string,
  version: string,
  status: number,
): Promise<void> {
  await tx
    .updateTable('versions')
    .set({ inspection_status: status })
    .where('org_id', '=', orgId)
    .where('id', '=', version)
    .execute();
}

/** Document 2, Install file object, `providerx_verification_id`. */
export async function setInspectionId(
  tx: CatalogTx,
  orgId: string,
  version: string,
  id: string,
): Promise<void> {
  await tx
    .updateTable('install_files')
    .set({ inspection_id: id })
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .execute();
}
