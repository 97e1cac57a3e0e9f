import type { Tables } from '../../migrations/tables.ts';
import type { Db, DeviceTx } from '../../platform/database/handles.ts';

export type InstalledRow = Tables['installed'];

/** Rows in one statement: an engine takes only so many values at once. */
const batch = 1000;

/** Identifiers of one kind of thing, by alias; without any, nothing is found. */
export interface Aliases {
  ids: readonly string[];
  psks: readonly number[];
  /** Bundle ids of applications, numbers of versions. */
  names: readonly string[];
}

/** Records that the device reported. Call it first in the transaction, so that two reports of a device do not interleave. */
export async function markReported(
  tx: DeviceTx,
  orgId: string,
  deviceId: string,
  moment: string,
): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ inventory_reported: moment })
    .where('org_id', '=', orgId)
    .where('id', '=', deviceId)
    .execute();
}

export type NamedApplication = Awaited<ReturnType<typeof applicationsNamed>>[number];

/** Applications of the organization, disabled ones too, newest first. */
export const applicationsNamed = (db: Db, orgId: string, aliases: Aliases) =>
  db
    .selectFrom('applications')
    .select(['id', 'psk', 'bundle_id', 'type', 'hybrid', 'enabled'])
    .where('org_id', '=', orgId)
    .where((any) =>
      any.or([
        ...(aliases.ids.length > 0 ? [any('id', 'in', aliases.ids)] : []),
        ...(aliases.psks.length > 0 ? [any('psk', 'in', aliases.psks)] : []),
        ...(aliases.names.length > 0 ? [any('bundle_id', 'in', aliases.names)] : []),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();

export type NamedVersion = Awaited<ReturnType<typeof versionsNamed>>[number];

/** What a device may call a version: the publisher's number, the package's own, its build. */
const numbers = ['version_num', 'package_version', 'binary_version'] as const;

/** Versions of these applications, newest first. */
export const versionsNamed = (db: Db, orgId: string, applicationIds: readonly string[], aliases: Aliases) =>
  db
    .selectFrom('versions')
    .select(['id', 'psk', 'application', 'version_num', 'package_version', 'binary_version'])
    .where('org_id', '=', orgId)
    .where('application', 'in', applicationIds)
    .where((any) =>
      any.or([
        ...(aliases.ids.length > 0 ? [any('id', 'in', aliases.ids)] : []),
        ...(aliases.psks.length > 0 ? [any('psk', 'in', aliases.psks)] : []),
        ...(aliases.names.length > 0 ? numbers.map((number) => any(number, 'in', aliases.names)) : []),
      ]),
    )
    .orderBy('ordinal', 'desc')
    .execute();

export const installedOn = (db: Db, orgId: string, deviceId: string) =>
  db
    .selectFrom('installed')
    .select(['application', 'version', 'version_num'])
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId)
    .execute();

export async function writeInstalled(tx: DeviceTx, rows: readonly InstalledRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) {
    await tx
      .insertInto('installed')
      .values(rows.slice(start, start + batch))
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'device', 'application']).doUpdateSet((set) => ({
          version: set.ref('excluded.version'),
          version_num: set.ref('excluded.version_num'),
          reported: set.ref('excluded.reported'),
        })),
      )
      .execute();
  }
}

export async function removeInstalled(
  tx: DeviceTx,
  orgId: string,
  deviceId: string,
  applicationIds: readonly string[],
): Promise<void> {
  if (applicationIds.length === 0) return;
  await tx
    .deleteFrom('installed')
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId)
    .where('application', 'in', applicationIds)
    .execute();
}

export const unknownOn = (db: Db, orgId: string, deviceId: string) =>
  db
    .selectFrom('installed_unknown')
    .select('item')
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId)
    .orderBy('position')
    .execute();

export async function replaceUnknown(
  tx: DeviceTx,
  orgId: string,
  deviceId: string,
  items: readonly string[],
  moment: string,
): Promise<void> {
  await tx
    .deleteFrom('installed_unknown')
    .where('org_id', '=', orgId)
    .where('device', '=', deviceId)
    .execute();
  const rows = items.map((item, position) => ({
    org_id: orgId,
    device: deviceId,
    position,
    item,
    reported: moment,
  }));
  for (let start = 0; start < rows.length; start += batch) {
    await tx
      .insertInto('installed_unknown')
      .values(rows.slice(start, start + batch))
      .execute();
  }
}
