import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { deliver } from './deliver.ts';
import { deliverJob } from './deliver-job.ts';
import { deleteOldDeliveries } from './store.ts';

const day = 24 * 60 * 60_000;
const kept = 30 * day;

/** The jobs of this feature. */
export const webhookJobs = (platform: Platform): JobKind[] => [
  jobKind(deliverJob, ({ delivery }, { orgId }) => deliver(platform, orgId, delivery)),
  {
    name: 'old_webhook_deliveries',
    every: day,
    run: () => deleteOldDeliveries(platform.database.db, new Date(Date.now() - kept).toISOString()),
  },
];
