import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { type ListPage, newestFirst, type Page } from '../../platform/database/list-controls.ts';

export type NotificationRow = Tables['notifications'];
export type ProviderRow = Tables['push_providers'];

/** Before anybody was sent anything. */
export const emptyCounts = { devices: 0, sent: 0, failed: 0, ended: 0 } as const;

export async function insertNotification(tx: Tx, row: NotificationRow): Promise<void> {
  await tx.insertInto('notifications').values(row).execute();
}

export const notificationById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function updateNotification(
  tx: Tx,
  { org_id, id }: Pick<NotificationRow, 'org_id' | 'id'>,
  change: Partial<NotificationRow>,
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set(change)
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute();
}

export const listNotifications = (db: Db, orgId: string, page: ListPage): Promise<Page<NotificationRow>> =>
  newestFirst(db.selectFrom('notifications').selectAll().where('org_id', '=', orgId), page);

/** The devices that a provider sends a notification to. */
export interface Recipients {
  org_id: string;
  notification: string;
  provider: Provider;
}

export type Provider = Tables['push_recipients']['provider'];

/**
 * Takes the next devices, which nobody else sends to from now on. `taken + 0`: SQLite would look for these tokens among all that are
 * not taken, by the index of them, and not by their keys.
 */
export const takeRecipients = (db: Db, { org_id, notification, provider }: Recipients, count: number) =>
  db
    .updateTable('push_recipients')
    .set({ taken: 1 })
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .where(sql`taken + 0`, '=', 0)
    .where('token', 'in', (select) =>
      select
        .selectFrom('push_recipients')
        .select('token')
        .where('org_id', '=', org_id)
        .where('notification', '=', notification)
        .where('provider', '=', provider)
        .where('taken', '=', 0)
        .limit(count),
    )
    .returning(['token', 'device'])
    .execute();

/** Gives back devices that were not sent anything. */
export async function giveBack(
  tx: Tx,
  { org_id, notification, provider }: Recipients,
  tokens: readonly string[],
): Promise<void> {
  for (const part of chunks(tokens)) {
    await tx
      .updateTable('push_recipients')
      .set({ taken: 0 })
      .where('org_id', '=', org_id)
      .where('notification', '=', notification)
      .where('provider', '=', provider)
      .where('token', 'in', part)
      .execute();
  }
}

/** What came of a batch, in devices. */
export type Counts = Pick<NotificationRow, 'sent' | 'failed' | 'ended'>;

export async function addCounts(
  tx: Tx,
  { org_id, notification }: Recipients,
  { sent, failed, ended }: Counts,
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set((row) => ({
      sent: row('sent', '+', sent),
      failed: row('failed', '+', failed),
      ended: row('ended', '+', ended),
    }))
    .where('org_id', '=', org_id)
    .where('id', '=', notification)
    .execute();
}

/** Removes up to `count` devices of a provider; returns how many were left to send to, and how many were removed. */
export async function removeRecipients(
  db: Db,
  { org_id, notification, provider }: Recipients,
  count: number,
): Promise<{ removed: number; untaken: number }> {
  const removed = await db
    .deleteFrom('push_recipients')
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .where('token', 'in', (select) =>
      select
        .selectFrom('push_recipients')
        .select('token')
        .where('org_id', '=', org_id)
        .where('notification', '=', notification)
        .where('provider', '=', provider)
        .limit(count),
    )
    .returning('taken')
    .execute();
  return { removed: removed.length, untaken: removed.filter(({ taken }) => taken === 0).length };
}

/** Whether a notification has devices left, of one provider or at all. */
export async function hasRecipients(
  db: Db,
  { org_id, notification, provider }: Omit<Recipients, 'provider'> & { provider?: Provider },
): Promise<boolean> {
  let left = db
    .selectFrom('push_recipients')
    .select('token')
    .where('org_id', '=', org_id)
    .where('notification', '=', notification);
  if (provider !== undefined) left = left.where('provider', '=', provider);
  return (await left.limit(1).executeTakeFirst()) !== undefined;
}

export const providersOf = (db: Db, orgId: string) =>
  db.selectFrom('push_providers').selectAll().where('org_id', '=', orgId).execute();

/** Of all organizations, for a command of the service. */
export const allProviders = (db: Db) =>
  db.selectFrom('push_providers').selectAll().orderBy('org_id').orderBy('kind').execute();

export async function setProvider(tx: Tx, row: ProviderRow): Promise<void> {
  await tx
    .insertInto('push_providers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'kind']).doUpdateSet({ sealed: row.sealed, changed: row.changed }),
    )
    .execute();
}

export async function deleteProvider(tx: Tx, orgId: string, kind: ProviderRow['kind']): Promise<void> {
  await tx.deleteFrom('push_providers').where('org_id', '=', orgId).where('kind', '=', kind).execute();
}
