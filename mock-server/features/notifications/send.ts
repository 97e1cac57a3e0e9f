import { setImmediate } from 'node:timers/promises';
import { Type } from 'typebox';
import { catalogPages, getApplicationPath } from '../../../contract/common/catalog-pages.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { JobRun } from '../../platform/jobs/kind.ts';
import type { SilentServers } from '../../platform/outgoing/silence.ts';
import type { Push } from '../../platform/push/push.ts';
import type { Platform } from '../../platform/services.ts';
import { getPublicBaseUrl } from '../organizations/facade.ts';
import { hasBatches, removeBatches } from './batch-store.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { sendToBrowsers } from './send-to-browsers.ts';
import { sendToDevices } from './send-to-devices.ts';
import * as store from './store.ts';

const payload = Type.Object({
  notification: Type.String(),
  provider: Type.Union([Type.Literal('apns'), Type.Literal('fcm'), Type.Literal('web')]),
});

/**
 * Sends a notification to the devices of one provider. Each provider has its own kind of job, so that a silent one
 * delays no other.
 */
export const sendJobs = {
  apns: { name: 'push_by_apns', payload },
  fcm: { name: 'push_by_fcm', payload },
  web: { name: 'send_notification_web', payload },
} as const;

/** Milliseconds after which other jobs have a turn: shorter than the time for which a stop of the service waits. */
const turnMs = 3_000;
/** Milliseconds after which a message is no longer sent. */
const lifetime = 3 * 24 * 60 * 60_000;
/** Rows that one statement removes. */
const rowsPerStatement = 2_000;

/**
 * Sends a notification to the devices of one provider. A device is taken before anything is sent to it, and given back
 * only when the provider has surely done nothing: so no device gets the notification twice, and one whose answer is
 * lost is left out.
 */
export async function sendNotification(
  platform: NotificationsContext,
  silence: SilentServers,
  { orgId, stopped }: Pick<JobRun, 'orgId' | 'stopped'>,
  { notification, provider }: { notification: string; provider: store.Provider },
): Promise<void> {
  const { db } = platform.database;
  const row = await store.findNotificationById(db, orgId, notification);
  if (row === undefined) return;
  const push = toPush(platform, row);
  const turnOf = { push, silence, stopped, end: Date.now() + turnMs };
  const isOpen = Date.now() < push.expires;
  if (provider === 'web') {
    const recipients = { org_id: orgId, notification, provider };
    if (isOpen && (await store.hasRecipients(db, recipients)))
      await sendToBrowsers(platform, { recipients, ...turnOf });
  } else {
    const recipients = { org_id: orgId, notification, provider };
    if (isOpen && (await hasBatches(db, recipients)))
      await sendToDevices(platform, { recipients, ...turnOf });
  }
  await finishNotification(platform, { org_id: orgId, notification, provider });
}

const toPush = ({ config }: Platform, row: store.NotificationRow): Push => ({
  id: row.id,
  title: row.title,
  body: row.text,
  link:
    getPublicBaseUrl(config) +
    (row.kind === 'group_message' ? catalogPages.messages : getApplicationPath(row.subject)),
  expires: Date.parse(row.created) + lifetime,
});

/** Removes the rows of devices after the sending. Devices that were not sent to in time count as failed. */
async function finishNotification(platform: Platform, recipients: store.Recipients): Promise<void> {
  const { database } = platform;
  const { org_id, notification, provider } = recipients;
  await removeSingle(platform, recipients);
  if (provider !== 'web') {
    await database.transaction(async (tx) => {
      const failed = await removeBatches(tx, { org_id, notification, provider });
      if (failed > 0) await store.addCounts(tx, recipients, { sent: 0, failed, ended: 0 });
    });
  }
  const all = { org_id, notification };
  if ((await store.hasRecipients(database.db, all)) || (await hasBatches(database.db, all))) return;
  const finished = { finished: getNow() };
  await database.transaction((tx) => store.updateNotification(tx, { org_id, id: notification }, finished));
}

/** Removes the devices that are noted one by one. */
async function removeSingle({ database }: Platform, recipients: store.Recipients): Promise<void> {
  for (;;) {
    const left = await database.transaction(async (tx) => {
      const { removed, untaken } = await store.removeRecipients(
        { db: tx, dialect: database.dialect },
        recipients,
        rowsPerStatement,
      );
      if (untaken > 0) await store.addCounts(tx, recipients, { sent: 0, failed: untaken, ended: 0 });
      return removed;
    });
    if (left === 0) break;
    await setImmediate();
  }
}
