import { changeActivity } from '../../platform/database/changes/changes.ts';
import type { Database } from '../../platform/database/connect.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { defaultSettings, settingsOf } from '../organizations/facade.ts';
import { forgetCounts } from './download-counts-store.ts';
import { dayOf, type Journal } from './journal-store.ts';
import { retainedSince } from './retention.ts';
import * as store from './store.ts';

const hour = 3_600_000;

/** The jobs of this feature: once an hour, delete what organizations keep no longer, in small steps. */
export const activityJobs = (platform: Platform): JobKind[] => [
  { name: 'forget-activity', every: hour, run: () => forgetOldActivity(platform) },
];

/** Deletes activity that is older than its organization keeps it, seen from a moment (ms). */
export async function forgetOldActivity(platform: Platform, at = Date.parse(now())): Promise<void> {
  const { db } = platform.database;
  for (const organization of await store.organizations(db)) {
    const settings = settingsOf(organization);
    await forget(platform, organization.id, (journal) => retainedSince(settings, journal, at));
  }
  // What belongs to no organization is kept as long as by default.
  const byDefault = defaultSettings('');
  await forget(platform, '', (journal) => retainedSince(byDefault, journal, at));
}

/** `since` gives the moment before which nothing of a kind is kept. */
async function forget(
  { database }: Platform,
  orgId: string,
  since: (journal: Journal) => string,
): Promise<void> {
  const { db } = database;
  for (const journal of await store.journals(db, orgId)) {
    const before = since(journal);
    let after: number | null = 0;
    while (after !== null) after = await store.forgetActivity(db, orgId, journal, { before, after });
    await store.forgetDays(db, orgId, journal, dayOf(before));
  }
  while (await store.forgetEvents(db, orgId, since('usage')));
  const before = since('download');
  await forgetDownloads(database, orgId, before);
  // How many there were on the days before.
  await database.transaction((tx) => forgetCounts(tx, orgId, dayOf(before)));
}

async function forgetDownloads(database: Database, orgId: string, before: string): Promise<void> {
  let after: Parameters<typeof store.downloadsToForget>[3] = null;
  do {
    const { ids, next } = await store.downloadsToForget(database.db, orgId, before, after);
    after = next;
    if (ids.length === 0) continue;
    await changeActivity(database, orgId, async (tx) => {
      await store.deleteDownloads(tx, orgId, ids);
      return null;
    });
  } while (after !== null);
}
