import { getNow } from '../../platform/database/identifiers.ts';
import { retryWhileAway } from '../../platform/database/postgres/retry-while-away.ts';
import { RetryLater } from '../../platform/jobs/kind.ts';
import type { OutgoingAnswer } from '../../platform/outgoing/client.ts';
import { OutgoingError, type OutgoingReason } from '../../platform/outgoing/outgoing-error.ts';
import type { SilentServers } from '../../platform/outgoing/silence.ts';
import { retryAfter } from '../../platform/push/push.ts';
import type { Platform } from '../../platform/services.ts';
import { buildSignedHeaders, getPurpose } from './secret.ts';
import * as store from './store.ts';

/** Most bytes of an answer, whose content is not used. */
const limit = 64 * 1024;
/** Milliseconds after which an event is no longer delivered. */
const lifetime = 3 * 24 * 60 * 60_000;

/** What administrators read about a request that got no answer. */
const problems: Partial<Record<OutgoingReason, string>> = {
  address_refused: 'The address is inside the network, or at an unusual port.',
  not_reached: 'The server could not be reached.',
  timed_out: 'The server did not answer in time.',
};

/**
 * Delivers an event to a webhook, once more. Errors: when it was not accepted, so that it is tried again after the
 * pause that the server asks for; `RetryLater` during the pause after the server was silent.
 */
export async function deliver(
  platform: Platform,
  silence: SilentServers,
  orgId: string,
  id: string,
): Promise<void> {
  const { db } = platform.database;
  const row = await store.findDeliveryById(db, orgId, id);
  if (row === undefined || row.state !== 'waiting') return;
  const webhook = await store.findWebhookById(db, orgId, row.webhook);
  if (webhook === undefined || webhook.enabled === 0) {
    await store.updateDelivery(db, orgId, id, { state: 'failed', problem: 'The webhook is switched off.' });
    return;
  }
  const isLast = Date.parse(row.created) + lifetime < Date.now();
  // The address is part of the key, so that a corrected address is tried at once.
  const server = `${webhook.id} ${webhook.url}`;
  const pause = silence.getPause(server);
  if (pause !== null && isLast) {
    await store.updateDelivery(db, orgId, id, { state: 'failed', problem: problems.timed_out ?? null });
    return;
  }
  if (pause !== null) throw new RetryLater(pause);
  const notified = { attempts: row.attempts + 1, tried: getNow() };
  const updateRow = (change: Partial<store.DeliveryRow>) =>
    retryWhileAway(() => store.updateDelivery(db, orgId, id, change));
  const began = Date.now();
  const answer = await send(platform, webhook, row);
  if (isSilence(answer)) silence.recordSilence(server, began);
  else silence.recordAnswer(server);
  if (answer instanceof OutgoingError) {
    const isFinal = isLast || answer.reason === 'address_refused';
    const problem = problems[answer.reason] ?? 'The server’s answer could not be read.';
    const state = isFinal ? 'failed' : 'waiting';
    await updateRow({ ...notified, status: null, problem, state });
    if (!isFinal) throw answer;
    return;
  }
  const { status } = answer;
  const isTaken = status >= 200 && status < 300;
  const isGone = status === 410;
  const state = isTaken ? 'delivered' : isGone || isLast ? 'failed' : 'waiting';
  // A server that answers 410 wants nothing more.
  if (isGone) {
    await platform.database.transaction((tx) => store.updateWebhook(tx, orgId, webhook.id, { enabled: 0 }));
  }
  await updateRow({ ...notified, status, problem: null, state });
  if (state !== 'waiting') return;
  const wait = retryAfter(answer.header('retry-after'));
  throw wait === null ? new Error(`The server answered ${status}.`) : new RetryLater(wait);
}

const isSilence = (answer: OutgoingAnswer | OutgoingError): boolean =>
  answer instanceof OutgoingError && (answer.reason === 'timed_out' || answer.reason === 'not_reached');

async function send(
  { config, outgoing, secrets }: Platform,
  { org_id, id: webhook, url, sealed_secret }: store.WebhookRow,
  { id, body }: store.DeliveryRow,
): Promise<OutgoingAnswer | OutgoingError> {
  const secret = secrets.decrypt(getPurpose(org_id, webhook), sealed_secret);
  const headers = {
    'content-type': 'application/json',
    ...buildSignedHeaders(secret, { id, body, at: Date.now() }),
  };
  try {
    const signal = AbortSignal.timeout(config.limits.webhookTimeout);
    return await outgoing.post(url, { headers, body, limit, signal });
  } catch (error) {
    if (error instanceof OutgoingError) return error;
    throw error;
  }
}
