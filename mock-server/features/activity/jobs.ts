import { now } from '../../platform/database/identifiers.ts';
import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { defaultSettings, settingsOf } from '../organizations/facade.ts';
import { dayOf } from './journal-store.ts';
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
    await forget(platform, organization.id, retainedSince(settingsOf(organization), at));
  }
  // What belongs to no organization is kept as long as by default.
  await forget(platform, '', retainedSince(defaultSettings(''), at));
}

async function forget({ database }: Platform, orgId: string, before: string): Promise<void> {
  for (const { journal } of await store.journals(database.db, orgId)) {
    let after: number | null = 0;
    while (after !== null) {
      after = await store.forgetActivity(database.db, orgId, journal, { before, after });
    }
  }
  while (await store.forgetEvents(database.db, orgId, before));
  let looked = await store.forgetDownloads(database, orgId, before, null);
  while (looked !== null) looked = await store.forgetDownloads(database, orgId, before, looked);
  await store.forgetDays(database, orgId, dayOf(before));
}
