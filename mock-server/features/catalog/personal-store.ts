import { sql } from 'kysely';
import type { Db } from '../../platform/database/handles.ts';
import { prepareRows, type Value } from '../../platform/database/prepared.ts';

const groupRows = prepareRows((db: Db, orgId: Value, userId: Value) =>
  db.selectFrom('group_users').select('group').where('org_id', '=', orgId).where('user', '=', userId),
);

/** The groups of a person, sorted. */
export const listGroupIds = async (db: Db, orgId: string, userId: string): Promise<string[]> =>
  (await groupRows(db, orgId, userId)).map(({ group }) => group).sort();

/** What a person has to do with groups and applications: rows of several kinds (`kind`) in one round trip. */
export const personalRows = prepareRows((db, orgId: Value, userId: Value) => {
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

/**
 * What the device reported: applications of the organization, its list (`item`), and unknown items, in the order sent.
 */
export const findReported = prepareRows((db, orgId: Value, deviceId: Value) => {
  const nothing = sql<string | null>`cast(null as text)`;
  const installed = db
    .selectFrom('installed')
    .select([sql<'installed' | 'list' | 'unknown'>`'installed'`.as('kind'), 'application'])
    .select([sql<string>`''`.as('reported'), nothing.as('item'), sql<number>`0`.as('position')])
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId);
  const list = db
    .selectFrom('inventories')
    .select([sql<'list'>`'list'`.as('kind'), sql<string>`''`.as('application')])
    .select(['reported', 'versions as item', sql<number>`0`.as('position')])
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId);
  const unknown = db
    .selectFrom('installed_unknown')
    .select([sql<'unknown'>`'unknown'`.as('kind'), sql<string>`''`.as('application')])
    .select(['reported', 'item', 'position'])
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId);
  return installed.unionAll(list).unionAll(unknown).orderBy('position');
});
