import { sql } from 'kysely';
import { roles } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { countRows } from '../../platform/database/list-controls.ts';
import type { Subscription } from './subscription.ts';
import type { Week } from './week.ts';

type MailRow = Tables['weekly_mails'];
/** The key of one mail. */
export type MailKey = Pick<MailRow, 'org_id' | 'week' | 'kind' | 'user'>;

/** Organizations that want any of these mails. The condition must be written exactly as in the index. */
export const listOrganizations = (db: Db) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'settings'])
    .where(
      sql<boolean>`(settings like '%"weekly_summary_mails":true%' or settings like '%"weekly_deadline_mails":true%')`,
    )
    .orderBy('psk')
    .execute();

/** Administrators who may sign in and have an e-mail address. */
export const listAdministrators = (db: Db, orgId: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('org_id', '=', orgId)
    .where('role', '=', roles.administrator)
    .where('disabled', '=', 0)
    .where('deleted', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .execute();

/** Notes a mail that is to be sent; false when it was noted before. */
export async function insertMail(tx: Tx, row: MailRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('weekly_mails')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'week', 'kind', 'user']).doNothing())
    .returning('user')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whether a mail was noted. */
export async function isRecorded(db: Db, { org_id, week, kind, user }: MailKey): Promise<boolean> {
  const row = await db
    .selectFrom('weekly_mails')
    .select('user')
    .where('org_id', '=', org_id)
    .where('week', '=', week)
    .where('kind', '=', kind)
    .where('user', '=', user)
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves a mail from one state to the next; false where it was not in the first one. */
export async function moveMail(
  db: Db,
  { org_id, week, kind, user }: MailKey,
  from: MailRow['state'],
  to: MailRow['state'],
): Promise<boolean> {
  const moved = await db
    .updateTable('weekly_mails')
    .set({ state: to })
    .where('org_id', '=', org_id)
    .where('week', '=', week)
    .where('kind', '=', kind)
    .where('user', '=', user)
    .where('state', '=', from)
    .returning('user')
    .executeTakeFirst();
  return moved !== undefined;
}

export async function deleteBefore(db: Db, week: string): Promise<void> {
  await db.deleteFrom('weekly_mails').where('week', '<', week).execute();
}

export async function isUnsubscribed(db: Db, { orgId, userId, kind }: Subscription): Promise<boolean> {
  const row = await db
    .selectFrom('mail_unsubscriptions')
    .select('user')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}

export async function unsubscribe(
  db: Db,
  { orgId, userId, kind }: Subscription,
  moment: string,
): Promise<void> {
  await db
    .insertInto('mail_unsubscriptions')
    .values({ org_id: orgId, user: userId, kind, at: moment })
    .onConflict((conflict) => conflict.columns(['org_id', 'user', 'kind']).doNothing())
    .execute();
}

export async function subscribe(db: Db, { orgId, userId, kind }: Subscription): Promise<void> {
  await db
    .deleteFrom('mail_unsubscriptions')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .where('kind', '=', kind)
    .execute();
}

export const countNewUsers = (db: Db, orgId: string, { start, end }: Week): Promise<number> =>
  countRows(
    db
      .selectFrom('users')
      .where('org_id', '=', orgId)
      .where('deleted', 'is', null)
      .where('created', '>=', start)
      .where('created', '<', end),
  );

export const countDownloads = (db: Db, orgId: string, { start, end }: Week): Promise<number> =>
  countRows(
    db
      .selectFrom('downloads')
      .where('org_id', '=', orgId)
      .where('created', '>=', start)
      .where('created', '<', end),
  );

/** Reviews with a text that were written or changed in the week. */
export const countReviews = (db: Db, orgId: string, { start, end }: Week): Promise<number> =>
  countRows(
    db
      .selectFrom('reviews')
      .where('org_id', '=', orgId)
      .where('title', 'is not', null)
      .where('updated', '>=', start)
      .where('updated', '<', end),
  );

/** Failed sign-ins of the organization's people. `after`: the position before the first one of the week. */
export const countFailedSignIns = (
  db: Db,
  orgId: string,
  { start, end }: Week,
  after: number,
): Promise<number> =>
  countRows(
    db
      .selectFrom('activity')
      .where('org_id', '=', orgId)
      .where('kind', '=', 'sign_in')
      .where('position', '>', after)
      .where('at', '>=', start)
      .where('at', '<', end)
      .where('details', 'like', '%"succeeded":false%'),
  );
