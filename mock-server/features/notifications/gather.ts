import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { Platform } from '../../platform/services.ts';
import { addMessages, type NativeProvider, nextEntry, recipientsIn, type Stretch } from './audience-store.ts';
import { addBatches, tokensSoFar } from './batch-store.ts';
import { providersOf } from './providers.ts';
import { sendJobs } from './send.ts';
import * as store from './store.ts';
import { addBrowsers } from './web-push-store.ts';

/**
 * Entries of an audience that one transaction looks at. SQLite works in this process: others wait meanwhile, and each
 * commit waits for the disk. PostgreSQL reads all people and devices of the organization each time, so it has to be
 * done seldom.
 */
const atOnce = { sqlite: 2_500, postgres: 50_000 } as const;

/**
 * The tokens to which a notification is sent by each provider, so that none is added twice: two people may share a
 * device, or two devices a token.
 */
type Reached = Map<NativeProvider, Set<string>>;

/**
 * Collects the people and devices to which a notification is sent, in short transactions that record how far they came.
 */
export async function gather(platform: Platform, orgId: string, id: string): Promise<void> {
  const { database } = platform;
  // When a transaction fails, the job fails and starts again from what is recorded.
  const reached: Reached = new Map();
  for (const provider of await providersOf(platform, orgId)) {
    reached.set(provider, await tokensSoFar(database.db, { org_id: orgId, notification: id, provider }));
  }
  for (;;) {
    const row = await store.notificationById(database.db, orgId, id);
    if (row === undefined || row.gathered === null) break;
    const after = row.gathered;
    await database.transaction(async (tx) => {
      const to = await nextEntry(tx, row, after, atOnce[database.dialect]);
      await store.claimStretch(tx, row, to ?? null);
      if (to === undefined) await finish(tx, platform, row);
      else await addStretch(tx, row, { after, to }, reached);
    });
    await setImmediate();
  }
  platform.jobs.wake();
}

async function addStretch(
  tx: Tx,
  row: store.NotificationRow,
  stretch: Stretch,
  reached: Reached,
): Promise<void> {
  const moment = now();
  let { devices } = row;
  for (const [provider, tokens] of reached) {
    const found = await recipientsIn(tx, row, provider, stretch, moment);
    const added = found.filter(({ token }) => !tokens.has(token) && tokens.add(token));
    await addBatches(tx, { org_id: row.org_id, notification: row.id, provider }, added);
    devices += added.length;
  }
  const people = row.people + (await addMessages(tx, row, stretch, moment));
  await store.updateNotification(tx, row, { devices, people });
}

async function finish(tx: Tx, { jobs }: Platform, row: store.NotificationRow): Promise<void> {
  const devices = row.devices + (await addBrowsers(tx, row, now()));
  await store.updateNotification(tx, row, { devices, ...(devices === 0 && { finished: now() }) });
  if (devices === 0) return;
  for (const provider of ['apns', 'fcm', 'web'] as const) {
    await jobs.enqueue(tx, row.org_id, sendJobs[provider], { notification: row.id, provider });
  }
}
