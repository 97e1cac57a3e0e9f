import { chunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/handles.ts';
import { prepared, type Value } from '../../platform/database/prepared.ts';
import { offeredVersion } from '../applications/facade.ts';

/** All revisions in one round trip; undefined when user or device have just gone. */
export const readRevisions = prepared((db, orgId: Value, userId: Value, deviceId: Value) =>
  db
    .selectFrom('organizations')
    .innerJoin('users', 'users.org_id', 'organizations.id')
    .innerJoin('devices', 'devices.org_id', 'organizations.id')
    .select([
      'organizations.catalog_revision as catalog',
      'organizations.activity_revision as activity',
      'users.revision as user',
      'devices.revision as device',
    ])
    .where('organizations.id', '=', orgId)
    .where('users.id', '=', userId)
    .where('devices.id', '=', deviceId),
);

export type ApplicationRow = Awaited<ReturnType<typeof enabledApplications>>[number];

/** Enabled applications that have a version. */
export const enabledApplications = (db: Db, orgId: string) =>
  db
    .selectFrom('applications')
    .select(['id', 'type', 'bundle_id', 'url', 'url_scheme', 'hybrid', 'add_to_start', 'form_factor'])
    .select(['form_factor_override', 'reviews_enabled', 'sort_weight', 'banner'])
    .select(['access_start', 'access_end', 'num_downloads', 'num_likes', 'num_dislikes'])
    .where('org_id', '=', orgId)
    .where('enabled', '=', 1)
    .where('latest_version', 'is not', null)
    .execute();

export type VersionRow = Awaited<ReturnType<typeof offeredVersions>>[number];

/** Versions with their install file; every field that a catalog shows. */
const versionsWithFile = (db: Db, orgId: string) =>
  db
    .selectFrom('versions')
    .leftJoin('install_files as file', (join) =>
      join.onRef('file.org_id', '=', 'versions.org_id').onRef('file.id', '=', 'versions.install_file'),
    )
    .select(['versions.id', 'versions.application', 'versions.ordinal', 'versions.version_num'])
    .select(['versions.package_version'])
    .select(['versions.binary_version', 'versions.app_name', 'versions.version_note', 'versions.author'])
    .select(['versions.short_description', 'versions.long_description', 'versions.icon'])
    .select(['versions.custom_metadata', 'versions.min_os_version', 'versions.release_date'])
    .select(['versions.required', 'versions.required_by', 'versions.other_certificate'])
    .select(['file.id as file_id', 'file.sha256', 'file.size', 'file.created as file_created'])
    .select(['file.expires as file_expires', 'file.sign_credentials_id'])
    .where('versions.org_id', '=', orgId)
    // What waits for its first signature can't be installed yet.
    .where('versions.withheld', '=', 0);

/**
 * The newest version of every enabled application that people can be given, and those that groups name. Their ids are asked for
 * first: given both at once, PostgreSQL reads all versions that ever were.
 */
export async function offeredVersions(db: Db, orgId: string) {
  const newest = await db
    .selectFrom('applications')
    .select((application) => offeredVersion(application).as('version'))
    .where('applications.org_id', '=', orgId)
    .where('applications.enabled', '=', 1)
    .execute();
  const named = await db
    .selectFrom('group_versions')
    .select('group_versions.version')
    .where('org_id', '=', orgId)
    .distinct()
    .execute();
  const ids = new Set([...newest, ...named].map(({ version }) => version).filter((id) => id !== null));
  const rows = [];
  for (const part of chunks([...ids])) {
    rows.push(...(await versionsWithFile(db, orgId).where('versions.id', 'in', part).execute()));
  }
  return rows;
}

/** Which applications each group has, and how. */
export const groupApplications = (db: Db, orgId: string) =>
  db
    .selectFrom('group_applications')
    .select(['group', 'application', 'is_mandatory', 'is_latest'])
    .where('org_id', '=', orgId)
    .execute();

/** Versions that groups name, where they do not always take the latest. */
export const groupVersions = (db: Db, orgId: string) =>
  db
    .selectFrom('group_versions')
    .select(['group', 'application', 'version'])
    .where('org_id', '=', orgId)
    .execute();

export type CategoryRow = Awaited<ReturnType<typeof categories>>[number];

export const categories = (db: Db, orgId: string) =>
  db
    .selectFrom('categories')
    .select(['id', 'psk', 'constant', 'name', 'icon', 'description'])
    .where('org_id', '=', orgId)
    .execute();

export const applicationCategories = (db: Db, orgId: string) =>
  db
    .selectFrom('application_categories')
    .select(['application', 'category'])
    .where('org_id', '=', orgId)
    .orderBy('category')
    .execute();

/** Counts that changed after an activity revision. */
export const countsSince = (db: Db, orgId: string, revision: number) =>
  db
    .selectFrom('applications')
    .select(['id', 'num_downloads', 'num_likes', 'num_dislikes'])
    .where('org_id', '=', orgId)
    .where('counts_revision', '>', revision)
    .execute();

/** The comment to quote of each application: of the newest like with one, else of the newest dislike. */
export function quotes(db: Db, orgId: string, applicationIds: readonly string[] | null) {
  const ranked = db
    .selectFrom('reviews')
    .select(['application', 'comment'])
    .select((select) =>
      select.fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('application')
            .orderBy('like', 'desc')
            .orderBy('updated', 'desc')
            .orderBy('id', 'desc'),
        )
        .as('place'),
    )
    .where('org_id', '=', orgId)
    .where('comment', 'is not', null)
    .$if(applicationIds !== null, (query) => query.where('application', 'in', applicationIds ?? []));
  return db
    .selectFrom(ranked.as('ranked'))
    .select(['application', 'comment'])
    .where('place', '=', 1)
    .execute();
}

export const groupsOf = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('group_users')
    .select('group')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .execute();

export const likesOf = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('reviews')
    .select(['application', 'like'])
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .execute();

/** What the device reported, with the place of a known version in the order of publishing. */
export const installedOn = (db: Db, orgId: string, deviceId: string) =>
  db
    .selectFrom('installed')
    .leftJoin('versions', (join) =>
      join.onRef('versions.org_id', '=', 'installed.org_id').onRef('versions.id', '=', 'installed.version'),
    )
    .select(['installed.application', 'installed.version', 'installed.reported', 'versions.ordinal'])
    .select((select) => select.fn.coalesce('versions.version_num', 'installed.version_num').as('version_num'))
    .where('installed.org_id', '=', orgId)
    .where('installed.device', '=', deviceId)
    .execute();

/** The last download of each application by this user, on any device. */
export const lastDownloads = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('downloads')
    .innerJoin(
      (from) =>
        from
          .selectFrom('downloads')
          .select((select) => select.fn.max('id').as('last'))
          .where('org_id', '=', orgId)
          .where('user', '=', userId)
          .groupBy('application')
          .as('latest'),
      (join) => join.onRef('latest.last', '=', 'downloads.id'),
    )
    .select(['application', 'version', 'install_file'])
    .where('org_id', '=', orgId)
    .execute();

/**
 * The versions of an application that these groups may see, newest first: all of them where a group always takes the
 * latest, else those that the groups name.
 */
export function visibleVersions(db: Db, orgId: string, applicationId: string, groups: readonly string[]) {
  return versionsWithFile(db, orgId)
    .where('versions.application', '=', applicationId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('group_applications as assigned')
          .leftJoin('group_versions as named', (join) =>
            join
              .onRef('named.org_id', '=', 'assigned.org_id')
              .onRef('named.group', '=', 'assigned.group')
              .onRef('named.version', '=', 'versions.id'),
          )
          .select('assigned.group')
          .whereRef('assigned.org_id', '=', 'versions.org_id')
          .whereRef('assigned.application', '=', 'versions.application')
          .where('assigned.group', 'in', groups)
          .where((any) => any.or([any('assigned.is_latest', '=', 1), any('named.version', 'is not', null)])),
      ),
    )
    .orderBy('versions.ordinal', 'desc')
    .execute();
}

/** What was read of an install file, as JSON, if it is signed. */
export async function metadataOfSigned(db: Db, orgId: string, fileId: string): Promise<string | null> {
  const row = await db
    .selectFrom('install_files')
    .select('binary_metadata')
    .where('org_id', '=', orgId)
    .where('id', '=', fileId)
    .where('signer', 'is not', null)
    .executeTakeFirst();
  return row?.binary_metadata ?? null;
}

export const screenshots = (db: Db, orgId: string, applicationId: string) =>
  db
    .selectFrom('screenshots')
    .select(['form', 'image'])
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .orderBy('slot')
    .execute();
