import type { Flag, Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface NotificationsTables {
  weekly_mails: WeeklyMailTable;
  mail_unsubscriptions: MailUnsubscriptionTable;
  push_providers: PushProviderTable;
  notifications: NotificationTable;
  push_batches: PushBatchTable;
  push_recipients: PushRecipientTable;
  messages: MessageTable;
  push_subscriptions: PushSubscriptionTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
}

/** Those of them whose rows are about a person. */
export const personalNotificationsTables = {
  weekly_mails: { by: 'user', key: ['week', 'kind'], columns: ['week', 'kind', 'state'] },
  mail_unsubscriptions: { by: 'user', key: ['kind'], columns: ['kind', 'at'] },
  notifications: {
    by: 'created_by',
    key: ['id'],
    columns: ['id', 'kind', 'subject', 'title', 'text', 'created'],
  },
  messages: { by: 'user', key: ['notification'], columns: ['notification', 'read'] },
  push_subscriptions: {
    by: 'user',
    key: ['device'],
    columns: ['device', 'endpoint', 'language', 'messages', 'updates', 'replies', 'changed'],
  },
} satisfies PersonalTables<NotificationsTables>;

/** The providers that send to an organization's devices, besides the certificate in `organizations.push_cert`. */
interface PushProviderTable {
  org_id: string;
  kind: 'apns_key' | 'fcm';
  /** Encrypted. */
  sealed: string;
  changed: Moment;
}

/** Something that was sent to people and their devices. */
interface NotificationTable {
  org_id: string;
  id: string;
  kind: 'application_message' | 'update_notice' | 'deadline_notice' | 'group_message' | 'review_reply';
  /** The application or group that it is about. */
  subject: string;
  /** The version that a notice of an update or of a deadline is about. */
  version: string | null;
  title: string;
  text: string;
  created_by: string;
  created: Moment;
  /** The last entry of its audience that was looked at; null when all were. */
  gathered: string | null;
  /** When everything was sent; null before. */
  finished: Moment | null;
  /** People who have it among their messages. */
  people: number;
  devices: number;
  sent: number;
  failed: number;
  /** Devices whose token no longer exists. */
  ended: number;
}

/** A notification among the messages of a person. */
interface MessageTable {
  org_id: string;
  user: string;
  notification: string;
  /** When the person read it. */
  read: Moment | null;
}

/** A browser in which a person wants to be told. */
interface PushSubscriptionTable {
  org_id: string;
  user: string;
  device: string;
  endpoint: string;
  /** The browser's keys, base64url. */
  p256dh: string;
  auth: string;
  language: 'en' | 'de';
  /** Of which kinds of notification the person wants to be told. */
  messages: Flag;
  updates: Flag;
  replies: Flag;
  changed: Moment;
}

/** An address that is told of events. */
interface WebhookTable {
  org_id: string;
  id: string;
  url: string;
  description: string;
  /** JSON list of the events that it wants. */
  events: Json;
  enabled: Flag;
  /** Encrypted: the secret with which its messages are signed. */
  sealed_secret: string;
  created: Moment;
}

/** One event for one webhook, and the result. */
interface WebhookDeliveryTable {
  org_id: string;
  id: string;
  webhook: string;
  event:
    | 'application.added'
    | 'version.added'
    | 'review.changed'
    | 'user.added'
    | 'device.added'
    | 'audit.recorded';
  /** As it is sent. */
  body: Json;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** What the server answered last. */
  status: number | null;
  /** Why there was no answer. */
  problem: string | null;
  created: Moment;
  tried: Moment | null;
}

/** Devices to which a notification is sent by one provider, until the sending is done. */
interface PushBatchTable {
  org_id: string;
  notification: string;
  provider: 'apns' | 'fcm';
  /** In the order in which they are sent. */
  id: string;
  /** How many devices it has. */
  devices: number;
  /** 1: a process took it, so nobody else sends it. */
  taken: Flag;
  /** JSON list of pairs: token and device. */
  recipients: Json;
}

/** The browsers to which a notification is sent, until the sending is done. */
interface PushRecipientTable {
  org_id: string;
  notification: string;
  provider: 'apns' | 'fcm' | 'web';
  /** The address of the browser's subscription. */
  token: string;
  device: string;
  /** 1: a process took it, so nobody else sends it. */
  taken: Flag;
  /** The moment before which it is not tried again; empty: now. */
  not_before: Moment;
  /** The number of attempts, and of those whose result nobody knows. */
  tries: number;
  unanswered: number;
}

/** A weekly mail. It is `sending` before the mail server is contacted, so that no mail is sent twice. */
interface WeeklyMailTable {
  org_id: string;
  /** The moment at which the week ended. */
  week: Moment;
  kind: 'summary' | 'deadlines';
  /** Empty: all mails of that kind have been noted. */
  user: string;
  state: 'waiting' | 'sending' | 'sent' | 'refused';
}

/** Kinds of mail that a person does not want. */
interface MailUnsubscriptionTable {
  org_id: string;
  user: string;
  kind: 'summary' | 'deadlines';
  at: Moment;
}
