import type { Tx } from '../../platform/database/handles.ts';
import { isNeverStarted } from '../../platform/database/postgres/lost-connection.ts';
import { retryWhileAway } from '../../platform/database/postgres/retry-while-away.ts';
import { RetryLater } from '../../platform/jobs/kind.ts';
import type { PushChannel } from '../../platform/push/push.ts';
import { openWebPush } from '../../platform/push/web-push.ts';
import type { Platform } from '../../platform/services.ts';
import { getPublicBaseUrl } from '../organizations/facade.ts';
import { hasAcceptedTerms } from '../terms/facade.ts';
import { type Result, type Sending, sendEach } from './batch.ts';
import * as browsers from './browsers-store.ts';
import type { NotificationsContext } from './notifications-context.ts';
import * as store from './store.ts';
import { loadTexts } from './texts.ts';
import { deleteSubscriptionAt, findSubscriptionByEndpoint } from './web-push-store.ts';

/** Browsers that are taken at a time. */
const batchSize = 100;
/** How often a notification is sent to a browser without anybody knowing whether it arrived. */
const maxUnanswered = 6;
/** Milliseconds: the longest pause between two attempts for one browser. */
const maxPauseMs = 60 * 60_000;

type Browser = store.ClaimedRow;

/**
 * Sends a notification to browsers. Each is tried again on its own: a push service that is silent or refuses delays no
 * other. A notification that is sent once more replaces the one that arrived, so it may be sent again when the result
 * is unknown (docs/decisions/0037). Error: `RetryLater` when some browsers are to be tried again, or when the turn of this
 * job is over.
 */
export async function sendToBrowsers(platform: NotificationsContext, sending: Sending): Promise<void> {
  const { database, jobs } = platform;
  const { recipients, stopped, end } = sending;
  await database.transaction((tx) => browsers.reclaimBrowsers(tx, recipients));
  const channel = await open(platform, sending);
  while (await sendBatch(platform, sending, channel)) {
    if (stopped.aborted || Date.now() > end) throw new RetryLater(0);
  }
  const next = await browsers.findNextTry(database.db, recipients);
  if (next !== undefined) throw new RetryLater(Math.max(0, Date.parse(next) - jobs.clock.now()));
}

/** The connection to people's browsers, each of which gets its own language. */
async function open(
  platform: NotificationsContext,
  { recipients: { org_id }, push, silence }: Sending,
): Promise<PushChannel> {
  const { config, database, outgoing } = platform;
  const { kind, getText } = await loadTexts(database.db, org_id, push);
  const reach = { outgoing, timeout: config.limits.pushTimeout, silence };
  return openWebPush(reach, platform.vapid, getPublicBaseUrl(config), push, async (endpoint) => {
    const keys = await findSubscriptionByEndpoint(database.db, org_id, endpoint);
    // A person who declined the terms after the browsers were collected is not told either.
    return keys === undefined || !(await hasAcceptedTerms(database.db, org_id, keys.user))
      ? null
      : { keys, title: push.title, body: getText(keys.language), kind };
  });
}

/** Sends to the next browsers; false when none is due now. */
async function sendBatch(
  platform: Platform,
  { recipients, stopped }: Sending,
  channel: PushChannel,
): Promise<boolean> {
  const { database, jobs } = platform;
  const batch = await store.claimRecipients(database, recipients, batchSize, jobs.clock.moment());
  if (batch.length === 0) return false;
  const returnRecipients = (left: readonly Browser[]) =>
    database.transaction((tx) =>
      store.returnRecipients(
        tx,
        recipients,
        left.map(({ token }) => token),
      ),
    );
  const { results } = await sendEach(channel, batch, { stopped, returnRecipients });
  await retryWhileAway(
    () => database.transaction((tx) => record(tx, platform, recipients, results)),
    isNeverStarted,
  );
  return true;
}

async function record(
  tx: Tx,
  { config, jobs }: Platform,
  recipients: store.Recipients,
  results: readonly Result<Browser>[],
): Promise<void> {
  const counts = { sent: 0, failed: 0, ended: 0 };
  for (const result of results) {
    const { token } = result.recipient;
    const next = getNextTry(result, config.limits.jobBackOff);
    if (typeof next !== 'string') {
      const { wait, ...change } = next;
      await browsers.postponeBrowser(tx, recipients, token, {
        ...change,
        not_before: jobs.clock.moment(wait),
      });
      continue;
    }
    counts[next] += 1;
    await browsers.removeBrowser(tx, recipients, token);
    if (next === 'ended') await deleteSubscriptionAt(tx, recipients.org_id, token);
  }
  await store.addCounts(tx, recipients, counts);
}

/** The result for a browser, or when it is tried again. */
function getNextTry(
  { recipient: { tries, unanswered }, outcome }: Result<Browser>,
  backOff: number,
): keyof store.Counts | { wait: number; tries: number; unanswered: number } {
  const pause = Math.min(backOff * 2 ** tries, maxPauseMs);
  switch (outcome.kind) {
    case 'left':
      return { wait: outcome.wait, tries, unanswered };
    case 'again':
      return { wait: outcome.wait ?? pause, tries: tries + 1, unanswered };
    case 'unknown':
      return unanswered + 1 >= maxUnanswered
        ? 'failed'
        : { wait: pause, tries: tries + 1, unanswered: unanswered + 1 };
    default:
      return outcome.kind;
  }
}
