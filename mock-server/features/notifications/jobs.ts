import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { gather } from './gather.ts';
import { forgetOldMessages } from './messages.ts';
import { sendJob, sendNotification } from './send.ts';
import { gatherJob } from './service.ts';

const day = 24 * 60 * 60_000;

/** The jobs of this feature. */
export const notificationJobs = (platform: Platform): JobKind[] => [
  jobKind(gatherJob, ({ notification }, { orgId }) => gather(platform, orgId, notification)),
  { name: 'old_messages', every: day, run: () => forgetOldMessages(platform) },
  jobKind(sendJob, (payload, { orgId }) => sendNotification(platform, orgId, payload)),
];
