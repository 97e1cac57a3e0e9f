import { chunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/handles.ts';
import { prepared, type Value } from '../../platform/database/prepared.ts';
import { offeredVersion } from '../applications/facade.ts';

/** All revisions in one round trip; undefined when user or device have just been removed. */
export const readRevisions = prepared((db, orgId: Value, userId: Value, deviceId: Value) =>
  db
    .selectFrom('organizations')
    .innerJoin('users', 'users.org_id', 'organizations.id')
    .innerJoin('devices', 'devices.org_id', 'organizations.id')
    .leftJoin('activity_revisions', 'activity_revisions.org_id', 'organizations.id')
    .select((row) => row.fn.coalesce('activity_revisions.revision', row.lit(0)).as('activity'))
    .select([
      'organizations.catalog_revision as catalog',
      'users.revision as user',
      'devices.revision as device',
    ])
    .where('organizations.id', '=', orgId)
    .where('users.id', '=', userId)
    .where('devices.id', '=', deviceId),
);

const sharedRevisions = prepared((db, orgId: Value) =>
  db
    .selectFrom('organizations')
    .leftJoin('activity_revisions', 'activity_revisions.org_id', 'organizations.id')
    .select((row) => row.fn.coalesce('activity_revisions.revision', row.lit(0)).as('activity'))
    .select('organizations.catalog_revision as revision')
    .where('organizations.id', '=', orgId),
);

/** The revisions that all people of an organization share. */
export async function revisionsOf(db: Db, orgId: string) {
  const found = await sharedRevisions(db, orgId);
  if (found === undefined) throw new Error(`There is no organization ${orgId}.`);
  return found;
}

export type ApplicationRow = Awaited<ReturnType<typeof enabledApplications>>[number];

/**
 * Those of these applications that are enabled and have a version, with the newest version that people can be offered.
 */
export const enabledApplications = (db: Db, orgId: string, ids: readonly string[]) =>
  db
    .selectFrom('applications')
    .select((application) => offeredVersion(application).as('offered'))
    .select(['id', 'type', 'bundle_id', 'url', 'url_scheme', 'hybrid', 'add_to_start', 'form_factor'])
    .select(['form_factor_override', 'reviews_enabled', 'sort_weight', 'banner'])
    .select(['access_start', 'access_end', 'num_downloads', 'num_likes', 'num_dislikes'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('enabled', '=', 1)
    .where('latest_version', 'is not', null)
    .execute();

export type VersionRow = Awaited<ReturnType<typeof versionsById>>[number];

/** Versions with their install file; every field that a catalog shows. */
export const versionsWithFile = (db: Db, orgId: string) =>
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
    // A version that waits for its first signature can't be installed yet.
    .where('versions.withheld', '=', 0);

/** Versions with these ids, except those that wait for their first signature. */
export const versionsById = async (db: Db, orgId: string, ids: readonly string[]) => {
  const rows = await Promise.all(
    chunks(ids).map((part) => versionsWithFile(db, orgId).where('versions.id', 'in', part).execute()),
  );
  return rows.flat();
};

/** The versions of these applications that any group names. */
export const namedVersions = (db: Db, orgId: string, applications: readonly string[]) =>
  db
    .selectFrom('group_versions')
    .select('version')
    .distinct()
    .where('org_id', '=', orgId)
    .where('application', 'in', applications)
    .execute();

export type CategoryRow = Awaited<ReturnType<typeof categories>>[number];

export const categories = (db: Db, orgId: string) =>
  db
    .selectFrom('categories')
    .select(['id', 'psk', 'constant', 'name', 'icon', 'description'])
    .where('org_id', '=', orgId)
    .execute();

export const applicationCategories = (db: Db, orgId: string, applications: readonly string[]) =>
  db
    .selectFrom('application_categories')
    .select(['application', 'category'])
    .where('org_id', '=', orgId)
    .where('application', 'in', applications)
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

/** The comment to quote for each application: of the newest like that has one, otherwise of the newest dislike. */
export function quotes(db: Db, orgId: string, applicationIds: readonly string[]) {
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
    .where('application', 'in', applicationIds);
  return db
    .selectFrom(ranked.as('ranked'))
    .select(['application', 'comment'])
    .where('place', '=', 1)
    .execute();
}
