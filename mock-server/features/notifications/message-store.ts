import { mostMessages } from '../../../contract/messages.ts';
import { chunks } from '../../platform/chunks.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';

/** What was sent to a person, newest first. */
export const messagesOf = (db: Db, orgId: string, userId: string) =>
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
    .limit(mostMessages)
    .execute();

export type MessageRow = Awaited<ReturnType<typeof messagesOf>>[number];

export async function insertMessage(
  tx: Tx,
  { org_id, user, notification }: { org_id: string; user: string; notification: string },
): Promise<void> {
  await tx.insertInto('messages').values({ org_id, user, notification, read: null }).execute();
}

/** Notes that a person has read messages; those read before keep their moment. */
export async function setRead(
  tx: Tx,
  orgId: string,
  userId: string,
  ids: readonly string[],
  moment: string,
): Promise<void> {
  for (const part of chunks(ids)) {
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

/** Removes a notification that was made before a moment, with its messages; false when there is none. */
export async function deleteOldest(tx: Tx, before: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('notifications')
    .where((row) =>
      row.exists(
        row
          .selectFrom((inner) =>
            inner
              .selectFrom('notifications as old')
              .select(['old.org_id', 'old.id'])
              .where('old.created', '<', before)
              .limit(1)
              .as('oldest'),
          )
          .select('oldest.id')
          .whereRef('oldest.org_id', '=', 'notifications.org_id')
          .whereRef('oldest.id', '=', 'notifications.id'),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
