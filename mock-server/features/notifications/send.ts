import { setImmediate } from 'node:timers/promises';
import { Type } from 'typebox';
import { applicationPath, catalogPages } from '../../../contract/common/catalog-pages.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import { isNeverBegun } from '../../platform/database/lost-connection.ts';
import { whileAway } from '../../platform/database/while-away.ts';
import { Later, PermanentFailure } from '../../platform/jobs/kind.ts';
import { openApns } from '../../platform/push/apns.ts';
import { openFcm } from '../../platform/push/fcm.ts';
import type { Outcome, Push, PushChannel, Reach } from '../../platform/push/push.ts';
import { openWebPush } from '../../platform/push/web-push.ts';
import type { Platform } from '../../platform/services.ts';
import { findVersion } from '../applications/facade.ts';
import { forgetPushToken } from '../devices/facade.ts';
import { publicBase } from '../organizations/facade.ts';
import { sendersOf } from './providers.ts';
import * as store from './store.ts';
import { vapidOf } from './vapid.ts';
import { deleteSubscriptionAt, subscriptionAt } from './web-push-store.ts';
import { type Language, updateText } from './words.ts';

/** Sends a notification to the devices of one provider. */
export const sendJob = {
  name: 'send_notification',
  payload: Type.Object({
    notification: Type.String(),
    provider: Type.Union([Type.Literal('apns'), Type.Literal('fcm'), Type.Literal('web')]),
  }),
} as const;

/** Devices that are taken and sent to at a time: all that a crash could leave without an answer. */
const batchSize = 1_000;
/** Milliseconds after which others have a turn: shorter than a stop of the service waits. */
const turn = 3_000;
/** Milliseconds after which a message is not sent any more. */
const lifetime = 3 * 24 * 60 * 60_000;
/** Rows that one statement removes. */
const removedAtOnce = 2_000;

interface Recipient {
  token: string;
  device: string;
}

/** What became of a batch. */
interface Result {
  recipient: Recipient;
  outcome: Outcome;
}

/**
 * Sends a notification to the devices of one provider. A device is taken before it is sent to, and given back only when the
 * provider surely did nothing: so none gets it twice, and one whose answer is lost is left out.
 */
export async function sendNotification(
  platform: Platform,
  orgId: string,
  { notification, provider }: { notification: string; provider: store.Provider },
): Promise<void> {
  const { db } = platform.database;
  const row = await store.notificationById(db, orgId, notification);
  if (row === undefined) return;
  const recipients = { org_id: orgId, notification, provider };
  const push = pushOf(platform, row);
  const isOpen = Date.now() < push.expires && (await store.hasRecipients(db, recipients));
  if (isOpen) await sendAll(platform, recipients, push);
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

async function sendAll(platform: Platform, recipients: store.Recipients, push: Push): Promise<void> {
  const channel = await open(platform, recipients, push);
  const end = Date.now() + turn;
  try {
    while (await sendBatch(platform, recipients, channel)) {
      if (Date.now() > end) throw new Later(0);
    }
  } finally {
    channel.close();
  }
}

async function open(
  platform: Platform,
  { org_id, provider }: store.Recipients,
  push: Push,
): Promise<PushChannel> {
  const { config } = platform;
  const reach = { outgoing: platform.outgoing, timeout: config.limits.pushTimeout };
  if (provider === 'web') return openBrowsers(platform, reach, org_id, push);
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

/** The way to people's browsers, each told in its language. */
async function openBrowsers(
  platform: Platform,
  reach: Reach,
  orgId: string,
  push: Push,
): Promise<PushChannel> {
  const { config, database } = platform;
  const text = await textsOf(database.db, orgId, push);
  return openWebPush(reach, vapidOf(platform), publicBase(config), push, async (endpoint) => {
    const keys = await subscriptionAt(database.db, orgId, endpoint);
    return keys === undefined ? null : { keys, title: push.title, body: text(keys.language) };
  });
}

/** What a notification says in a language: what a person wrote stays as it is. */
async function textsOf(db: Db, orgId: string, { id, body }: Push): Promise<(language: Language) => string> {
  const row = await store.notificationById(db, orgId, id);
  const version = row?.version && (await findVersion(db, orgId, row.version));
  return (language) => (version ? updateText[language](version.version_num) : body);
}

/** Sends to the next devices; false when none is left. Errors: `Later` when the provider wants a pause, and its refusals. */
async function sendBatch(
  platform: Platform,
  recipients: store.Recipients,
  channel: PushChannel,
): Promise<boolean> {
  const { database } = platform;
  if (!(await channel.isAlive())) throw new Error('The connection to the provider ended.');
  const batch = await store.takeRecipients(database, recipients, batchSize);
  if (batch.length === 0) return false;
  const { results, refusal } = await sendEach(channel, batch);
  // What was sent is not sent again, and who was not would be forgotten: it is noted when the database is back.
  await whileAway(() => database.transaction((tx) => record(tx, recipients, results)), isNeverBegun);
  if (refusal !== null) throw refusal;
  const again = results.flatMap(({ outcome }) => (outcome.kind === 'again' ? [outcome.wait] : []));
  const waits = again.filter((wait) => wait !== null);
  if (waits.length > 0) throw new Later(Math.max(...waits));
  if (again.length > 0) throw new Error('The provider did not accept every device. The rest are sent again.');
  return true;
}

/** Sends to all of a batch, as many at a time as the provider takes. */
async function sendEach(
  channel: PushChannel,
  batch: readonly Recipient[],
): Promise<{ results: Result[]; refusal: PermanentFailure | null }> {
  const results: Result[] = [];
  const left = batch.values();
  let refusal: PermanentFailure | null = null;
  const sender = async () => {
    for (const recipient of left) {
      const outcome = refusal === null ? await channel.send(recipient.token).catch(refused) : notSent;
      results.push({ recipient, outcome });
    }
  };
  const refused = (error: unknown): Outcome => {
    if (!(error instanceof PermanentFailure)) throw error;
    refusal = error;
    return notSent;
  };
  await Promise.all(Array.from({ length: Math.min(channel.atOnce, batch.length) }, sender));
  return { results, refusal };
}

const notSent: Outcome = { kind: 'again', wait: null };

async function record(tx: Tx, recipients: store.Recipients, results: readonly Result[]): Promise<void> {
  const of = (kind: Outcome['kind']) => results.filter(({ outcome }) => outcome.kind === kind);
  await store.giveBack(
    tx,
    recipients,
    of('again').map(({ recipient }) => recipient.token),
  );
  for (const { recipient, outcome } of results) {
    if (outcome.kind !== 'ended') continue;
    const moment = outcome.moment === null ? null : new Date(outcome.moment).toISOString();
    if (recipients.provider === 'web') await deleteSubscriptionAt(tx, recipients.org_id, recipient.token);
    else await forgetPushToken(tx, recipients.org_id, { ...recipient, moment });
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
