import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import type { Db, DeviceTx, Tx } from '../../platform/database/handles.ts';
import { selectJsonRows } from '../../platform/database/json-rows.ts';
import { prepareFirst, type Value } from '../../platform/database/prepared.ts';

export type DeviceRow = Tables['devices'];
export type PairingRow = Tables['device_users'];

/** The id of the device that reports this udid; null when it is not known. */
export async function findDeviceId(db: Db, orgId: string, udid: string): Promise<string | null> {
  const device = await db
    .selectFrom('devices')
    .select('id')
    .where('org_id', '=', orgId)
    .where('udid', '=', udid)
    .executeTakeFirst();
  return device?.id ?? null;
}

/**
 * A device by its id or reported udid, with its owner: of those who were active on it since a moment, the person who
 * was paired with it first.
 */
export const findDevice = (db: Db, orgId: string, named: { id: string } | { udid: string }, since: string) =>
  db
    .selectFrom('devices')
    .selectAll()
    .select((device) =>
      device
        .selectFrom('device_users')
        .select('user')
        .whereRef('device_users.org_id', '=', 'devices.org_id')
        .whereRef('device_users.device', '=', 'devices.id')
        .where('last_active', '>=', since)
        .orderBy('device_users.id')
        .limit(1)
        .as('owner'),
    )
    .where('org_id', '=', orgId)
    .where((device) => device.and(named))
    .executeTakeFirst();

/** False when a device with this udid exists already. */
export async function insertDevice(tx: DeviceTx, row: DeviceRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('devices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'udid']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateDevice(
  tx: DeviceTx,
  orgId: string,
  id: string,
  change: Partial<DeviceRow>,
): Promise<void> {
  await runPipelined(
    tx,
    tx.updateTable('devices').set(change).where('org_id', '=', orgId).where('id', '=', id),
  );
}

/** One pairing with its device, by the device's id or reported udid. */
export const findPairing = prepareFirst((db, orgId: Value, deviceIdentifier: Value, userId: Value) =>
  db
    .selectFrom('device_users')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.org_id', '=', 'device_users.org_id')
        .onRef('devices.id', '=', 'device_users.device'),
    )
    .select([
      'devices.id as deviceId',
      'devices.operating_system',
      'devices.operating_system_version',
      'devices.form_factor',
      'devices.until as deviceUntil',
      'devices.disabled_reason as deviceDisabled',
      'device_users.id as pairingId',
      'device_users.until as pairingUntil',
      'device_users.disabled_reason as pairingDisabled',
    ])
    .where('device_users.org_id', '=', orgId)
    .where('device_users.user', '=', userId)
    .where((where) =>
      where.or([where('devices.id', '=', deviceIdentifier), where('devices.udid', '=', deviceIdentifier)]),
    ),
);

export async function insertPairing(db: Db, row: PairingRow): Promise<void> {
  await db.insertInto('device_users').values(row).execute();
}

export const updatePairing = (
  tx: Tx,
  orgId: string,
  id: string,
  change: Partial<PairingRow>,
): Promise<void> =>
  runPipelined(
    tx,
    tx.updateTable('device_users').set(change).where('org_id', '=', orgId).where('id', '=', id),
  );

/** Those of these pairings that were not active since a moment. */
export const listInactiveSince = (db: Db, orgId: string, ids: readonly string[], moment: string) =>
  db
    .selectFrom('device_users')
    .select(['user', 'device'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('last_active', '<', moment)
    .execute();

/** Moves `last_active` of pairings to a moment, never back. */
export async function setActive(
  db: Db,
  orgId: string,
  ids: readonly string[],
  moment: string,
): Promise<void> {
  await db
    .updateTable('device_users')
    .set({ last_active: moment })
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('last_active', '<', moment)
    .execute();
}

export const listPairings = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('device_users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .orderBy('id')
    .execute();

export const findDevicesById = (db: Db, orgId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve<DeviceRow[]>([])
    : db.selectFrom('devices').selectAll().where('org_id', '=', orgId).where('id', 'in', ids).execute();

export async function deletePairing(db: Db, orgId: string, id: string): Promise<void> {
  await db.deleteFrom('device_users').where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** A push token that has ended; `moment` says since when, null where that is not known. */
export interface EndedToken {
  device: string;
  token: string;
  moment: string | null;
}

/** Removes tokens that devices still have, with one statement for each kind. */
export async function clearPushTokens(
  tx: DeviceTx,
  orgId: string,
  tokens: readonly EndedToken[],
): Promise<void> {
  const rows = JSON.stringify(tokens.map(({ device, token, moment }) => [device, token, moment]));
  for (const column of ['ios_push_token', 'android_push_token'] as const) {
    await tx
      .updateTable('devices')
      .from(sql<{ value: string }>`${selectJsonRows(tx, sql`${rows}`)}`.as('ended'))
      .set(column === 'ios_push_token' ? { ios_push_token: null } : { android_push_token: null })
      .where('devices.org_id', '=', orgId)
      .where('devices.id', '=', sql<string>`ended.value ->> 0`)
      .where(`devices.${column}`, '=', sql<string>`ended.value ->> 1`)
      .where(sql<boolean>`(ended.value ->> 2 is null or devices.push_token_told <= ended.value ->> 2)`)
      .execute();
  }
}
