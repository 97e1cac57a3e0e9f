import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { planWeeklyMails } from './plan.ts';
import { sendWeeklyMail, weeklyMailJob } from './send.ts';

const hour = 60 * 60_000;

/** The jobs of this feature. */
export const mailJobs = (platform: Platform): JobKind[] => [
  { name: 'weekly_mails', every: hour, run: () => planWeeklyMails(platform) },
  jobKind(weeklyMailJob, (payload, { orgId }) => sendWeeklyMail(platform, orgId, payload)),
];
