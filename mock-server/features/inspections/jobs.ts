import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { inspect } from './inspect.ts';
import { inspectionJob } from './service.ts';

/** The jobs of this feature: inspect a package. One at a time: more would only wait for a worker. Organizations take turns. */
export const createInspectionJobs = (platform: Platform): JobKind[] => [
  bindJobKind(inspectionJob, (requested, run) => inspect(platform, run, requested), {
    maxRunning: 1,
    isFair: true,
  }),
];
