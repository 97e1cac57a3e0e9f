import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import { Silence } from '../../platform/outgoing/silence.ts';
import type { Platform } from '../../platform/services.ts';
import { deliver } from './deliver.ts';
import { deliverJob } from './deliver-job.ts';
import { deleteOldDeliveries } from './store.ts';

const day = 24 * 60 * 60_000;
const kept = 30 * day;
/** A delivery mostly waits for a server; the servers of one organization can't keep all places busy. */
const places = { most: 16, mostOfOne: 4, inTurns: true } as const;

/** The jobs of this feature. */
export function webhookJobs(platform: Platform): JobKind[] {
  const { jobBackOff: first, webhookTimeout: trial } = platform.config.limits;
  const silence = new Silence({ first, trial });
  return [
    jobKind(deliverJob, ({ delivery }, { orgId }) => deliver(platform, silence, orgId, delivery), places),
    {
      name: 'old_webhook_deliveries',
      every: day,
      byAge: true,
      run: () => deleteOldDeliveries(platform.database.db, new Date(Date.now() - kept).toISOString()),
    },
  ];
}
