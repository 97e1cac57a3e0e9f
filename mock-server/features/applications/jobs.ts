import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { sweepBlobs } from './sweep.ts';

const hour = 3_600_000;

/** The jobs of this feature: once an hour, delete what no row refers to any more. */
export const createApplicationJobs = (platform: Platform): JobKind[] => [
  { name: 'sweep', every: hour, byAge: true, run: async () => void (await sweepBlobs(platform)) },
];
