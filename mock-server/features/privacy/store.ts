import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { fold } from '../../platform/database/fold.ts';
import type { Db, DeviceTx, TrailTx, Tx } from '../../platform/database/handles.ts';
import { personalTables } from './personal-tables.ts';

type Person = Pick<Tables['users'], 'org_id' | 'id'>;
type Row = Record<string, unknown>;

/** The rows about a person in every personal table, with the columns that they are told. */
export async function rowsAbout(db: Db, person: Person): Promise<Record<string, Row[]>> {
  const data: Record<string, Row[]> = {};
  for (const { table, by, columns } of personalTables) {
    data[table] = await db
      .selectFrom(sql<Row>`${sql.table(table)}`.as('personal'))
      .select(columns.map((column) => sql.ref(column).as(column)))
      .where(sql.ref('org_id'), '=', person.org_id)
      .where(sql.ref(by), '=', person.id)
      .execute();
  }
  data.devices = await devicesOf(db, person);
  return data;
}

const devicesOf = (db: Db, person: Person) =>
  db
    .selectFrom('devices')
    .innerJoin('device_users', (join) =>
      join
        .onRef('device_users.org_id', '=', 'devices.org_id')
        .onRef('device_users.device', '=', 'devices.id'),
    )
    .select(['devices.id', 'devices.udid', 'devices.name', 'devices.manufacturer', 'devices.model'])
    .select(['devices.operating_system_name', 'devices.operating_system_version', 'devices.created'])
    .where('device_users.org_id', '=', person.org_id)
    .where('device_users.user', '=', person.id)
    .execute();

/** Deleted users whose data was not erased yet, the first ones first. */
export const toErase = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('privacy_settings', 'privacy_settings.org_id', 'users.org_id')
    .select([
      'users.org_id',
      'users.id',
      'users.psk',
      'users.deleted',
      'privacy_settings.deleted_users_kept_in_days as days',
    ])
    .where('users.deleted', 'is not', null)
    .where('users.erased', 'is', null)
    .orderBy('users.deleted')
    .execute();

/** Devices that only this person is paired with. */
export async function ownDevices(db: Db, person: Person): Promise<string[]> {
  const rows = await db
    .selectFrom('device_users')
    .select('device')
    .where('org_id', '=', person.org_id)
    .where('user', '=', person.id)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('device_users as others')
            .select('others.id')
            .whereRef('others.org_id', '=', 'device_users.org_id')
            .whereRef('others.device', '=', 'device_users.device')
            .where('others.user', '!=', person.id),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.device);
}

/** Takes from a device what its owner gave it: the name, and where notifications go. */
export async function clearDevice(tx: DeviceTx, orgId: string, id: string): Promise<void> {
  const named = tx.updateTable('devices').set({ name: null, ios_push_token: null, android_push_token: null });
  await named.where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** What a deleted person is called where something still refers to them. */
const nobody = { first_name: 'Deleted', last_name: 'user' };

/** Overwrites everything personal in the row of a user, and deletes what only they needed. */
export async function clearUser(tx: TrailTx, { org_id, id }: Person, moment: string): Promise<void> {
  const user_id = `deleted-${id}`;
  await tx
    .updateTable('users')
    .set({
      ...nobody,
      user_id,
      user_id_folded: fold(user_id),
      first_name_folded: fold(nobody.first_name),
      last_name_folded: fold(nobody.last_name),
      email: null,
      email_folded: null,
      mobile_phone: null,
      password_hash: '',
      password_history: '[]',
      custom_metadata: null,
      last_login_from_catalog: null,
      erased: moment,
    })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute();
  await deleteRows(tx, { org_id, id });
}

async function deleteRows(tx: Tx, { org_id, id }: Person): Promise<void> {
  const tables = [
    'directory',
    'tokens',
    'device_users',
    'noncompliance',
    'invitations',
    'idempotency',
    'write_sequences',
    'sign_in_places',
    'messages',
    'push_subscriptions',
    'weekly_mails',
    'mail_unsubscriptions',
  ] as const;
  for (const table of tables)
    await tx.deleteFrom(table).where('org_id', '=', org_id).where('user', '=', id).execute();
}

/** Days that an organization keeps the data of deleted users; undefined where it has not said. */
export async function daysKept(db: Db, orgId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('privacy_settings')
    .select('deleted_users_kept_in_days as days')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.days;
}

export async function setDaysKept(tx: Tx, orgId: string, days: number): Promise<void> {
  const set = { deleted_users_kept_in_days: days };
  await tx
    .insertInto('privacy_settings')
    .values({ org_id: orgId, ...set })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(set))
    .execute();
}
