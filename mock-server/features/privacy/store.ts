import type { Tables } from '../../migrations/tables.ts';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import { foldText } from '../../platform/database/fold.ts';
import type { Db, DeviceTx, TrailTx, Tx } from '../../platform/database/handles.ts';
import { listReportedNames } from './personal-tables.ts';

type Person = Pick<Tables['users'], 'org_id' | 'id'>;

export type Deleted = Awaited<ReturnType<typeof listToErase>>[number];
/** A user whose data is erased. */
export type Erased = Omit<Deleted, 'days'>;

/** Deleted users whose data was not erased yet, ordered by their deletion, after one of them. */
export const listToErase = (
  db: Db,
  after: Pick<Tables['users'], 'deleted' | 'id'> = { deleted: '', id: '' },
  count: number,
) =>
  db
    .selectFrom('users')
    .leftJoin('privacy_settings', 'privacy_settings.org_id', 'users.org_id')
    .select([
      'users.org_id',
      'users.id',
      'users.psk',
      'users.user_id',
      'users.deleted',
      'privacy_settings.deleted_users_kept_in_days as days',
    ])
    .where('users.deleted', 'is not', null)
    .where('users.erased', 'is', null)
    .where((where) =>
      where.or([
        where('users.deleted', '>', after.deleted),
        where.and([where('users.deleted', '=', after.deleted), where('users.id', '>', after.id)]),
      ]),
    )
    .orderBy('users.deleted')
    .orderBy('users.id')
    .limit(count)
    .execute();

/** Devices that only this person is paired with. */
export async function listOwnDevices(db: Db, person: Person): Promise<string[]> {
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

/** Removes from a device the name that its owner gave it, and what identifies it. */
export async function clearDevice(tx: DeviceTx, orgId: string, id: string): Promise<void> {
  const nothing = { name: null, ios_push_token: null, android_push_token: null };
  const named = tx.updateTable('devices').set({ ...nothing, udid: `deleted-${id}` });
  await named.where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** The name of a deleted person where something still refers to them. */
const deletedPersonName = { first_name: 'Deleted', last_name: 'user' };

/** Overwrites everything personal in the row of a user and in what they wrote, and deletes what only they needed. */
export async function clearUser(tx: TrailTx, { org_id, id }: Person): Promise<void> {
  const user_id = `deleted-${id}`;
  await tx
    .updateTable('users')
    .set({
      ...deletedPersonName,
      user_id,
      user_id_folded: foldText(user_id),
      first_name_folded: foldText(deletedPersonName.first_name),
      last_name_folded: foldText(deletedPersonName.last_name),
      email: null,
      email_folded: null,
      mobile_phone: null,
      password_hash: '',
      password_history: '[]',
      custom_metadata: null,
      last_login_from_catalog: null,
    })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute();
  await deleteRows(tx, { org_id, id });
}

/** Notes that no personal data of a user is left. */
export async function setErased(tx: TrailTx, { org_id, id }: Person, erased: string): Promise<void> {
  await tx.updateTable('users').set({ erased }).where('org_id', '=', org_id).where('id', '=', id).execute();
}

/** Rows that are cleared in one transaction. */
const step = 500;

/**
 * Removes person, device and the texts of crashes from some of the events that applications reported; returns whether
 * there may be more. Applications report people by their login name; an owner of that name since the person's deletion
 * is somebody else.
 */
export async function clearEvents(tx: Tx, { org_id, id, user_id, deleted }: Erased): Promise<boolean> {
  const rows = await tx
    .selectFrom('policy_events')
    .select(['application', 'id', 'kind', 'details'])
    .where('org_id', '=', org_id)
    .where('user', 'in', listReportedNames({ id, user_id }))
    .where('received', '<=', deleted ?? '')
    .limit(step)
    .execute();
  for (const { application, id: event, kind, details } of rows) {
    const nobodys = { user: null, device: null, details: kind === 'crash' ? '{}' : details };
    const cleared = tx.updateTable('policy_events').set(nobodys).where('org_id', '=', org_id);
    await runPipelined(tx, cleared.where('application', '=', application).where('id', '=', event));
  }
  return rows.length === step;
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
    'support_reports',
    'deferrals',
  ] as const;
  for (const table of tables)
    await tx.deleteFrom(table).where('org_id', '=', org_id).where('user', '=', id).execute();
}

/** Days for which an organization keeps the data of deleted users; undefined where it has not chosen. */
export async function readRetentionDays(db: Db, orgId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('privacy_settings')
    .select('deleted_users_kept_in_days as days')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.days;
}

export async function setRetentionDays(tx: Tx, orgId: string, days: number): Promise<void> {
  const set = { deleted_users_kept_in_days: days };
  await tx
    .insertInto('privacy_settings')
    .values({ org_id: orgId, ...set })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(set))
    .execute();
}
