import type { Expression } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import type { ActivityTx, Db } from '../../platform/database/handles.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import { withRowLock } from '../../platform/database/locks.ts';
import { selectOfferedVersion } from '../applications/facade.ts';

export type DownloadRow = Tables['downloads'];
export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** The organization of an install file, which the address does not contain. */
export async function findOrganizationOfFile(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('install_files').select('org_id').where('id', '=', id).executeTakeFirst();
  return row?.org_id;
}

/** An install file with what decides whether and how it is sent; only of an enabled application, or of any. */
export const findFile = (db: Db, orgId: string, id: string, of: 'enabled' | 'any' = 'enabled') =>
  db
    .selectFrom('install_files')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.org_id', '=', 'install_files.org_id')
        .onRef('applications.id', '=', 'install_files.application'),
    )
    .innerJoin('organizations', 'organizations.id', 'install_files.org_id')
    .select(['install_files.id', 'install_files.application', 'install_files.version'])
    .select(['install_files.sha256', 'install_files.size', 'install_files.file_name'])
    .select(['applications.type', 'applications.is_app_catalog'])
    .select('applications.no_auth_delivery_enabled')
    .select(['organizations.name', 'organizations.settings'])
    .where('install_files.org_id', '=', orgId)
    .where('install_files.id', '=', id)
    .$if(of === 'enabled', (query) => query.where('applications.enabled', '=', 1))
    .executeTakeFirst();

/** The file of a version as it was uploaded, before any signing. */
export const findOriginalFile = (db: Db, orgId: string, versionId: string) =>
  db
    .selectFrom('install_files')
    .select('id')
    .where('org_id', '=', orgId)
    .where('version', '=', versionId)
    .where('action', '=', 'upload')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** A download whose position in the journal the database finds. */
type NewDownload = Omit<DownloadRow, 'position'> & { position: number | Expression<number> };

export const insertDownload = (tx: ActivityTx, row: NewDownload): Promise<void> =>
  runPipelined(tx, tx.insertInto('downloads').values(row));

/**
 * Makes the recordings of downloads of one person, or of one application by nobody, wait for each other until their
 * transactions end.
 */
export async function lockDownloads(
  tx: ActivityTx,
  orgId: string,
  userId: string | null,
  applicationId: string,
): Promise<void> {
  const user = tx.selectFrom('users').select('id').where('org_id', '=', orgId);
  const application = tx.selectFrom('applications').select('id').where('org_id', '=', orgId);
  if (userId !== null)
    await runPipelined(tx, withRowLock(tx, user.where('id', '=', userId), { changed: ['users'] }));
  else
    await runPipelined(
      tx,
      withRowLock(tx, application.where('id', '=', applicationId), { changed: ['applications'] }),
    );
}

/** Whether a person downloaded an application on a device. */
export async function isDownloadedOn(
  db: Db,
  orgId: string,
  { application, user, device }: { application: string; user: string; device: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('downloads')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user', '=', user)
    .where('application', '=', application)
    .where('device', '=', device)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Applications with their versions and the install files of these. */
const selectPublished = (db: Db) =>
  db
    .selectFrom('applications')
    .innerJoin('versions', (join) =>
      join
        .onRef('versions.org_id', '=', 'applications.org_id')
        .onRef('versions.application', '=', 'applications.id'),
    )
    .innerJoin('install_files', (join) =>
      join
        .onRef('install_files.org_id', '=', 'versions.org_id')
        .onRef('install_files.id', '=', 'versions.install_file'),
    );

/**
 * The App Catalog with this package, in this version, or in the latest where there is no such version; undefined when
 * there is none.
 */
export const findAppCatalog = (
  db: Db,
  orgId: string,
  { bundleId, version }: { bundleId: string; version: string },
) =>
  selectPublished(db)
    .select(['applications.id as application', 'versions.id as version', 'install_files.id as install_file'])
    .where('applications.org_id', '=', orgId)
    .where('applications.bundle_id', '=', bundleId)
    .where('applications.is_app_catalog', '=', 1)
    .orderBy((order) =>
      order
        .case()
        .when('versions.version_num', '=', version)
        .then(0)
        .when('versions.package_version', '=', version)
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy('versions.ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether a download by a link was recorded. */
export async function isRecorded(db: Db, orgId: string, link: string): Promise<boolean> {
  const row = await db
    .selectFrom('downloads')
    .select('id')
    .where('org_id', '=', orgId)
    .where('link', '=', link)
    .executeTakeFirst();
  return row !== undefined;
}

export type DirectRow = NonNullable<Awaited<ReturnType<typeof findDirect>>>;

/**
 * An enabled application in its offered version, or one version, with its file and with what allows a direct install.
 * Ids and psks of both are unique in the whole service, so no organization is needed to find them.
 */
export async function findDirect(
  db: Db,
  orgId: string | null,
  subject: { application: string } | { version: string },
) {
  const alias = parseIdentifier('application' in subject ? subject.application : subject.version);
  const table = 'application' in subject ? 'applications' : 'versions';
  return await selectPublished(db)
    .innerJoin('organizations', 'organizations.id', 'applications.org_id')
    .select(['applications.org_id', 'applications.id as application', 'applications.type'])
    .select(['applications.bundle_id', 'applications.no_auth_delivery_enabled', 'organizations.name'])
    .select(['applications.access_start', 'applications.access_end'])
    .select(['organizations.settings', 'versions.id as version', 'versions.version_num'])
    .select(['versions.binary_version', 'versions.app_name', 'versions.author', 'versions.icon'])
    .select(['install_files.id as file', 'install_files.size'])
    .where('applications.enabled', '=', 1)
    .where('versions.withheld', '=', 0)
    .$if('application' in subject, (query) => query.where('versions.id', '=', selectOfferedVersion))
    .$if(orgId !== null, (query) => query.where('applications.org_id', '=', orgId ?? ''))
    .$if('id' in alias, (query) => query.where(`${table}.id`, '=', 'id' in alias ? alias.id : ''))
    .$if('psk' in alias, (query) => query.where(`${table}.psk`, '=', 'psk' in alias ? alias.psk : 0))
    .executeTakeFirst();
}
