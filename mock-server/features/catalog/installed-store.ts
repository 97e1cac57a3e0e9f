import type { Db } from '../../platform/database/handles.ts';
import { isInJson } from '../../platform/database/json-rows.ts';
import { prepareRows, type Value } from '../../platform/database/prepared.ts';

/** What a device has of an application: a version, or what the device calls it. */
export interface InstalledRow {
  application: string;
  version: string | null;
  version_num: string | null;
  reported: string;
}

/** The list of a device, a row of `inventories`. */
export interface ListRow {
  versions: string;
  reported: string;
}

type Listed = [application: string, version?: string | null, versionNum?: string | null, reported?: string];

/**
 * What a device has, by application. The list says which versions, and the rows of `installed` which applications, since
 * they may be deleted.
 */
export function mergeReported(
  installed: readonly { application: string }[],
  list: ListRow | undefined,
): Map<string, InstalledRow> {
  const listed = new Map(list === undefined ? [] : parseRows(list).map((row) => [row.application, row]));
  const known = installed.flatMap(({ application }) => listed.get(application) ?? []);
  return new Map(known.map((row) => [row.application, row]));
}

const parseRows = (list: ListRow): InstalledRow[] =>
  (JSON.parse(list.versions) as Listed[]).map(([application, version, versionNum, reported]) => ({
    application,
    version: version ?? null,
    version_num: versionNum ?? null,
    reported: reported ?? list.reported,
  }));

export type KnownVersion = Awaited<ReturnType<typeof findVersionsOfApplications>>[number];

const findVersionsOfApplications = prepareRows((db: Db, orgId: Value, ids: Value) =>
  db
    .selectFrom('versions')
    .select(['id', 'version_num', 'ordinal'])
    .where('org_id', '=', orgId)
    .where(({ ref }) => isInJson(db, ref('id'), ids)),
);

/** The versions that devices have, by id. One statement for all of them, because devices have the same few versions. */
export async function findKnownVersions(
  db: Db,
  orgId: string,
  rows: readonly InstalledRow[],
): Promise<ReadonlyMap<string, KnownVersion>> {
  const ids = [...new Set(rows.flatMap(({ version }) => version ?? []))];
  const known = ids.length === 0 ? [] : await findVersionsOfApplications(db, orgId, JSON.stringify(ids));
  return new Map(known.map((version) => [version.id, version]));
}

/** What a device last reported about an application; undefined when it is not installed. */
export async function findInstalledVersion(db: Db, orgId: string, deviceId: string, applicationId: string) {
  const row = await db
    .selectFrom('installed')
    .leftJoin('inventories', (join) =>
      join
        .onRef('inventories.org_id', '=', 'installed.org_id')
        .onRef('inventories.device', '=', 'installed.device'),
    )
    .select(['application', 'inventories.versions', 'inventories.reported'])
    .where('installed.org_id', '=', orgId)
    .where('installed.device', '=', deviceId)
    .where('application', '=', applicationId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { versions, reported } = row;
  const list = versions === null || reported === null ? undefined : { versions, reported };
  return mergeReported([row], list).get(applicationId);
}
