import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import { SilentServers } from '../../platform/outgoing/silence.ts';
import type { Platform } from '../../platform/services.ts';
import { deliver } from './deliver.ts';
import { deliverJob } from './deliver-job.ts';
import { deleteOldDeliveries } from './store.ts';

const day = 24 * 60 * 60_000;
const retentionMs = 30 * day;
/** A delivery mostly waits for a server; the servers of one organization can't keep all places busy. */
const concurrencyLimits = { maxRunning: 16, maxRunningPerOrganization: 4, isFair: true } as const;

/** The jobs of this feature. */
export function createWebhookJobs(platform: Platform): JobKind[] {
  const { jobBackOff: first, webhookTimeout: trial } = platform.config.limits;
  const silence = new SilentServers({ first, trial });
  return [
    bindJobKind(
      deliverJob,
      ({ delivery }, { orgId }) => deliver(platform, silence, orgId, delivery),
      concurrencyLimits,
    ),
    {
      name: 'old_webhook_deliveries',
      every: day,
      byAge: true,
      run: () => deleteOldDeliveries(platform.database.db, new Date(Date.now() - retentionMs).toISOString()),
    },
  ];
}
