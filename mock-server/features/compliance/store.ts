import { sql } from 'kysely';
import { disabledReasons } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';

export type WarningRow = Tables['noncompliance'];

/**
 * Organizations that disable people who do not comply, and those that have somebody noted or disabled from a time when
 * they did. Each kind has a partial index; its condition must be written here in exactly the same words.
 */
export const listOrganizations = (db: Db) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'settings'])
    .where('id', 'in', (any) =>
      any
        .selectFrom('organizations as wanting')
        .select('wanting.id')
        .where(sql<boolean>`settings like '%"disable_noncompliant_users":true%'`)
        .union(any.selectFrom('noncompliance').select('org_id as id'))
        .union(
          any
            .selectFrom('users')
            .select('org_id as id')
            .where(
              sql<boolean>`disabled = 1 and disabled_reason = ${sql.lit(disabledReasons.nonCompliance)}`,
            ),
        ),
    )
    .orderBy('psk')
    .execute();

/**
 * Users who can be past a deadline (who signed in on a device and are not disabled for another reason), and users with
 * a note.
 */
export const listPeopleWithDeadlines = (db: Db, orgId: string) =>
  db
    .selectFrom('users')
    .leftJoin('noncompliance as note', (join) =>
      join.onRef('note.org_id', '=', 'users.org_id').onRef('note.user', '=', 'users.id'),
    )
    .select(['users.id', 'users.disabled', 'note.found', 'note.told'])
    .where('users.org_id', '=', orgId)
    .where('users.deleted', 'is', null)
    .where((any) =>
      any.or([
        any('users.disabled', '=', 0),
        any('users.disabled_reason', '=', disabledReasons.nonCompliance),
      ]),
    )
    .where((any) =>
      any.or([
        any('note.found', 'is not', null),
        any('users.disabled', '=', 1),
        any.exists(
          any
            .selectFrom('device_users')
            .select('device_users.id')
            .where('device_users.org_id', '=', orgId)
            .whereRef('device_users.user', '=', 'users.id'),
        ),
      ]),
    )
    .orderBy('users.id')
    .execute();

/** Devices that a person may use: neither the device nor the pairing is disabled. */
export const listUsableDevices = (db: Db, orgId: string, userId: string, moment: string) =>
  db
    .selectFrom('device_users as pairing')
    .innerJoin('devices', (join) =>
      join.onRef('devices.org_id', '=', 'pairing.org_id').onRef('devices.id', '=', 'pairing.device'),
    )
    .select(['devices.id', 'devices.operating_system as operatingSystem'])
    .select(['devices.operating_system_version as operatingSystemVersion'])
    .select('devices.form_factor as formFactor')
    .where('pairing.org_id', '=', orgId)
    .where('pairing.user', '=', userId)
    .where('pairing.disabled_reason', 'is', null)
    .where('devices.disabled_reason', 'is', null)
    .where((any) => any.or([any('pairing.until', 'is', null), any('pairing.until', '>', moment)]))
    .where((any) => any.or([any('devices.until', 'is', null), any('devices.until', '>', moment)]))
    .execute();

export const findWarning = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('noncompliance')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .executeTakeFirst();

/** Notes that a person is about to be past a deadline; false when that was noted before. */
export async function insertWarning(tx: Tx, row: WarningRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('noncompliance')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'user']).doNothing())
    .returning('user')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function setNotified(db: Db, orgId: string, userId: string, notified: string): Promise<void> {
  await db
    .updateTable('noncompliance')
    .set({ told: notified })
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .execute();
}

export async function deleteWarning(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.deleteFrom('noncompliance').where('org_id', '=', orgId).where('user', '=', userId).execute();
}

/** Disables a person for non-compliance, or enables one who was. */
export async function setCompliant(
  tx: Tx,
  orgId: string,
  userId: string,
  compliant: boolean,
  moment: string,
): Promise<void> {
  const users = tx.updateTable('users').where('org_id', '=', orgId).where('id', '=', userId);
  const { nonCompliance } = disabledReasons;
  await (compliant
    ? users
        .set({ disabled: 0, disabled_reason: null, disabled_on: null, modified: moment })
        .where('disabled_reason', '=', nonCompliance)
        .execute()
    : users
        .set({ disabled: 1, disabled_reason: nonCompliance, disabled_on: moment, modified: moment })
        .where('disabled', '=', 0)
        .execute());
}
