import { type AliasedExpression, sql } from 'kysely';
import type { Db } from '../../platform/database/handles.ts';
import { preparedRows, type Value } from '../../platform/database/prepared.ts';
import { installedOn, listedOn, type ReportedRow } from './installed-store.ts';

export const groupsOf = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('group_users')
    .select('group')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .execute();

/** What a person has to do with groups and applications: rows of several kinds (`kind`) in one round trip. */
export const personalRows = preparedRows((db, orgId: Value, userId: Value) => {
  const groups = db
    .selectFrom('group_users')
    .select([sql<'group' | 'like' | 'download'>`'group'`.as('kind'), 'group as id'])
    .select([
      sql<string | null>`cast(null as text)`.as('value'),
      sql<string | null>`cast(null as text)`.as('file'),
    ])
    .where('org_id', '=', orgId)
    .where('user', '=', userId);
  /** `value` is 1 for a like, 0 for a dislike. */
  const likes = db
    .selectFrom('reviews')
    .select([sql<'like'>`'like'`.as('kind'), 'application as id'])
    .select(({ ref }) => sql<string>`cast(${ref('like')} as text)`.as('value'))
    .select(sql<null>`cast(null as text)`.as('file'))
    .where('org_id', '=', orgId)
    .where('user', '=', userId);
  /** The person's last download of each application, on any device: `value` is the version. */
  const downloads = db
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
    .select([sql<'download'>`'download'`.as('kind'), 'application as id'])
    .select(['version as value', 'install_file as file'])
    .where('org_id', '=', orgId);
  return groups.unionAll(likes).unionAll(downloads);
});

/** Rows about applications, with what is known of their versions. */
const withVersions = (
  db: Db,
  orgId: Value,
  kind: 'installed' | 'listed',
  rows: AliasedExpression<ReportedRow, 'row'>,
) =>
  db
    .selectFrom(rows)
    .leftJoin('versions', (join) =>
      join.on('versions.org_id', '=', orgId).onRef('versions.id', '=', 'row.version'),
    )
    .select([sql<'installed' | 'listed' | 'unknown'>`${sql.lit(kind)}`.as('kind')])
    .select(['row.application', 'row.version', 'row.reported', 'versions.ordinal'])
    .select((select) => select.fn.coalesce('versions.version_num', 'row.version_num').as('version_num'))
    .select([sql<string | null>`cast(null as text)`.as('item'), sql<number>`0`.as('position')]);

/**
 * What the device reported: applications of the organization, with the ordinal of a known version, and unknown items,
 * in the order sent.
 */
export const reportedOn = preparedRows((db, orgId: Value, deviceId: Value) =>
  withVersions(db, orgId, 'installed', installedOn(db, orgId, deviceId).as('row'))
    .unionAll(withVersions(db, orgId, 'listed', listedOn(db, orgId, deviceId).as('row')))
    .unionAll(
      db
        .selectFrom('installed_unknown')
        .select([sql<'unknown'>`'unknown'`.as('kind'), sql<string>`''`.as('application')])
        .select([sql<null>`cast(null as text)`.as('version'), 'reported'])
        .select([
          sql<null>`cast(null as bigint)`.as('ordinal'),
          sql<null>`cast(null as text)`.as('version_num'),
        ])
        .select(['item', 'position'])
        .where('org_id', '=', orgId)
        .where('device', '=', deviceId),
    )
    .orderBy('position'),
);
