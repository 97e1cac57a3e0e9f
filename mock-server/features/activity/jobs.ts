import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { deleteExpiredActivity } from './delete-expired.ts';

const hour = 3_600_000;

/** The jobs of this feature: once an hour, delete in small steps the activity that organizations no longer keep. */
export const createActivityJobs = (platform: Platform): JobKind[] => [
  { name: 'old_activity', every: hour, byAge: true, run: () => deleteExpiredActivity(platform) },
];
