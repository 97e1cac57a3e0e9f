import { type Expression, sql } from 'kysely';
import type { Db } from '../../platform/database/handles.ts';
import { jsonRows } from '../../platform/database/json-rows.ts';

/** What a device has of an application: a version, or what the device calls it. */
export interface ReportedRow {
  application: string;
  version: string | null;
  version_num: string | null;
  reported: string;
}

/** The rows of `installed` of a device: which applications it has. */
export const installedOn = (db: Db, orgId: Expression<string>, deviceId: Expression<string>) =>
  db
    .selectFrom('installed')
    .select(['application', 'version', 'version_num', 'reported'])
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId);

/** The versions in the device's list, as rows of the same form. */
export const listedOn = (db: Db, orgId: Expression<string>, deviceId: Expression<string>) =>
  db
    .selectFrom('inventories')
    .innerJoin(
      sql<{ value: string }>`${jsonRows(db, sql<string>`${sql.ref('inventories.versions')}`)}`.as('listed'),
      (join) => join.onTrue(),
    )
    .select([
      sql<string>`listed.value ->> 0`.as('application'),
      sql<string | null>`listed.value ->> 1`.as('version'),
      sql<string | null>`listed.value ->> 2`.as('version_num'),
      sql<string>`coalesce(listed.value ->> 3, inventories.reported)`.as('reported'),
    ])
    .where('inventories.org_id', '=', orgId)
    .where('inventories.device', '=', deviceId);

/** Which of the two tables a row was read from. */
type Kind = 'installed' | 'listed';

/**
 * The row about each application that a device has. Applications of the list that are not `installed` have been deleted.
 * Where the list says nothing of an application, or something older, an instance of an earlier version wrote the row of
 * `installed`. The rows are not joined by the database, because SQLite would compare each with each.
 */
export function lastReported<R extends { kind: string; application: string; reported: string }>(
  reported: readonly R[],
): Map<string, R> {
  const of = (wanted: Kind) => reported.filter(({ kind }) => kind === wanted);
  const rows = new Map(of('installed').map((row) => [row.application, row]));
  for (const row of of('listed')) {
    const other = rows.get(row.application);
    if (other !== undefined && row.reported >= other.reported) rows.set(row.application, row);
  }
  return rows;
}

/** What a device last reported about an application; undefined when it is not installed. */
export async function installedVersion(db: Db, orgId: string, deviceId: string, applicationId: string) {
  const [org, device] = [sql<string>`${orgId}`, sql<string>`${deviceId}`];
  const kind = (one: Kind) => sql<Kind>`${sql.lit(one)}`.as('kind');
  const listed = listedOn(db, org, device).where(sql`listed.value ->> 0`, '=', applicationId);
  const rows = await installedOn(db, org, device)
    .where('application', '=', applicationId)
    .select(kind('installed'))
    .unionAll(listed.select(kind('listed')))
    .execute();
  return lastReported(rows).get(applicationId);
}
