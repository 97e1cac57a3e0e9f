import type { Flag, Json, Moment } from './columns.ts';

/** Who sends to devices for an organization, beside the certificate in `organizations.push_cert`. */
export interface PushProviderTable {
  org_id: string;
  kind: 'apns_key' | 'fcm';
  /** Encrypted. */
  sealed: string;
  changed: Moment;
}

/** Something that was sent to people and their devices. */
export interface NotificationTable {
  org_id: string;
  id: string;
  kind: 'application_message' | 'update_notice' | 'group_message' | 'review_reply';
  /** The application or group that it is about. */
  subject: string;
  /** The version that a notice of an update is about. */
  version: string | null;
  title: string;
  text: string;
  created_by: string;
  created: Moment;
  /** The last entry of its audience that was looked at; null when all were. */
  gathered: string | null;
  /** When nobody was left to send it to; null before. */
  finished: Moment | null;
  /** People who have it among their messages. */
  people: number;
  devices: number;
  sent: number;
  failed: number;
  /** Devices whose token had ended. */
  ended: number;
}

/** A notification among the messages of a person. */
export interface MessageTable {
  org_id: string;
  user: string;
  notification: string;
  /** When the person read it. */
  read: Moment | null;
}

/** A browser in which a person wants to be told. */
export interface PushSubscriptionTable {
  org_id: string;
  user: string;
  device: string;
  endpoint: string;
  /** The browser's keys, base64url. */
  p256dh: string;
  auth: string;
  language: 'en' | 'de';
  /** Of what the person wants to be told. */
  messages: Flag;
  updates: Flag;
  replies: Flag;
  changed: Moment;
}

/** An address that is told of events. */
export interface WebhookTable {
  org_id: string;
  id: string;
  url: string;
  description: string;
  /** JSON list of the events that it wants. */
  events: Json;
  enabled: Flag;
  /** Encrypted: what its messages are signed with. */
  sealed_secret: string;
  created: Moment;
}

/** An event for a webhook, and what became of it. */
export interface WebhookDeliveryTable {
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

/** Devices that a notification goes to by one provider, until they have been sent to. */
export interface PushBatchTable {
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

/** The browsers that a notification goes to, until it has been sent; and devices that releases before noted here. */
export interface PushRecipientTable {
  org_id: string;
  notification: string;
  provider: 'apns' | 'fcm' | 'web';
  /** Of a device, or the address of a browser's subscription. */
  token: string;
  device: string;
  /** 1: a process took it, so nobody else sends it. */
  taken: Flag;
  /** Browsers: before which it is not tried again; empty: now. */
  not_before: Moment;
  /** Browsers: how often it was tried, and how often of these nobody knows whether it arrived. */
  tries: number;
  unanswered: number;
}

/** A mail of a week: `sending` from before the mail server is asked, so that none is sent twice. */
export interface WeeklyMailTable {
  org_id: string;
  /** The moment at which the week ended. */
  week: Moment;
  kind: 'summary' | 'deadlines';
  /** Empty: all of them are noted. */
  user: string;
  state: 'waiting' | 'sending' | 'sent' | 'refused';
}

/** Kinds of mail that a person does not want. */
export interface MailUnsubscriptionTable {
  org_id: string;
  user: string;
  kind: 'summary' | 'deadlines';
  at: Moment;
}
