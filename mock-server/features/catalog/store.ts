import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Db } from '../../platform/database/handles.ts';
import { isInJson, withoutIndex } from '../../platform/database/json-rows.ts';
import { prepareFirst, prepareRows, toNumber, type Value } from '../../platform/database/prepared.ts';

/** All revisions in one round trip; undefined when user or device have just been removed. */
export const readRevisions = prepareFirst((db, orgId: Value, userId: Value, deviceId: Value) =>
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

export type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersionsWithFile>['execute']>>[number];

/** Versions with their install file; every field that a catalog shows. */
export const selectVersionsWithFile = (db: Db, orgId: string | Value) =>
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
    .where('versions.withheld', '=', sql.lit(0));

/** The comment of the newest like with a comment; without such a like, of the newest dislike with one. */
const selectQuote = (application: ExpressionBuilder<Tables, 'applications'>) =>
  application
    .selectFrom('reviews')
    .select('comment')
    .whereRef('reviews.org_id', '=', 'applications.org_id')
    .whereRef('reviews.application', '=', 'applications.id')
    .where('comment', 'is not', null)
    .orderBy('like', 'desc')
    .orderBy('updated', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(sql.lit(1));

export type DetailsRow = Awaited<ReturnType<typeof loadDetails>>[number];

/** Everything that catalogs show of these versions (a JSON array of ids) and of their applications, but categories. */
export const loadDetails = prepareRows((db: Db, orgId: Value, versions: Value) =>
  selectVersionsWithFile(db, orgId)
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.org_id', '=', 'versions.org_id')
        .onRef('applications.id', '=', 'versions.application'),
    )
    .select(['applications.type', 'applications.bundle_id', 'applications.url', 'applications.url_scheme'])
    .select(['applications.hybrid', 'applications.add_to_start', 'applications.form_factor'])
    .select(['applications.form_factor_override', 'applications.reviews_enabled'])
    .select(['applications.sort_weight', 'applications.banner'])
    .select(['applications.access_start', 'applications.access_end'])
    .select(['applications.num_downloads', 'applications.num_likes', 'applications.num_dislikes'])
    .select((row) => selectQuote(row).as('quote'))
    .where(({ ref }) => isInJson(db, ref('versions.id'), versions)),
);

/** An application of those rows; its `id` is that of the application. */
export type ApplicationRow = Pick<
  DetailsRow,
  | 'id'
  | 'type'
  | 'bundle_id'
  | 'url'
  | 'url_scheme'
  | 'hybrid'
  | 'add_to_start'
  | 'form_factor'
  | 'form_factor_override'
  | 'reviews_enabled'
  | 'sort_weight'
  | 'banner'
  | 'access_start'
  | 'access_end'
>;

/** What a search looks at in these versions (a JSON array of ids). */
export const searchTexts = prepareRows((db: Db, orgId: Value, versions: Value) =>
  db
    .selectFrom('versions')
    .select(['application', 'app_name', 'short_description', 'long_description', 'author'])
    .where('org_id', '=', orgId)
    .where(({ ref }) => isInJson(db, ref('id'), versions)),
);

export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number];

export const listCategories = (db: Db, orgId: string) =>
  db
    .selectFrom('categories')
    .select(['id', 'psk', 'constant', 'name', 'icon', 'description'])
    .where('org_id', '=', orgId)
    .execute();

/** The categories of these applications (a JSON array of ids), by id. */
export const findCategories = prepareRows((db: Db, orgId: Value, applications: Value) =>
  db
    .selectFrom('application_categories as has')
    .innerJoin('categories', (join) =>
      join.onRef('categories.org_id', '=', 'has.org_id').onRef('categories.id', '=', 'has.category'),
    )
    .select(['has.application', 'categories.id', 'categories.psk', 'categories.constant'])
    .select(['categories.name', 'categories.icon', 'categories.description'])
    .where('has.org_id', '=', orgId)
    .where(({ ref }) => isInJson(db, ref('has.application'), applications))
    .orderBy(withoutIndex(sql.ref<string>('has.category'))),
);

/** The applications of an organization that are in a category. */
export const listApplicationsInCategory = (db: Db, orgId: string, category: string) =>
  db
    .selectFrom('application_categories')
    .select('application')
    .where('org_id', '=', orgId)
    .where('category', '=', category)
    .execute();

/** The applications of which counts changed after an activity revision. */
export const listCountChangesSince = (db: Db, orgId: string, revision: number) =>
  db
    .selectFrom('applications')
    .select('id')
    .where('org_id', '=', orgId)
    .where('counts_revision', '>', revision)
    .execute();

/** Whether counts of any of these applications (a JSON array of ids) changed after an activity revision. */
export const countedSince = prepareFirst((db: Db, orgId: Value, applications: Value, revision: Value) =>
  db
    .selectFrom('applications')
    .select('id')
    .where('org_id', '=', orgId)
    .where(({ ref }) => isInJson(db, ref('id'), applications))
    // An expression, because the index on revisions would lead to all changes since.
    .where(sql`counts_revision + 0`, '>', toNumber(revision))
    .limit(sql.lit(1)),
);
