import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { Platform } from '../../platform/services.ts';
import {
  addMessages,
  type EntryRange,
  findNextEntry,
  listRecipients,
  type NativeProvider,
} from './audience-store.ts';
import { addBatches, listKnownTokens } from './batch-store.ts';
import { listProviders } from './providers.ts';
import { sendJobs } from './send.ts';
import * as store from './store.ts';
import { addBrowsers } from './web-push-store.ts';

/**
 * Entries of an audience that one transaction looks at. SQLite works in this process: others wait meanwhile, and each
 * commit waits for the disk. PostgreSQL reads all people and devices of the organization each time, so it has to be
 * done seldom.
 */
const entriesPerTransaction = { sqlite: 2_500, postgres: 50_000 } as const;

/**
 * The tokens to which a notification is sent by each provider, so that none is added twice: two people may share a
 * device, or two devices a token.
 */
type KnownTokens = Map<NativeProvider, Set<string>>;

/**
 * Collects the people and devices to which a notification is sent, in short transactions that record how far they came.
 */
export async function gather(platform: Platform, orgId: string, id: string): Promise<void> {
  const { database } = platform;
  // When a transaction fails, the job fails and starts again from what is recorded.
  const reached: KnownTokens = new Map();
  for (const provider of await listProviders(platform, orgId)) {
    reached.set(provider, await listKnownTokens(database.db, { org_id: orgId, notification: id, provider }));
  }
  for (;;) {
    const row = await store.findNotificationById(database.db, orgId, id);
    if (row === undefined || row.gathered === null) break;
    const after = row.gathered;
    await database.transaction(async (tx) => {
      const to = await findNextEntry(tx, row, after, entriesPerTransaction[database.dialect]);
      await store.claimRange(tx, row, to ?? null);
      if (to === undefined) await finishNotification(tx, platform, row);
      else await addRange(tx, row, { after, to }, reached);
    });
    await setImmediate();
  }
  platform.jobs.wake();
}

async function addRange(
  tx: Tx,
  row: store.NotificationRow,
  stretch: EntryRange,
  reached: KnownTokens,
): Promise<void> {
  const moment = getNow();
  let { devices } = row;
  for (const [provider, tokens] of reached) {
    const found = await listRecipients(tx, row, provider, stretch, moment);
    const added = found.filter(({ token }) => !tokens.has(token) && tokens.add(token));
    await addBatches(tx, { org_id: row.org_id, notification: row.id, provider }, added);
    devices += added.length;
  }
  const people = row.people + (await addMessages(tx, row, stretch, moment));
  await store.updateNotification(tx, row, { devices, people });
}

async function finishNotification(tx: Tx, { jobs }: Platform, row: store.NotificationRow): Promise<void> {
  const devices = row.devices + (await addBrowsers(tx, row, getNow()));
  await store.updateNotification(tx, row, { devices, ...(devices === 0 && { finished: getNow() }) });
  if (devices === 0) return;
  for (const provider of ['apns', 'fcm', 'web'] as const) {
    await jobs.enqueue(tx, row.org_id, sendJobs[provider], { notification: row.id, provider });
  }
}
