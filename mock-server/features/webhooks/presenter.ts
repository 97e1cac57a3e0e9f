import type { Webhook, WebhookDelivery, WebhookEvent } from '../../../contract/webhooks.ts';
import { timestamp } from '../../platform/http/answers/timestamps.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: JSON.parse(row.events) as WebhookEvent[],
  enabled: row.enabled === 1,
  created: timestamp(row.created),
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  problem: row.problem,
  body: row.body,
  created: timestamp(row.created),
  tried: row.tried && timestamp(row.tried),
});
