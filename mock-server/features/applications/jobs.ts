import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { sweep } from './sweep.ts';

const hour = 3_600_000;

/** The jobs of this feature: once an hour, delete what no row refers to any more. */
export const applicationJobs = (platform: Platform): JobKind[] => [
  { name: 'sweep', every: hour, byAge: true, run: async () => void (await sweep(platform)) },
];
