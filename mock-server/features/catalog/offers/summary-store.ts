import { sql } from 'kysely';
import type { Db } from '../../../platform/database/handles.ts';
import { buildJsonArray, isInJson, jsonList, withoutIndex } from '../../../platform/database/json-rows.ts';
import { prepareRows, type Value } from '../../../platform/database/prepared.ts';

/** Applications that one statement reads, so that no statement of a large catalog blocks other requests. */
export const pageSize = 1_000;

/** Whether one of these groups names a version. */
const isVersionNamed = (db: Db, orgId: Value, groups: Value) =>
  db
    .selectFrom('group_versions as named')
    .select(sql.lit(1).as('one'))
    .where('named.org_id', '=', orgId)
    .where(({ ref }) => isInJson(db, ref('named.group'), groups))
    .where('named.application', '=', sql.ref<string>('applications.id'))
    .where('named.version', '=', sql.ref<string>('versions.id'));

/** Whether a group that does not always take the latest version names one that people can be offered. */
const hasNamedVersion = (db: Db, orgId: Value) =>
  db
    .selectFrom('group_versions as own')
    .innerJoin('versions as candidate', (join) =>
      join.onRef('candidate.org_id', '=', 'own.org_id').onRef('candidate.id', '=', 'own.version'),
    )
    .select(sql.lit(1).as('one'))
    .where('own.org_id', '=', orgId)
    .where('own.group', '=', sql.ref<string>('given.group'))
    .where('own.application', '=', sql.ref<string>('given.application'))
    .where('candidate.withheld', '=', sql.lit(0));

const application = withoutIndex(sql.ref<string>('given.application'));

/** The applications that any of these groups has: each once, mandatory if one of the groups says so. */
const selectAssigned = (db: Db, orgId: Value, groups: Value) =>
  db
    .selectFrom('group_applications as given')
    .select(({ fn, exists }) => [
      application.as('application'),
      fn.max<0 | 1>('given.is_latest').as('is_latest'),
      sql<
        0 | 1
      >`max(case when given.is_latest = 1 or ${exists(hasNamedVersion(db, orgId))} then given.is_mandatory else 0 end)`.as(
        'required_by_group',
      ),
    ])
    .where('given.org_id', '=', orgId)
    .where(({ ref }) => isInJson(db, ref('given.group'), groups))
    .groupBy(application)
    .orderBy('application');

/**
 * Each assigned application with the version that is offered, null where nothing of it is. They are looked up for each
 * by keys: of a join, a database that expects more rows than there are would read whole tables.
 */
const withVersions = (db: Db, orgId: Value, groups: Value, assigned: ReturnType<typeof selectAssigned>) =>
  db
    .selectFrom(assigned.as('assigned'))
    .select(['assigned.application', 'assigned.required_by_group'])
    .select((outer) =>
      outer
        .selectFrom('applications')
        .crossJoin('versions')
        .select('versions.id')
        .where('applications.org_id', '=', orgId)
        .whereRef('applications.id', '=', 'assigned.application')
        .where('applications.enabled', '=', sql.lit(1))
        .where('applications.latest_version', 'is not', null)
        .where('versions.org_id', '=', orgId)
        .whereRef('versions.application', '=', 'applications.id')
        // A version that waits for its first signature can't be installed yet.
        .where('versions.withheld', '=', sql.lit(0))
        .where(({ or, eb, exists }) =>
          or([eb('assigned.is_latest', '=', sql.lit(1)), exists(isVersionNamed(db, orgId, groups))]),
        )
        .orderBy('versions.ordinal', 'desc')
        .limit(sql.lit(1))
        .as('version'),
    );

/** The next applications of groups (a JSON array), by id, after one of them. */
export const listAssignedAfter = prepareRows((db: Db, orgId: Value, groups: Value, after: Value) =>
  selectAssigned(db, orgId, groups).where(application, '>', after).limit(sql.lit(pageSize)),
);

/** The newest version of each of some applications (a JSON array) that people can be offered, by application. */
export const findNewestVersions = prepareRows((db: Db, orgId: Value, ids: Value) =>
  db
    .selectFrom('versions')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.org_id', '=', 'versions.org_id')
        .onRef('applications.id', '=', 'versions.application'),
    )
    .select(['versions.application', 'versions.id as version'])
    .where('versions.org_id', '=', orgId)
    .where(({ ref }) => isInJson(db, ref('versions.application'), ids))
    .where('applications.enabled', '=', sql.lit(1))
    .where('applications.latest_version', 'is not', null)
    // A version that waits for its first signature can't be installed yet.
    .where('versions.withheld', '=', sql.lit(0))
    .orderBy('versions.ordinal'),
);

export type OfferedVersion = Awaited<ReturnType<typeof findVersionsOfApplications>>[number];

/** Those of some applications (a JSON array) that groups have. */
export const findVersionsOfApplications = prepareRows((db: Db, orgId: Value, groups: Value, ids: Value) =>
  withVersions(
    db,
    orgId,
    groups,
    selectAssigned(db, orgId, groups).where(({ ref }) => isInJson(db, ref('given.application'), ids)),
  ),
);

/** Those of some applications (a JSON array) that a person's groups have. */
export const findVersionsOfPerson = prepareRows((db: Db, orgId: Value, userId: Value, ids: Value) => {
  const own = db
    .selectFrom('group_users')
    .select(({ ref }) => jsonList(db, ref('group')).as('groups'))
    .where('org_id', '=', orgId)
    .where('user', '=', userId);
  const groups = sql<string>`(${own})`;
  return withVersions(
    db,
    orgId,
    groups,
    selectAssigned(db, orgId, groups).where(({ ref }) => isInJson(db, ref('given.application'), ids)),
  );
});

/** What decides whether and where lists show an application in a version. */
export type Facts = [
  application: string,
  type: number,
  hybrid: string | null,
  formFactor: number,
  formFactorOverride: string,
  hasBanner: 0 | 1,
  sortWeight: number,
  numDownloads: number,
  numLikes: number,
  name: string,
  releaseDate: string,
  minimum: string | null,
  required: 0 | 1,
  hasFile: 0 | 1,
];

/** The facts of versions (a JSON array of ids), as JSON. */
export const findFacts = prepareRows((db: Db, orgId: Value, versions: Value) =>
  db
    .selectFrom('versions')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.org_id', '=', 'versions.org_id')
        .onRef('applications.id', '=', 'versions.application'),
    )
    .select(({ ref }) => [
      'versions.id',
      buildJsonArray(db, [
        ref('applications.id'),
        ref('applications.type'),
        ref('applications.hybrid'),
        ref('applications.form_factor'),
        ref('applications.form_factor_override'),
        sql`case when applications.banner is null then 0 else 1 end`,
        ref('applications.sort_weight'),
        ref('applications.num_downloads'),
        ref('applications.num_likes'),
        ref('versions.app_name'),
        ref('versions.release_date'),
        ref('versions.min_os_version'),
        ref('versions.required'),
        sql`case when versions.install_file is null then 0 else 1 end`,
      ]).as('facts'),
    ])
    .where('versions.org_id', '=', orgId)
    .where(({ ref }) => isInJson(db, ref('versions.id'), versions)),
);
