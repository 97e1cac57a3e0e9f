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

/** The revisions of what all people of an organization share. */
export const revisionsOf = (db: Db, orgId: string) =>
  db
    .selectFrom('organizations')
    .leftJoin('activity_revisions', 'activity_revisions.org_id', 'organizations.id')
    .select((row) => row.fn.coalesce('activity_revisions.revision', row.lit(0)).as('activity'))
    .select('catalog_revision as revision')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow();

export type ApplicationRow = Awaited<ReturnType<typeof enabledApplications>>[number];

/** Those of these applications that are enabled and have a version, with the newest that people can be given. */
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

/** Versions of these ids, without those that wait for their first signature. */
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

/** Where a page of assignments ends. */
export interface Place {
  group: string;
  application: string;
}

/** Assignments that are read at once. */
export const assignmentsTogether = 500;

const assignments = (db: Db, orgId: string) =>
  db
    .selectFrom('group_applications')
    .select(['group', 'application', 'is_mandatory', 'is_latest'])
    .where('org_id', '=', orgId)
    .limit(assignmentsTogether);

/** Those that a page after a place may still begin with: without them the database would read all earlier pages again. */
const notBefore = (ids: readonly string[], first: string | undefined): readonly string[] =>
  first === undefined ? ids : ids.filter((id) => id >= first);

/** Which applications groups have, and how; a page of them. */
export const assignmentsOfGroups = (db: Db, orgId: string, groups: readonly string[], after: Place | null) =>
  assignments(db, orgId)
    .where('group', 'in', notBefore(groups, after?.group))
    .$if(after !== null, (query) =>
      query.where((row) =>
        row(
          row.refTuple('group', 'application'),
          '>',
          row.tuple(after?.group ?? '', after?.application ?? ''),
        ),
      ),
    )
    .orderBy('group')
    .orderBy('application')
    .execute();

/** Which groups have applications, and how; a page of them. */
export const assignmentsOfApplications = (
  db: Db,
  orgId: string,
  applications: readonly string[],
  after: Place | null,
) =>
  assignments(db, orgId)
    .where('application', 'in', notBefore(applications, after?.application))
    .$if(after !== null, (query) =>
      query.where((row) =>
        row(
          row.refTuple('application', 'group'),
          '>',
          row.tuple(after?.application ?? '', after?.group ?? ''),
        ),
      ),
    )
    .orderBy('application')
    .orderBy('group')
    .execute();

/** Versions of these applications that these groups name, where they do not always take the latest. */
export const groupVersions = (
  db: Db,
  orgId: string,
  applications: readonly string[],
  groups: readonly string[],
) =>
  db
    .selectFrom('group_versions')
    .select(['group', 'application', 'version'])
    .where('org_id', '=', orgId)
    .where('application', 'in', applications)
    .where('group', 'in', groups)
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

/** The comment to quote of each application: of the newest like with one, else of the newest dislike. */
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
