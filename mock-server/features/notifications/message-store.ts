import { maxMessages } from '../../../contract/messages.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';

/** What was sent to a person, newest first. */
export const selectMessages = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('notifications as sent', (join) =>
      join.onRef('sent.org_id', '=', 'messages.org_id').onRef('sent.id', '=', 'messages.notification'),
    )
    .leftJoin('versions', (join) =>
      join.onRef('versions.org_id', '=', 'sent.org_id').onRef('versions.id', '=', 'sent.version'),
    )
    .select(['sent.id', 'sent.kind', 'sent.title', 'sent.text', 'sent.subject', 'sent.created'])
    .select(['messages.read', 'versions.version_num'])
    .where('messages.org_id', '=', orgId)
    .where('messages.user', '=', userId)
    .orderBy('messages.notification', 'desc')
    .limit(maxMessages)
    .execute();

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

export async function insertMessage(
  tx: Tx,
  { org_id, user, notification }: { org_id: string; user: string; notification: string },
): Promise<void> {
  await tx.insertInto('messages').values({ org_id, user, notification, read: null }).execute();
}

/** Notes that a person has read messages; messages that were read before keep their moment. */
export async function setRead(
  tx: Tx,
  orgId: string,
  userId: string,
  ids: readonly string[],
  moment: string,
): Promise<void> {
  for (const part of splitIntoChunks(ids)) {
    await tx
      .updateTable('messages')
      .set({ read: moment })
      .where('org_id', '=', orgId)
      .where('user', '=', userId)
      .where('notification', 'in', part)
      .where('read', 'is', null)
      .execute();
  }
}

/** A notification that was made before a moment; undefined when there is none. */
export const findOldestBefore = (db: Db, before: string) =>
  db
    .selectFrom('notifications')
    .select(['org_id', 'id'])
    .where('created', '<', before)
    .limit(1)
    .executeTakeFirst();

type Sent = NonNullable<Awaited<ReturnType<typeof findOldestBefore>>>;

/** Removes a notification from the messages of up to `count` people; false when nobody has it any more. */
export async function removeMessages(tx: Tx, { org_id, id }: Sent, count: number): Promise<boolean> {
  const some = tx
    .selectFrom('messages')
    .select('user')
    .where('org_id', '=', org_id)
    .where('notification', '=', id)
    .limit(count);
  const removed = await tx
    .deleteFrom('messages')
    .where('org_id', '=', org_id)
    .where('notification', '=', id)
    .where('user', 'in', some)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

export async function removeNotification(tx: Tx, { org_id, id }: Sent): Promise<void> {
  await tx.deleteFrom('notifications').where('org_id', '=', org_id).where('id', '=', id).execute();
}
