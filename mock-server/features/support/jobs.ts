import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { mailReport, mailReportJob } from './mail.ts';

/** The jobs of this feature: mail what people send to support. */
export const supportJobs = (platform: Platform): JobKind[] => [
  jobKind(mailReportJob, (payload, { orgId }) => mailReport(platform, orgId, payload)),
];
