import type { Tx } from '../../platform/database/handles.ts';
import { isNeverStarted } from '../../platform/database/postgres/lost-connection.ts';
import { retryWhileAway } from '../../platform/database/postgres/retry-while-away.ts';
import { PermanentFailure, RetryLater } from '../../platform/jobs/kind.ts';
import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import { openApns } from '../../platform/push/apns.ts';
import { openFcm } from '../../platform/push/fcm.ts';
import type { Outcome, PushChannel } from '../../platform/push/push.ts';
import type { Platform } from '../../platform/services.ts';
import { deletePushTokens } from '../devices/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import { type Recipient, type Result, type Sending, sendEach } from './batch.ts';
import { addBatches, claimBatch, type NativeRecipients, removeBatch } from './batch-store.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { loadSenders } from './providers.ts';
import * as store from './store.ts';
import { loadTexts } from './texts.ts';

type DeviceSending = Sending & { recipients: NativeRecipients };

/** A provider as used by one organization: with that organization's certificate or account. */
const getSilenceKey = ({ org_id, provider }: store.Recipients): string => `${org_id} ${provider}`;

/**
 * Sends a notification to the devices of one provider. Error: `RetryLater` during the pause after the provider was silent
 * for this organization.
 */
export async function sendToDevices(platform: NotificationsContext, sending: DeviceSending): Promise<void> {
  const { recipients, silence, stopped, end } = sending;
  const server = getSilenceKey(recipients);
  const pause = silence.getPause(server);
  if (pause !== null) throw new RetryLater(pause);
  const began = Date.now();
  try {
    const channel = await open(platform, sending);
    try {
      while (await sendBatch(platform, sending, channel)) {
        if (stopped.aborted || Date.now() > end) throw new RetryLater(0);
      }
    } finally {
      channel.close();
    }
  } catch (error) {
    if (error instanceof OutgoingError) silence.recordSilence(server, began);
    throw error;
  }
}

async function open(
  platform: NotificationsContext,
  { recipients: { org_id, provider }, push: english }: DeviceSending,
): Promise<PushChannel> {
  const { config, database } = platform;
  // The system shows the text while no app of ours runs, and does not say in which language.
  const { mail_language } = await readSettings(database.db, org_id);
  const { getText } = await loadTexts(database.db, org_id, english);
  const push = { ...english, body: getText(mail_language) };
  const reach = { outgoing: platform.outgoing, timeout: config.limits.pushTimeout };
  const { apns, fcm } = await loadSenders(platform, org_id);
  if (provider === 'apns' && apns) {
    const { apns: address, apnsSandbox } = config.pushServices;
    return openApns(reach, platform.apnsTokens, apns.sandbox ? apnsSandbox : address, apns.sender, push);
  }
  if (provider === 'fcm' && fcm) return openFcm(reach, platform.fcmTokens, config.pushServices, fcm, push);
  throw new PermanentFailure(
    provider === 'apns'
      ? 'No push certificate or token key is stored any more. Store one, and try again.'
      : 'No service account of Google’s is stored any more. Store one, and try again.',
  );
}

/** Sends to the next devices; false when none is left. Errors: `RetryLater` when the provider wants a pause, and its refusals. */
async function sendBatch(
  platform: Platform,
  { recipients, silence, stopped }: DeviceSending,
  channel: PushChannel,
): Promise<boolean> {
  const { database } = platform;
  if (!(await channel.isAlive()))
    throw new OutgoingError('not_reached', 'the connection to the provider ended');
  silence.recordAnswer(getSilenceKey(recipients));
  const batch = await claimBatch(database.db, recipients);
  if (batch === undefined) return false;
  const returnRecipients = (left: readonly Recipient[]) =>
    database.transaction((tx) => addBatches(tx, recipients, left));
  const { results, refusal } = await sendEach(channel, batch.recipients, { stopped, returnRecipients });
  // What was sent must not be sent again, and devices that were not sent to must not be forgotten: the result is noted
  // when the database is back.
  await retryWhileAway(
    () => database.transaction((tx) => record(tx, recipients, batch.id, results)),
    isNeverStarted,
  );
  if (refusal !== null) throw refusal;
  const again = results.flatMap(({ outcome }) => (outcome.kind === 'again' ? [outcome.wait] : []));
  const waits = again.filter((wait) => wait !== null);
  if (waits.length > 0) throw new RetryLater(Math.max(...waits));
  if (again.length > 0) throw new Error('The provider did not accept every device. The rest are sent again.');
  return true;
}

/** Notes the result of a batch; recipients that the provider did not accept are left for later. */
async function record(
  tx: Tx,
  recipients: NativeRecipients,
  id: string,
  results: readonly Result<Recipient>[],
): Promise<void> {
  const countKind = (kind: Outcome['kind']) => results.filter(({ outcome }) => outcome.kind === kind);
  await removeBatch(tx, recipients, id);
  await addBatches(
    tx,
    recipients,
    countKind('again').map(({ recipient }) => recipient),
  );
  const ended = results.flatMap(({ recipient, outcome }) => {
    if (outcome.kind !== 'ended') return [];
    const moment = outcome.moment === null ? null : new Date(outcome.moment).toISOString();
    return [{ ...recipient, moment }];
  });
  await deletePushTokens(tx, recipients.org_id, ended);
  await store.addCounts(tx, recipients, {
    sent: countKind('sent').length,
    failed: countKind('failed').length,
    ended: ended.length,
  });
}
