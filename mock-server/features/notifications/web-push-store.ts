import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { selectPeopleWhoAccepted } from '../terms/facade.ts';
import type { NotificationRow } from './store.ts';

export type SubscriptionRow = Tables['push_subscriptions'];

export const findSubscription = (db: Db, orgId: string, userId: string, deviceId: string) =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .where('device', '=', deviceId)
    .executeTakeFirst();

export const findSubscriptionByEndpoint = (db: Db, orgId: string, endpoint: string) =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();

/**
 * Stores a subscription. It replaces the person's earlier one on the device, and the subscription of anybody else in
 * the same browser.
 */
export async function setSubscription(tx: Tx, row: SubscriptionRow): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('endpoint', '=', row.endpoint).execute();
  await deleteSubscription(tx, row.org_id, row.user, row.device);
  await tx.insertInto('push_subscriptions').values(row).execute();
}

export async function deleteSubscription(
  tx: Tx,
  orgId: string,
  userId: string,
  deviceId: string,
): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .where('device', '=', deviceId)
    .execute();
}

export async function deleteSubscriptionAt(tx: Tx, orgId: string, endpoint: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('org_id', '=', orgId)
    .where('endpoint', '=', endpoint)
    .execute();
}

const kindColumns = {
  application_message: 'messages',
  group_message: 'messages',
  update_notice: 'updates',
  deadline_notice: 'updates',
  review_reply: 'replies',
} as const;

/**
 * The browsers of people who have a notification among their messages, want to be told of its kind, are signed in and
 * not disabled.
 */
const selectBrowsers = (
  tx: Tx,
  { org_id, id, kind }: Pick<NotificationRow, 'org_id' | 'id' | 'kind'>,
  moment: string,
) =>
  tx
    .selectFrom('messages')
    .innerJoin('push_subscriptions as browser', (join) =>
      join.onRef('browser.org_id', '=', 'messages.org_id').onRef('browser.user', '=', 'messages.user'),
    )
    .innerJoin('devices', (join) =>
      join.onRef('devices.org_id', '=', 'browser.org_id').onRef('devices.id', '=', 'browser.device'),
    )
    .innerJoin('device_users as pairing', (join) =>
      join
        .onRef('pairing.org_id', '=', 'browser.org_id')
        .onRef('pairing.device', '=', 'browser.device')
        .onRef('pairing.user', '=', 'browser.user'),
    )
    .where('messages.org_id', '=', org_id)
    .where('messages.notification', '=', id)
    .where(`browser.${kindColumns[kind]}`, '=', 1)
    .where('devices.disabled_reason', 'is', null)
    .where('pairing.disabled_reason', 'is', null)
    .where((any) => any.or([any('devices.until', 'is', null), any('devices.until', '>', moment)]))
    .where((any) => any.or([any('pairing.until', 'is', null), any('pairing.until', '>', moment)]))
    .where((any) =>
      any.exists(
        any
          .selectFrom('tokens')
          .select('tokens.id')
          .whereRef('tokens.org_id', '=', 'browser.org_id')
          .whereRef('tokens.user', '=', 'browser.user')
          .whereRef('tokens.device', '=', 'browser.device')
          .where((inner) =>
            inner.or([inner('tokens.prune', 'is', null), inner('tokens.prune', '>', moment)]),
          ),
      ),
    );

/**
 * Adds the browsers of people who have a notification among their messages and want to be told of it, unless terms keep
 * them out. Returns how many were added.
 */
export async function addBrowsers(
  tx: Tx,
  { org_id, id, kind }: Pick<NotificationRow, 'org_id' | 'id' | 'kind'>,
  moment: string,
): Promise<number> {
  const { people } = await selectPeopleWhoAccepted(tx, org_id);
  const wanting = selectBrowsers(tx, { org_id, id, kind }, moment);
  const added = await tx
    .insertInto('push_recipients')
    .columns([
      'org_id',
      'notification',
      'provider',
      'token',
      'device',
      'taken',
      'not_before',
      'tries',
      'unanswered',
    ])
    .expression(
      (people === null ? wanting : wanting.where('browser.user', 'in', people)).select((row) => [
        'messages.org_id',
        'messages.notification',
        row.cast<'web'>(row.val('web'), 'text').as('provider'),
        'browser.endpoint as token',
        'browser.device',
        row.lit(0).as('taken'),
        row.cast<string>(row.val(''), 'text').as('not_before'),
        row.lit(0).as('tries'),
        row.lit(0).as('unanswered'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['org_id', 'notification', 'provider', 'token']).doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows ?? 0n);
}
