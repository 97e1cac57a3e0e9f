import type { Webhook, WebhookDelivery, WebhookEvent } from '../../../contract/webhooks.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: JSON.parse(row.events) as WebhookEvent[],
  enabled: row.enabled === 1,
  created: formatTimestamp(row.created),
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  problem: row.problem,
  body: row.body,
  created: formatTimestamp(row.created),
  tried: row.tried && formatTimestamp(row.tried),
});
