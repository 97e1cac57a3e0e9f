import type { WebhookEvent } from '../../../contract/webhooks.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { newId, now } from '../../platform/database/identifiers.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { deliverJob } from './deliver-job.ts';
import { insertDelivery, type WebhookRow, webhooksOf } from './store.ts';

export { renewWebhooks } from './renew.ts';
export { deleteDeliveriesAbout } from './store.ts';

const wants = ({ enabled, events }: WebhookRow, event: WebhookEvent): boolean =>
  enabled === 1 && (JSON.parse(events) as string[]).includes(event);

/** Whether any webhook of an organization wants to be told of an event. */
export const wantsEvent = async (db: Db, orgId: string, event: WebhookEvent): Promise<boolean> =>
  (await webhooksOf(db, orgId)).some((webhook) => wants(webhook, event));

/**
 * Tells the webhooks of an organization of an event, in the transaction of its cause: where that is rolled back,
 * nothing is told. Call `jobs.wake` after the transaction where it returns true: some webhook wants the event.
 */
export async function emit(
  tx: Tx,
  jobs: JobQueue,
  orgId: string,
  event: WebhookEvent,
  data: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const wanting = (await webhooksOf(tx, orgId)).filter((webhook) => wants(webhook, event));
  for (const { id: webhook } of wanting) {
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
  return wanting.length > 0;
}
