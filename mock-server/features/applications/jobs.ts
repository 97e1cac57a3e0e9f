import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { sweep } from './sweep.ts';

const hour = 3_600_000;

/** What applications leave to be done: throwing away, once an hour, what no row names any more. */
export const applicationJobs = (platform: Platform): JobKind[] => [
  { name: 'sweep', every: hour, run: async () => void (await sweep(platform)) },
];
