import { setImmediate } from 'node:timers/promises';
import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { deleteOldest } from './event-store.ts';

const day = 24 * 3_600_000;
/** Two years: a report compares a month with the same one of the year before. */
const kept = 731 * day;
/** Few, so that who writes meanwhile need not wait. */
const step = 500;

/** The job of this feature: once a day, forget what applications reported long ago. */
export const policyJobs = (platform: Platform): JobKind[] => [
  { name: 'old-policy-events', every: day, run: () => deleteOld(platform) },
];

/** Deletes events that arrived more than two years ago, in small steps. */
export async function deleteOld({ database: { db } }: Platform): Promise<void> {
  const before = new Date(Date.now() - kept).toISOString();
  while (await deleteOldest(db, before, step)) await setImmediate();
}
