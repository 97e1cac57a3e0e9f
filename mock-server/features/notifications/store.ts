import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { type ListPage, type Page, readNewestFirst } from '../../platform/database/list-controls.ts';

export type NotificationRow = Tables['notifications'];
export type ProviderRow = Tables['push_providers'];

/** The counts before anything was sent. */
export const emptyCounts = { devices: 0, sent: 0, failed: 0, ended: 0 } as const;

export async function insertNotification(tx: Tx, row: NotificationRow): Promise<void> {
  await tx.insertInto('notifications').values(row).execute();
}

export const findNotificationById = (db: Db, orgId: string, id: string) =>
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

/**
 * Notes that the audience of a notification was looked at up to an entry, or to its end; no other process looks at the
 * same entries from then on. Error: when another process was first.
 */
export async function claimRange(
  tx: Tx,
  { org_id, id, gathered }: Pick<NotificationRow, 'org_id' | 'id' | 'gathered'>,
  to: string | null,
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ gathered: to })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .where('gathered', '=', gathered)
    .returning('id')
    .executeTakeFirstOrThrow();
}

export const listNotifications = (db: Db, orgId: string, page: ListPage): Promise<Page<NotificationRow>> =>
  readNewestFirst(db.selectFrom('notifications').selectAll().where('org_id', '=', orgId), page);

/** The devices that a provider sends a notification to. */
export interface Recipients {
  org_id: string;
  notification: string;
  provider: Provider;
}

export type Provider = Tables['push_recipients']['provider'];

/**
 * How a database identifies a row by its place. PostgreSQL has no statistics yet about the thousands of recipients that
 * were just added, assumes that there is one, and would compare each of them with each token that is looked for.
 */
const getRowIdentity = (dialect: DialectName) =>
  dialect === 'sqlite' ? sql<string>`rowid` : sql<string>`ctid`;

/** The places of the next recipients that are due. */
const selectRowIdentities = (
  { db, dialect }: DatabaseHandle,
  { org_id, notification, provider }: Recipients,
  count: number,
) =>
  db
    .selectFrom('push_recipients')
    .select(getRowIdentity(dialect).as('place'))
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .limit(count);

/** A database, or a transaction on it. */
interface DatabaseHandle {
  db: Db;
  dialect: DialectName;
}

/**
 * Takes the next devices that are due, so that no other process sends to them. Those that another process took first
 * are left out.
 */
export const claimRecipients = (
  where: DatabaseHandle,
  recipients: Recipients,
  count: number,
  moment: string,
) =>
  where.db
    .updateTable('push_recipients')
    .set({ taken: 1 })
    .where(
      getRowIdentity(where.dialect),
      'in',
      selectRowIdentities(where, recipients, count).where('taken', '=', 0).where('not_before', '<=', moment),
    )
    .where('taken', '=', 0)
    .returning(['token', 'device', 'tries', 'unanswered'])
    .execute();

export type ClaimedRow = Awaited<ReturnType<typeof claimRecipients>>[number];

/** Gives back devices to which nothing was sent. */
export async function returnRecipients(
  tx: Tx,
  { org_id, notification, provider }: Recipients,
  tokens: readonly string[],
): Promise<void> {
  for (const part of splitIntoChunks(tokens)) {
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

/** The results of a batch, as numbers of devices. */
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
  where: DatabaseHandle,
  recipients: Recipients,
  count: number,
): Promise<{ removed: number; untaken: number }> {
  const removed = await where.db
    .deleteFrom('push_recipients')
    .where(getRowIdentity(where.dialect), 'in', selectRowIdentities(where, recipients, count))
    .returning('taken')
    .execute();
  return { removed: removed.length, untaken: removed.filter(({ taken: claimed }) => claimed === 0).length };
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

export const listProviders = (db: Db, orgId: string) =>
  db.selectFrom('push_providers').selectAll().where('org_id', '=', orgId).execute();

/** The providers of all organizations, for a command of the operator. */
export const listAllProviders = (db: Db) =>
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
