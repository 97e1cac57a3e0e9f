import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation, type TokenScope } from './common/operation.ts';

/** The events that a webhook can be notified of. */
export const webhookEvents = [
  'application.added',
  'version.added',
  'review.changed',
  'user.added',
  'device.added',
  'audit.recorded',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The scope that shows what an event tells. */
export const webhookEventScopes: Readonly<Record<WebhookEvent, TokenScope>> = {
  'application.added': 'applications:read',
  'version.added': 'applications:read',
  'review.changed': 'reviews:read',
  'user.added': 'users:read',
  'device.added': 'devices:read',
  'audit.recorded': 'audit:read',
};

const Events = Type.Array(Type.Enum(webhookEvents), { minItems: 1, maxItems: webhookEvents.length });
const Url = Type.String({
  maxLength: 2000,
  pattern: '^https://[^\\s]+$',
  examples: ['https://hooks.example.org/appshelf'],
});
const Description = Type.String({ maxLength: 200 });

export const Webhook = output({
  id: Id,
  url: Type.String(),
  description: Type.String(),
  events: Events,
  enabled: Type.Boolean(),
  created: Timestamp,
});
export type Webhook = Static<typeof Webhook>;

/** One event for one webhook. */
export const WebhookDelivery = output({
  /** The `webhook-id` of every attempt. */
  id: Id,
  event: Type.Enum(webhookEvents),
  state: Type.Enum(['waiting', 'delivered', 'failed']),
  attempts: Type.Integer(),
  /** The status that the server answered last; null when it did not answer. */
  status: nullable(Type.Integer()),
  /** Why there was no answer. */
  problem: nullable(Type.String()),
  /** The body of the request. */
  body: Type.String(),
  created: Timestamp,
  /** The last attempt; null before the first. */
  tried: nullable(Timestamp),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const shared = {
  area: 'webhooks',
  context: 'administrator',
  source: 'ours: webhooks as Standard Webhooks describes them; document 1, Events, leaves them open',
} as const;
const WebhookParams = Type.Object({ webhook: PathIdentifier });

export const listWebhooks = operation({
  ...shared,
  name: 'listWebhooks',
  method: 'GET',
  path: '/v3/webhooks/',
  response: output({ webhooks: Type.Array(Webhook) }),
  summary: 'List the webhooks of the organization',
});

export const addWebhook = operation({
  ...shared,
  name: 'addWebhook',
  method: 'POST',
  path: '/v3/webhooks/',
  fieldScopes: { events: webhookEventScopes },
  body: Type.Object({ url: Url, events: Events, description: Type.Optional(Description) }),
  response: output({
    webhook: Webhook,
    /** The key that its messages are signed with (`whsec_…`); it is not shown again. */
    secret: Type.String(),
  }),
  summary: 'Add a webhook: an address that is told of events',
});

export const updateWebhook = operation({
  ...shared,
  name: 'updateWebhook',
  method: 'PUT',
  path: '/v3/webhooks/:webhook/',
  params: WebhookParams,
  fieldScopes: { events: webhookEventScopes },
  recentSignIn: 'when it is notified of the audit log',
  body: Type.Object({
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean()),
  }),
  response: output({ webhook: Webhook }),
  summary: 'Change a webhook, or switch it on and off',
});

export const deleteWebhook = operation({
  ...shared,
  name: 'deleteWebhook',
  recentSignIn: 'when it is notified of the audit log',
  method: 'DELETE',
  path: '/v3/webhooks/:webhook/',
  params: WebhookParams,
  response: output({ deleted: Type.Boolean() }),
  summary: 'Delete a webhook and its log',
});

export const listDeliveries = operation({
  ...shared,
  name: 'listDeliveries',
  method: 'GET',
  path: '/v3/webhooks/:webhook/deliveries/',
  params: WebhookParams,
  query: Type.Pick(ListControls, ['page']),
  response: output({ deliveries: Type.Array(WebhookDelivery), total_available: TotalAvailable }),
  summary: 'List the deliveries of a webhook in the last 30 days, newest first, with their outcome',
});

export const resendDelivery = operation({
  ...shared,
  name: 'resendDelivery',
  method: 'POST',
  path: '/v3/webhooks/:webhook/deliveries/:delivery/resend/',
  params: Type.Object({ webhook: PathIdentifier, delivery: PathIdentifier }),
  response: output({ delivery: WebhookDelivery }),
  summary: 'Send something again, under the same id',
});

export const webhookOperations = [
  listWebhooks,
  addWebhook,
  updateWebhook,
  deleteWebhook,
  listDeliveries,
  resendDelivery,
] as const;
