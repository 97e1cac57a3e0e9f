import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { checkCompliance } from './check.ts';
import { noticeJob, sendNotice } from './notice.ts';

const quarterOfAnHour = 15 * 60_000;

/** The jobs of this feature: enforce the deadlines of mandatory applications. */
export const createComplianceJobs = (platform: Platform): JobKind[] => [
  { name: 'noncompliance', every: quarterOfAnHour, byAge: true, run: () => checkCompliance(platform) },
  bindJobKind(noticeJob, ({ user }, { orgId }) => sendNotice(platform, orgId, user)),
];
