import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { inspect } from './inspect.ts';
import { inspectionJob } from './service.ts';

/** The jobs of this feature: inspect a package. One at a time: more would only wait for a worker. Organizations take turns. */
export const inspectionJobs = (platform: Platform): JobKind[] => [
  jobKind(inspectionJob, (asked, run) => inspect(platform, run, asked), { most: 1, inTurns: true }),
];
