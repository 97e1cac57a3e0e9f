import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { cancelAbandoned } from './cancel.ts';
import { preparePackage } from './prepare.ts';
import { preparePackageJob } from './prepare-job.ts';

const fiveMinutes = 5 * 60_000;

/**
 * The jobs of this feature: they make the files that devices get, one at a time, so that uploads still find a free
 * worker process. Organizations take turns.
 */
export const createSigningJobs = (platform: Platform): JobKind[] => [
  bindJobKind(preparePackageJob, (payload, job) => preparePackage(platform, payload, job), {
    maxRunning: 1,
    isFair: true,
  }),
  { name: 'abandoned_preparations', every: fiveMinutes, run: () => cancelAbandoned(platform) },
];
