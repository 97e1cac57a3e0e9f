import type { WebhookEvent } from '../../../contract/webhooks.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { newId, now } from '../../platform/database/identifiers.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { deliverJob } from './deliver-job.ts';
import { insertDelivery, webhooksOf } from './store.ts';

export { renewWebhooks } from './renew.ts';

/**
 * Tells the webhooks of an organization of an event, in the transaction of what happened: nothing is told of what did not
 * stay. Call `jobs.wake` when that has ended.
 */
export async function emit(
  tx: Tx,
  jobs: JobQueue,
  orgId: string,
  event: WebhookEvent,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const { id: webhook, enabled, events } of await webhooksOf(tx, orgId)) {
    if (enabled === 0 || !(JSON.parse(events) as string[]).includes(event)) continue;
    const [id, created] = [newId(), now()];
    await insertDelivery(tx, {
      org_id: orgId,
      id,
      webhook,
      event,
      body: JSON.stringify({ type: event, timestamp: created, data }),
      state: 'waiting',
      attempts: 0,
      status: null,
      problem: null,
      created,
      tried: null,
    });
    await jobs.enqueue(tx, orgId, deliverJob, { delivery: id });
  }
}
