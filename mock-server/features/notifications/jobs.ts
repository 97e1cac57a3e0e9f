import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { gather } from './gather.ts';
import { sendJob, sendNotification } from './send.ts';
import { gatherJob } from './service.ts';

/** The jobs of this feature. */
export const notificationJobs = (platform: Platform): JobKind[] => [
  jobKind(gatherJob, ({ notification }, { orgId }) => gather(platform, orgId, notification)),
  jobKind(sendJob, (payload, { orgId }) => sendNotification(platform, orgId, payload)),
];
