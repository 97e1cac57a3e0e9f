import { signStatuses } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';

export type PreparationRow = Tables['preparations'];
export type VersionRow = Tables['versions'];
export type InstallFileRow = Tables['install_files'];

export const findVersionById = (db: Db, orgId: string, id: string) =>
  db.selectFrom('versions').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

export const findPreparation = (db: Db, orgId: string, version: string) =>
  db
    .selectFrom('preparations')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Writes the newest request for a version in place of an earlier one. */
export async function savePreparation(tx: CatalogTx, row: PreparationRow): Promise<void> {
  await tx
    .insertInto('preparations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'version']).doUpdateSet(row))
    .execute();
}

/** Ends a request; false when a newer one replaced it, or when it has ended. */
export async function endPreparation(
  tx: CatalogTx,
  { org_id, version, request }: Pick<PreparationRow, 'org_id' | 'version' | 'request'>,
  state: PreparationRow['state'],
): Promise<boolean> {
  const ended = await tx
    .updateTable('preparations')
    .set({ state })
    .where('org_id', '=', org_id)
    .where('version', '=', version)
    .where('request', '=', request)
    .where('state', '=', 'waiting')
    .returning('version')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Deletes the request for a version. */
export async function deletePreparation(tx: CatalogTx, orgId: string, version: string): Promise<void> {
  await tx.deleteFrom('preparations').where('org_id', '=', orgId).where('version', '=', version).execute();
}

/** Requests of an organization that wait for these credentials. */
export const listWaitingFor = (db: Db, orgId: string, credentials: string) =>
  db
    .selectFrom('preparations')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('credentials', '=', credentials)
    .where('state', '=', 'waiting')
    .execute();

/** Requests of all organizations that have been waiting since before a moment. */
export const listWaitingSince = (db: Db, moment: string) =>
  db
    .selectFrom('preparations')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('requested', '<', moment)
    .execute();

/** Payloads of the unfinished jobs of a kind. */
export async function listPayloads(db: Db, orgId: string, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('payload')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('state', '!=', 'failed')
    .execute();
  return rows.map((row) => row.payload);
}

/** The file of a version as it was uploaded. */
export const findUploadedFile = (db: Db, orgId: string, version: string) =>
  db
    .selectFrom('install_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .where('action', '=', 'upload')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const findFileById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('install_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function insertFile(tx: CatalogTx, row: InstallFileRow): Promise<void> {
  await tx.insertInto('install_files').values(row).execute();
}

/** Marks the files that were made of an uploaded one as replaced, except the one that stays. */
export async function replaceFiles(
  tx: CatalogTx,
  orgId: string,
  version: string,
  { retainedFiles, moment }: { retainedFiles: readonly string[]; moment: string },
): Promise<void> {
  await tx
    .updateTable('install_files')
    .set({ replaced: moment })
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .where('action', '!=', 'upload')
    .where('replaced', 'is', null)
    .where('id', 'not in', retainedFiles)
    .execute();
}

/** Records how far the signing of a version is, unless it has ended. */
export async function setProgress(tx: CatalogTx, orgId: string, id: string, details: string): Promise<void> {
  await tx
    .updateTable('versions')
    .set({ sign_status_details: details })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('sign_status', '=', signStatuses.signing)
    .execute();
}
