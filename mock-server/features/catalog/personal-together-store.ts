import { sql } from 'kysely';
import type { Db } from '../../platform/database/handles.ts';
import { jsonRows } from '../../platform/database/json-rows.ts';
import { preparedRows, type Value } from '../../platform/database/prepared.ts';

type Kind = 'group' | 'like' | 'download' | 'installed' | 'list' | 'unknown';

const nothing = {
  text: sql<string | null>`cast(null as text)`,
  number: sql<number | null>`cast(null as bigint)`,
};

/**
 * What `personalRows` and `reportedOn` read, in one statement. Each row is looked up by its key (`lateral` with a
 * limit), however many rows PostgreSQL expects from the JSON text: otherwise it may read all downloads of an
 * organization to find those of one person.
 */
const rowsOf = (db: Db, orgId: Value, userId: Value, deviceId: Value) => {
  const groups = db
    .selectFrom('group_users')
    .select([sql<Kind>`'group'`.as('kind'), 'group as id'])
    .select([nothing.text.as('value'), nothing.text.as('file'), nothing.text.as('reported')])
    .select(nothing.number.as('ordinal'))
    .where('org_id', '=', orgId)
    .where('user', '=', userId);
  const likes = db
    .selectFrom('reviews')
    .select([sql<'like'>`'like'`.as('kind'), 'application as id'])
    .select(({ ref }) => sql<string>`cast(${ref('like')} as text)`.as('value'))
    .select([nothing.text.as('file'), nothing.text.as('reported'), nothing.number.as('ordinal')])
    .where('org_id', '=', orgId)
    .where('user', '=', userId);
  const last = db
    .selectFrom('downloads')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .groupBy('application');
  const downloads = db
    .selectFrom(last.as('last'))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('downloads')
          .select(['application', 'version', 'install_file'])
          .where('org_id', '=', orgId)
          .whereRef('downloads.id', '=', 'last.id')
          .limit(sql.lit(1))
          .as('download'),
      (join) => join.onTrue(),
    )
    .select([sql<'download'>`'download'`.as('kind'), 'download.application as id'])
    .select(['download.version as value', 'download.install_file as file'])
    .select([nothing.text.as('reported'), nothing.number.as('ordinal')]);
  const installed = db
    .selectFrom('installed')
    .select([sql<'installed'>`'installed'`.as('kind'), 'application as id', 'version as value'])
    .select(['version_num as file', 'reported', nothing.number.as('ordinal')])
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId);
  const list = db
    .selectFrom('inventories')
    .select([sql<'list'>`'list'`.as('kind'), sql<string>`''`.as('id'), 'versions as value'])
    .select([nothing.text.as('file'), 'reported', nothing.number.as('ordinal')])
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId);
  /**
   * Items that are no application of the organization: `value` is the item, `ordinal` its position among the items that
   * were sent.
   */
  const unknown = db
    .selectFrom('installed_unknown')
    .select([sql<'unknown'>`'unknown'`.as('kind'), sql<string>`''`.as('id'), 'item as value'])
    .select([nothing.text.as('file'), 'reported', 'position as ordinal'])
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId);
  return groups.unionAll(likes).unionAll(downloads).unionAll(installed).unionAll(list).unionAll(unknown);
};

/**
 * The rows of many people in one statement. `asked` is a JSON array with, for each, the person, the device, and the
 * number that marks their rows (`asker`).
 */
export const rowsOfMany = preparedRows((db, orgId: Value, asked: Value) =>
  db
    .selectFrom(sql<{ value: unknown }>`${jsonRows(db, asked)}`.as('asked'))
    .innerJoinLateral(rowsOf(db, orgId, sql`asked.value ->> 0`, sql`asked.value ->> 1`).as('found'), (join) =>
      join.onTrue(),
    )
    .select([sql<number>`cast(asked.value ->> 2 as integer)`.as('asker'), 'found.kind', 'found.id'])
    .select(['found.value', 'found.file', 'found.reported', 'found.ordinal']),
);
