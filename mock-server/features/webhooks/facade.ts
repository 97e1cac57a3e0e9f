import type { WebhookEvent } from '../../../contract/webhooks.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { deliverJob } from './deliver-job.ts';
import { insertDelivery, listWebhooks, type WebhookRow } from './store.ts';

export { renewWebhooks } from './renew.ts';
export { deleteDeliveriesAbout } from './store.ts';

const isSubscribedTo = ({ enabled, events }: WebhookRow, event: WebhookEvent): boolean =>
  enabled === 1 && (JSON.parse(events) as string[]).includes(event);

/** Whether any webhook of an organization wants to be told of an event. */
export const hasSubscriber = async (db: Db, orgId: string, event: WebhookEvent): Promise<boolean> =>
  (await listWebhooks(db, orgId)).some((webhook) => isSubscribedTo(webhook, event));

/**
 * Tells the webhooks of an organization of an event, in the transaction of its cause: where that is rolled back,
 * nothing is told. Call `jobs.wake` after the transaction where it returns true: some webhook wants the event.
 */
export async function emitEvent(
  tx: Tx,
  jobs: JobQueue,
  orgId: string,
  event: WebhookEvent,
  data: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const wanting = (await listWebhooks(tx, orgId)).filter((webhook) => isSubscribedTo(webhook, event));
  for (const { id: webhook } of wanting) {
    const [id, created] = [createId(), getNow()];
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
  return wanting.length > 0;
}
