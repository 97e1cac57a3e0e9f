import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { mailReportJob, sendReport } from './mail.ts';

/** The jobs of this feature: mail what people send to support. */
export const createSupportJobs = (platform: Platform): JobKind[] => [
  bindJobKind(mailReportJob, (payload, { orgId }) => sendReport(platform, orgId, payload)),
];
