import { setImmediate } from 'node:timers/promises';
import { type Message, maxReplyLength } from '../../../contract/messages.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../platform/services.ts';
import { findManageableApplication, findVersion } from '../applications/facade.ts';
import { findReviewById } from '../reviews/facade.ts';
import {
  findOldestBefore,
  insertMessage,
  type MessageRow,
  removeMessages,
  removeNotification,
} from './message-store.ts';
import { sendJobs } from './send.ts';
import { emptyCounts, insertNotification, updateNotification } from './store.ts';
import { cleanMessage } from './text.ts';
import { addBrowsers } from './web-push-store.ts';

export const presentMessage = (row: MessageRow): Message => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  text: row.text,
  version: row.version_num,
  application: row.kind === 'group_message' ? null : row.subject,
  created: formatTimestamp(row.created),
  is_read: row.read !== null,
});

/** Sends a reply to the author of a review. Errors: `message_refused`, `not_found`. */
export async function replyToReview(
  { database, jobs }: Platform,
  caller: Caller,
  named: { application: string; review: string },
  values: string,
): Promise<void> {
  const text = cleanMessage(values, maxReplyLength);
  const { db } = database;
  const { org_id, id, latest_version } = await findManageableApplication(db, caller, named.application);
  const review = await findReviewById(db, org_id, id, named.review);
  if (review === undefined) throw notFoundError('review');
  const version = await findVersion(db, org_id, latest_version ?? '');
  const moment = getNow();
  const notification = createId();
  await database.transaction(async (tx) => {
    await insertNotification(tx, {
      ...emptyCounts,
      org_id,
      id: notification,
      kind: 'review_reply',
      subject: id,
      version: null,
      title: version?.app_name ?? '',
      text,
      created_by: caller.user.id,
      created: moment,
      gathered: null,
      finished: null,
      people: 1,
    });
    await insertMessage(tx, { org_id, user: review.user, notification });
    const sent = { org_id, id: notification, kind: 'review_reply' } as const;
    const devices = await addBrowsers(tx, sent, moment);
    await updateNotification(tx, sent, { devices, ...(devices === 0 && { finished: moment }) });
    if (devices > 0) await jobs.enqueue(tx, org_id, sendJobs.web, { notification, provider: 'web' });
  });
  jobs.wake();
}

/** Milliseconds for which messages are kept. */
const lifetime = 180 * 24 * 60 * 60_000;

/** Rows that one transaction removes, because other writers wait meanwhile. */
const rowsPerStatement = 2_000;

/** Removes old messages, one notification after the other. */
export async function deleteOldMessages({ database }: Pick<Platform, 'database'>): Promise<void> {
  const before = new Date(Date.now() - lifetime).toISOString();
  for (;;) {
    const oldest = await findOldestBefore(database.db, before);
    if (oldest === undefined) return;
    while (await database.transaction((tx) => removeMessages(tx, oldest, rowsPerStatement)))
      await setImmediate();
    await database.transaction((tx) => removeNotification(tx, oldest));
  }
}
