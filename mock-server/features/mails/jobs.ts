import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { planWeeklyMails } from './plan.ts';
import { sendWeeklyMail, weeklyMailJob } from './send.ts';

const hour = 60 * 60_000;

/** The jobs of this feature. */
export const createMailJobs = (platform: Platform): JobKind[] => [
  { name: 'weekly_mails', every: hour, run: () => planWeeklyMails(platform) },
  bindJobKind(weeklyMailJob, (payload, { orgId }) => sendWeeklyMail(platform, orgId, payload)),
];
