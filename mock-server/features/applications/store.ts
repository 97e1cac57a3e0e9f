import { signStatuses } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';

export type ApplicationRow = Tables['applications'];
export type VersionRow = Tables['versions'];
export type InstallFileRow = Tables['install_files'];
export type ScreenshotRow = Tables['screenshots'];

export const findApplicationByPsk = (db: Db, orgId: string, psk: number) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('psk', '=', psk)
    .executeTakeFirst();

export const findApplicationById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();

export const findVersionByPsk = (db: Db, orgId: string, psk: number) =>
  db.selectFrom('versions').selectAll().where('org_id', '=', orgId).where('psk', '=', psk).executeTakeFirst();

export const findVersionById = (db: Db, orgId: string, id: string) =>
  db.selectFrom('versions').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

/** Applications of one type that have this package, the first published first. */
export const findApplicationsByPackage = (db: Db, orgId: string, type: number, bundleId: string) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('bundle_id', '=', bundleId)
    .where('type', '=', type)
    .orderBy('psk')
    .execute();

/** Applications of the web and of public stores with this address, the first published first. */
export const findApplicationsByAddress = (db: Db, orgId: string, url: string) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('url', '=', url)
    .where('hybrid', 'is', null)
    .orderBy('psk')
    .execute();

export async function insertApplication(tx: CatalogTx, row: ApplicationRow): Promise<void> {
  await tx.insertInto('applications').values(row).execute();
}

export async function updateApplication(
  tx: CatalogTx,
  orgId: string,
  id: string,
  change: Partial<ApplicationRow>,
): Promise<void> {
  await tx.updateTable('applications').set(change).where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** Deletes an application; its versions, files, screenshots, reviews and assignments go with it. */
export async function deleteApplication(tx: CatalogTx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('applications').where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** Turns the App Catalogs of a type into normal applications; returns them. */
export const demoteAppCatalogs = (tx: CatalogTx, orgId: string, type: number) =>
  tx
    .updateTable('applications')
    .set({ is_app_catalog: 0 })
    .where('org_id', '=', orgId)
    .where('type', '=', type)
    .where('is_app_catalog', '=', 1)
    .returning(['id', 'latest_version'])
    .execute();

export async function insertVersion(tx: CatalogTx, row: VersionRow): Promise<void> {
  await tx.insertInto('versions').values(row).execute();
}

/** Changes a version; does nothing when there is nothing to change. */
export async function updateVersion(
  tx: CatalogTx,
  orgId: string,
  id: string,
  change: Partial<VersionRow>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('versions').set(change).where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** The largest value of the databases' integer columns. */
const largestInteger = 2 ** 31 - 1;

/**
 * Who signed the newest delivered file, among those whose signer is known, before a version (its ordinal) of an
 * application; as JSON.
 */
export async function findPreviousSigner(
  db: Db,
  orgId: string,
  applicationId: string,
  ordinal = largestInteger,
): Promise<string | null> {
  const row = await db
    .selectFrom('versions')
    .innerJoin('install_files', (join) =>
      join
        .onRef('install_files.org_id', '=', 'versions.org_id')
        .onRef('install_files.id', '=', 'versions.install_file'),
    )
    .select('install_files.signer')
    .where('versions.org_id', '=', orgId)
    .where('versions.application', '=', applicationId)
    .where('versions.ordinal', '<', ordinal)
    .where('install_files.signer', 'is not', null)
    .orderBy('versions.ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.signer ?? null;
}

/** Whether a signature was ever requested for another version of the application. */
export async function hasSignedOthers(
  db: Db,
  { org_id, application, id }: Pick<VersionRow, 'org_id' | 'application' | 'id'>,
): Promise<boolean> {
  const requested = [signStatuses.signing, signStatuses.cancelled, signStatuses.failed];
  const row = await db
    .selectFrom('versions')
    .leftJoin('install_files', (join) =>
      join
        .onRef('install_files.org_id', '=', 'versions.org_id')
        .onRef('install_files.version', '=', 'versions.id')
        .on('install_files.action', '=', 'sign'),
    )
    .select('versions.id')
    .where('versions.org_id', '=', org_id)
    .where('versions.application', '=', application)
    .where('versions.id', '!=', id)
    .where((is) =>
      is.or([is('versions.sign_status', 'in', requested), is('install_files.id', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertInstallFile(tx: CatalogTx, row: InstallFileRow): Promise<void> {
  await tx.insertInto('install_files').values(row).execute();
}

export async function setScreenshot(tx: CatalogTx, row: ScreenshotRow): Promise<void> {
  await tx
    .insertInto('screenshots')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'application', 'form', 'slot']).doUpdateSet({ image: row.image }),
    )
    .execute();
}

/** Empties a slot; false when it was empty. */
export async function deleteScreenshot(tx: CatalogTx, key: Omit<ScreenshotRow, 'image'>): Promise<boolean> {
  const done = await tx
    .deleteFrom('screenshots')
    .where('org_id', '=', key.org_id)
    .where('application', '=', key.application)
    .where('form', '=', key.form)
    .where('slot', '=', key.slot)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}
