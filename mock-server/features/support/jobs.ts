import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { readSettings } from '../organizations/facade.ts';
import { mailReportJob, sendReport } from './mail.ts';
import * as store from './store.ts';

const day = 24 * 60 * 60_000;

/** The jobs of this feature: mail what people send to support, and delete what is older than the organization keeps. */
export const createSupportJobs = (platform: Platform): JobKind[] => [
  bindJobKind(mailReportJob, (payload, { orgId }) => sendReport(platform, orgId, payload)),
  { name: 'old_support_reports', every: day, byAge: true, run: () => deleteOldReports(platform) },
];

/** Deletes reports that are older than their organization keeps activity. */
async function deleteOldReports({ database: { db } }: Platform): Promise<void> {
  for (const orgId of await store.listOrganizationsWithReports(db)) {
    const { activity_retention_in_days: days } = await readSettings(db, orgId);
    await store.deleteReports(db, orgId, new Date(Date.now() - days * day).toISOString());
  }
}
