import { setImmediate } from 'node:timers/promises';
import { Type } from 'typebox';
import { applicationPath, catalogPages } from '../../../contract/common/catalog-pages.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import { isNeverBegun } from '../../platform/database/postgres/lost-connection.ts';
import { whileAway } from '../../platform/database/postgres/while-away.ts';
import { type JobRun, Later, PermanentFailure } from '../../platform/jobs/kind.ts';
import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import type { Silence } from '../../platform/outgoing/silence.ts';
import { openApns } from '../../platform/push/apns.ts';
import { openFcm } from '../../platform/push/fcm.ts';
import type { Outcome, Push, PushChannel } from '../../platform/push/push.ts';
import type { Platform } from '../../platform/services.ts';
import { forgetPushToken } from '../devices/facade.ts';
import { publicBase } from '../organizations/facade.ts';
import { type Recipient, type Result, type Sending, sendEach } from './batch.ts';
import { sendersOf } from './providers.ts';
import { sendToBrowsers } from './send-to-browsers.ts';
import * as store from './store.ts';

const payload = Type.Object({
  notification: Type.String(),
  provider: Type.Union([Type.Literal('apns'), Type.Literal('fcm'), Type.Literal('web')]),
});

/** Sends a notification to the devices of one provider: a kind of job for each, so that a silent one holds up none of the others. */
export const sendJobs = {
  apns: { name: 'send_notification_apns', payload },
  fcm: { name: 'send_notification_fcm', payload },
  web: { name: 'send_notification_web', payload },
} as const;

/** What releases before asked for, with all providers in one kind; it may still be in the database, and come from their processes. */
export const oldSendJob = { name: 'send_notification', payload } as const;

/** Devices that are taken and sent to at a time: all that a crash could leave without an answer. */
const batchSize = 1_000;
/** Milliseconds after which others have a turn: shorter than a stop of the service waits. */
const turn = 3_000;
/** Milliseconds after which a message is not sent any more. */
const lifetime = 3 * 24 * 60 * 60_000;
/** Rows that one statement removes. */
const removedAtOnce = 2_000;

/**
 * Sends a notification to the devices of one provider. A device is taken before it is sent to, and given back only when the
 * provider surely did nothing: so none gets it twice, and one whose answer is lost is left out.
 */
export async function sendNotification(
  platform: Platform,
  silence: Silence,
  { orgId, stopped }: Pick<JobRun, 'orgId' | 'stopped'>,
  { notification, provider }: { notification: string; provider: store.Provider },
): Promise<void> {
  const { db } = platform.database;
  const row = await store.notificationById(db, orgId, notification);
  if (row === undefined) return;
  const recipients = { org_id: orgId, notification, provider };
  const push = pushOf(platform, row);
  const isOpen = Date.now() < push.expires && (await store.hasRecipients(db, recipients));
  const sending = { recipients, push, silence, stopped, end: Date.now() + turn };
  if (isOpen) await (provider === 'web' ? sendToBrowsers : sendToDevices)(platform, sending);
  await finish(platform, recipients);
}

const pushOf = ({ config }: Platform, row: store.NotificationRow): Push => ({
  id: row.id,
  title: row.title,
  body: row.text,
  link:
    publicBase(config) +
    (row.kind === 'group_message' ? catalogPages.messages : applicationPath(row.subject)),
  expires: Date.parse(row.created) + lifetime,
});

/** A provider as one organization meets it: with its certificate or account. */
const serverOf = ({ org_id, provider }: store.Recipients): string => `${org_id} ${provider}`;

/** Error: `Later` while the provider is left alone, because it was just silent for this organization. */
async function sendToDevices(platform: Platform, sending: Sending): Promise<void> {
  const { recipients, silence, stopped, end } = sending;
  const server = serverOf(recipients);
  const pause = silence.pause(server);
  if (pause !== null) throw new Later(pause);
  const began = Date.now();
  try {
    const channel = await open(platform, sending);
    try {
      while (await sendBatch(platform, sending, channel)) {
        if (stopped.aborted || Date.now() > end) throw new Later(0);
      }
    } finally {
      channel.close();
    }
  } catch (error) {
    if (error instanceof OutgoingError) silence.unheard(server, began);
    throw error;
  }
}

async function open(
  platform: Platform,
  { recipients: { org_id, provider }, push }: Sending,
): Promise<PushChannel> {
  const { config } = platform;
  const reach = { outgoing: platform.outgoing, timeout: config.limits.pushTimeout };
  const { apns, fcm } = await sendersOf(platform, org_id);
  if (provider === 'apns' && apns) {
    const { apns: address, apnsSandbox } = config.pushServices;
    return openApns(reach, apns.sandbox ? apnsSandbox : address, apns.sender, push);
  }
  if (provider === 'fcm' && fcm) return openFcm(reach, config.pushServices, fcm, push);
  throw new PermanentFailure(
    provider === 'apns'
      ? 'No push certificate or token key is stored any more. Store one, and try again.'
      : 'No service account of Google’s is stored any more. Store one, and try again.',
  );
}

/** Sends to the next devices; false when none is left. Errors: `Later` when the provider wants a pause, and its refusals. */
async function sendBatch(
  platform: Platform,
  { recipients, silence, stopped }: Sending,
  channel: PushChannel,
): Promise<boolean> {
  const { database } = platform;
  if (!(await channel.isAlive()))
    throw new OutgoingError('not_reached', 'the connection to the provider ended');
  silence.heard(serverOf(recipients));
  const batch = await store.takeRecipients(database, recipients, batchSize, now());
  if (batch.length === 0) return false;
  const giveBack = (left: readonly Recipient[]) =>
    database.transaction((tx) =>
      store.giveBack(
        tx,
        recipients,
        left.map(({ token }) => token),
      ),
    );
  const { results, refusal } = await sendEach(channel, batch, { stopped, giveBack });
  // What was sent is not sent again, and who was not would be forgotten: it is noted when the database is back.
  await whileAway(() => database.transaction((tx) => record(tx, recipients, results)), isNeverBegun);
  if (refusal !== null) throw refusal;
  const again = results.flatMap(({ outcome }) => (outcome.kind === 'again' ? [outcome.wait] : []));
  const waits = again.filter((wait) => wait !== null);
  if (waits.length > 0) throw new Later(Math.max(...waits));
  if (again.length > 0) throw new Error('The provider did not accept every device. The rest are sent again.');
  return true;
}

async function record(
  tx: Tx,
  recipients: store.Recipients,
  results: readonly Result<Recipient>[],
): Promise<void> {
  const of = (kind: Outcome['kind']) => results.filter(({ outcome }) => outcome.kind === kind);
  await store.giveBack(
    tx,
    recipients,
    of('again').map(({ recipient }) => recipient.token),
  );
  for (const { recipient, outcome } of results) {
    if (outcome.kind !== 'ended') continue;
    const moment = outcome.moment === null ? null : new Date(outcome.moment).toISOString();
    await forgetPushToken(tx, recipients.org_id, { ...recipient, moment });
  }
  await store.addCounts(tx, recipients, {
    sent: of('sent').length,
    failed: of('failed').length,
    ended: of('ended').length,
  });
}

/** Removes the rows of devices that were sent to. Those that were not, because it took too long, count as failed. */
async function finish({ database }: Platform, recipients: store.Recipients): Promise<void> {
  const { org_id, notification } = recipients;
  for (;;) {
    const left = await database.transaction(async (tx) => {
      const { removed, untaken } = await store.removeRecipients(
        { db: tx, dialect: database.dialect },
        recipients,
        removedAtOnce,
      );
      if (untaken > 0) await store.addCounts(tx, recipients, { sent: 0, failed: untaken, ended: 0 });
      return removed;
    });
    if (left === 0) break;
    await setImmediate();
  }
  if (await store.hasRecipients(database.db, { org_id, notification })) return;
  const finished = { finished: now() };
  await database.transaction((tx) => store.updateNotification(tx, { org_id, id: notification }, finished));
}
