import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import type { Db, DeviceTx } from '../../platform/database/handles.ts';
import { selectJsonRows } from '../../platform/database/json-rows.ts';
import { withRowLock } from '../../platform/database/locks.ts';
import { preparePipelined, prepareRows, type Value } from '../../platform/database/prepared.ts';

/** Rows in one statement: an engine takes only so many values at once. */
const batch = 1000;

/** Identifiers of one kind of thing, by alias; without any, nothing is found. */
export interface Aliases {
  ids: readonly string[];
  psks: readonly number[];
  /** Bundle ids of applications, numbers of versions. */
  names: readonly string[];
}

export type NamedApplication = Pick<
  Tables['applications'],
  'id' | 'psk' | 'bundle_id' | 'type' | 'hybrid' | 'enabled'
>;
export type NamedVersion = Pick<
  Tables['versions'],
  'id' | 'psk' | 'ordinal' | 'application' | 'version_num' | 'package_version' | 'binary_version'
>;

/** What a device may call a version: the publisher's number, the package's own, its build. */
const numbers = ['version_num', 'package_version', 'binary_version'] as const;

/** Values of a list that is sent as JSON. */
const jsonValues = (db: Db, list: Value) =>
  sql<string>`(select value ->> 0 from ${selectJsonRows(db, list)})`;

const jsonNumbers = (db: Db, list: Value) =>
  sql<number>`(select cast(value ->> 0 as bigint) from ${selectJsonRows(db, list)})`;

const toJsonRows = (values: readonly (string | number)[]): string =>
  JSON.stringify(values.map((value) => [value]));

/** The applications are looked up by each alias apart: in one condition, all that the organization has would be read. */
const findNamedRows = prepareRows(
  (
    db: Db,
    orgId: Value,
    ids: Value,
    psks: Value,
    bundles: Value,
    versionIds: Value,
    versionPsks: Value,
    versionNames: Value,
  ) => {
    const own = db.selectFrom('applications').select('id').where('org_id', '=', orgId);
    const wanted = own
      .where('id', 'in', jsonValues(db, ids))
      .unionAll(own.where('psk', 'in', jsonNumbers(db, psks)))
      .unionAll(own.where('bundle_id', 'in', jsonValues(db, bundles)));
    return db
      .selectFrom('applications')
      .leftJoin('versions', (join) =>
        join
          .onRef('versions.org_id', '=', 'applications.org_id')
          .onRef('versions.application', '=', 'applications.id')
          .on((any) =>
            any.or([
              any('versions.id', 'in', jsonValues(db, versionIds)),
              any('versions.psk', 'in', jsonNumbers(db, versionPsks)),
              ...numbers.map((number) => any(`versions.${number}`, 'in', jsonValues(db, versionNames))),
            ]),
          ),
      )
      .select(['applications.id', 'applications.psk', 'applications.bundle_id', 'applications.type'])
      .select(['applications.hybrid', 'applications.enabled', 'versions.id as version'])
      .select(['versions.psk as version_psk', 'versions.version_num', 'versions.package_version'])
      .select(['versions.binary_version', 'versions.ordinal as version_ordinal'])
      .where('applications.org_id', '=', orgId)
      .where('applications.id', 'in', wanted)
      .orderBy('applications.id', 'desc')
      .orderBy('versions.ordinal', 'desc');
  },
);

/** Applications of the organization, disabled ones too, newest first, and their versions of these names, newest first. */
export async function findNamed(
  db: Db,
  orgId: string,
  { applications, versions }: { applications: Aliases; versions: Aliases },
): Promise<{ applications: NamedApplication[]; versions: NamedVersion[] }> {
  const requested = [applications, versions].flatMap(({ ids, psks, names }) => [ids, psks, names]);
  const [ids = '', psks = '', bundles = '', ...rest] = requested.map(toJsonRows);
  const [versionIds = '', versionPsks = '', versionNames = ''] = rest;
  const rows = await findNamedRows(db, orgId, ids, psks, bundles, versionIds, versionPsks, versionNames);
  const found = new Map<string, NamedApplication>();
  const foundVersions: NamedVersion[] = [];
  for (const { version, version_psk, version_ordinal, version_num, ...row } of rows) {
    const { package_version, binary_version, ...application } = row;
    found.set(application.id, application);
    if (version === null || version_psk === null || version_ordinal === null || version_num === null)
      continue;
    const names = { version_num, package_version, binary_version };
    const known = { id: version, psk: version_psk, ordinal: version_ordinal, application: application.id };
    foundVersions.push({ ...known, ...names });
  }
  return { applications: [...found.values()], versions: foundVersions };
}

/** Whose report, and when. */
export interface Report {
  orgId: string;
  device: string;
  moment: string;
}

/** One element of the column `inventories.versions`. */
export type ListedVersion = [
  application: string,
  version: string | null,
  versionNum?: string | null,
  reported?: string,
];

const writeRow = preparePipelined(
  (tx: DeviceTx, orgId: Value, device: Value, moment: Value, versions: Value) =>
    tx
      .insertInto('inventories')
      .values({ org_id: orgId, device, versions, reported: moment })
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'device']).doUpdateSet((set) => ({
          versions: set.ref('excluded.versions'),
          reported: set.ref('excluded.reported'),
        })),
      ),
);

/** Writes the versions of all applications that a device has. One that has just been deleted is not read any more. */
export const writeList = (
  tx: DeviceTx,
  { orgId, device, moment }: Report,
  versions: readonly ListedVersion[],
): Promise<void> => writeRow(tx, orgId, device, moment, JSON.stringify(versions));

const addRows = preparePipelined((tx: DeviceTx, orgId: Value, device: Value, applications: Value) =>
  tx
    .insertInto('installed')
    .columns(['org_id', 'device', 'application'])
    .expression(
      tx
        .selectFrom(sql<{ value: string }>`${selectJsonRows(tx, applications)}`.as('added'))
        .select([orgId.as('org_id'), device.as('device'), sql<string>`value ->> 0`.as('application')]),
    ),
);

/** Adds applications that the device did not have. None is added that has just been deleted, and none of them is until the transaction ends. */
export async function addInstalled(
  tx: DeviceTx,
  { orgId, device }: Pick<Report, 'orgId' | 'device'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const applications = tx.selectFrom('applications').select('id').where('org_id', '=', orgId);
  const there = await withRowLock(tx, applications.where('id', 'in', ids), {
    deleted: ['applications'],
  }).execute();
  const known = new Set(there.map(({ id }) => id));
  const added = ids.filter((id) => known.has(id));
  if (added.length > 0) await addRows(tx, orgId, device, toJsonRows(added));
}

export async function removeInstalled(
  tx: DeviceTx,
  orgId: string,
  deviceId: string,
  applicationIds: readonly string[],
): Promise<void> {
  if (applicationIds.length === 0) return;
  const gone = tx.deleteFrom('installed').where('org_id', '=', orgId).where('device', '=', deviceId);
  await runPipelined(tx, gone.where('application', 'in', applicationIds));
}

export async function replaceUnknown(
  tx: DeviceTx,
  orgId: string,
  deviceId: string,
  items: readonly string[],
  moment: string,
): Promise<void> {
  const earlier = tx.deleteFrom('installed_unknown').where('org_id', '=', orgId);
  await runPipelined(tx, earlier.where('device', '=', deviceId));
  const rows = items.map((item, position) => ({
    org_id: orgId,
    device: deviceId,
    position,
    item,
    reported: moment,
  }));
  for (let start = 0; start < rows.length; start += batch) {
    await runPipelined(tx, tx.insertInto('installed_unknown').values(rows.slice(start, start + batch)));
  }
}
