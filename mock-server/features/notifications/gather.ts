import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { Platform } from '../../platform/services.ts';
import { addMessages, addRecipients, nextEntry } from './audience-store.ts';
import { providersOf } from './providers.ts';
import { sendJobs } from './send.ts';
import * as store from './store.ts';
import { addBrowsers } from './web-push-store.ts';

/**
 * Entries of an audience that one transaction looks at. SQLite works in this process: others wait meanwhile, and each commit waits for the disk.
 * PostgreSQL reads all people and devices of the organization each time, which has to be seldom.
 */
const atOnce = { sqlite: 2_500, postgres: 25_000 } as const;

/** Collects the people and devices that a notification goes to, in short transactions that remember how far they came. */
export async function gather(platform: Platform, orgId: string, id: string): Promise<void> {
  const providers = await providersOf(platform, orgId);
  for (;;) {
    const row = await store.notificationById(platform.database.db, orgId, id);
    if (row === undefined || row.gathered === null) break;
    const after = row.gathered;
    await platform.database.transaction(async (tx) => {
      const to = await nextEntry(tx, row, after, atOnce[platform.database.dialect]);
      if (to === undefined) return finish(tx, platform, row);
      let devices = row.devices;
      for (const provider of providers) {
        devices += await addRecipients(tx, row, provider, { after, to }, now());
      }
      const people = row.people + (await addMessages(tx, row, { after, to }, now()));
      await store.updateNotification(tx, row, { gathered: to, devices, people });
    });
    await setImmediate();
  }
  platform.jobs.wake();
}

async function finish(tx: Tx, { jobs }: Platform, row: store.NotificationRow): Promise<void> {
  const devices = row.devices + (await addBrowsers(tx, row, now()));
  await store.updateNotification(tx, row, {
    gathered: null,
    devices,
    ...(devices === 0 && { finished: now() }),
  });
  if (devices === 0) return;
  for (const provider of ['apns', 'fcm', 'web'] as const) {
    await jobs.enqueue(tx, row.org_id, sendJobs[provider], { notification: row.id, provider });
  }
}
