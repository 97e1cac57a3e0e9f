import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { SilentServers } from '../../platform/outgoing/silence.ts';
import type { Platform } from '../../platform/services.ts';
import { deliver } from './deliver.ts';
import { deliverJob } from './deliver-job.ts';
import { deleteOldDeliveries } from './store.ts';

const day = 24 * 60 * 60_000;
const retentionMs = 30 * day;
/** A delivery mostly waits for a server; the servers of one organization can't keep all places busy. */
const concurrencyLimits = { maxRunning: 16, maxRunningPerOrganization: 4, isFair: true } as const;

/** The platform, and what this feature keeps in memory. */
export interface WebhooksContext extends Platform {
  readonly silentWebhooks: SilentServers;
}

/** The jobs of this feature. */
export const createWebhookJobs = (platform: WebhooksContext): JobKind[] => [
  bindJobKind(
    deliverJob,
    ({ delivery }, { orgId }) => deliver(platform, platform.silentWebhooks, orgId, delivery),
    concurrencyLimits,
  ),
  {
    name: 'old_webhook_deliveries',
    every: day,
    byAge: true,
    run: () => deleteOldDeliveries(platform.database.db, new Date(Date.now() - retentionMs).toISOString()),
  },
];
