import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { messageKinds } from './messages.ts';

/** Characters, counted as people do: what is drawn as one counts as one (extended grapheme clusters, UAX #29). */
export const maxMessageLength = 150;

/** Most UTF-16 units of such a text: no real character has more than forty. */
export const maxMessageUnits = maxMessageLength * 40;

const MessageBody = Type.Object({
  message: Type.String({
    maxLength: maxMessageUnits,
    description: `At most ${maxMessageLength} characters, counted as people do`,
  }),
});

const shared = { area: 'notifications', context: 'administrator' } as const;
const documented = { ...shared, method: 'POST', source: 'document 2, Push notifications' } as const;
const ApplicationParams = Type.Object({ application: PathIdentifier });

export const sendApplicationMessage = operation({
  ...documented,
  name: 'sendApplicationMessage',
  path: '/v1/notifications/applications/:application/message',
  params: ApplicationParams,
  body: MessageBody,
  response: output({ app_message_notification_sent: Type.Boolean() }),
  summary: 'Send a message to the devices that downloaded an application',
});

export const sendUpdateNotice = operation({
  ...documented,
  name: 'sendUpdateNotice',
  path: '/v1/notifications/applications/:application/update',
  params: ApplicationParams,
  response: output({ update_notification_sent: Type.Boolean() }),
  summary: 'Tell the devices that downloaded a previous version of an application about the newest',
});

export const sendGroupMessage = operation({
  ...documented,
  name: 'sendGroupMessage',
  path: '/v1/notifications/groups/:group/message',
  params: Type.Object({ group: PathIdentifier }),
  body: MessageBody,
  response: output({ group_message_notification_sent: Type.Boolean() }),
  summary: 'Send a message to the devices of all members of a group',
});

/**
 * A sent notification with its progress. Devices in none of the counts may have got it: the provider's answer was lost.
 */
export const Notification = output({
  id: Id,
  kind: Type.Enum(messageKinds),
  title: Type.String(),
  text: Type.String(),
  created: Timestamp,
  /** Null while it is being sent. */
  finished: nullable(Timestamp),
  /** People who have it among their messages. */
  people: Type.Integer(),
  /** Devices that it goes to. */
  devices: Type.Integer(),
  /** Devices for which the provider accepted it. */
  sent: Type.Integer(),
  /** Devices for which the provider refused it, or to which it could not be sent in time. */
  failed: Type.Integer(),
  /** Devices that no longer have the App Catalog, so that their token was deleted. */
  ended: Type.Integer(),
});
export type Notification = Static<typeof Notification>;

const ours = { ...shared, source: 'ours: what was sent, and by whom' } as const;

export const listNotifications = operation({
  ...ours,
  name: 'listNotifications',
  method: 'GET',
  path: '/v3/notifications/',
  query: Type.Pick(ListControls, ['page']),
  response: output({ notifications: Type.Array(Notification), total_available: TotalAvailable }),
  summary: 'List what was sent, newest first',
});

const Short = Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' });
const Pem = Type.String({ minLength: 1, maxLength: 10_000 });

/** A token key of Apple's (.p8). */
const ApnsKey = Type.Object({
  /** The file as text. */
  key: Pem,
  key_id: Short,
  team_id: Short,
  /** The App Catalog's. */
  bundle_id: Short,
  /** Whether the App Catalog is a development build. */
  sandbox: Type.Optional(Type.Boolean()),
});

/** The file that Google gives for a service account; what else it holds is ignored. */
const ServiceAccount = Type.Object({
  project_id: Short,
  client_email: Short,
  private_key: Pem,
});

const PushProviders = output({
  /** The certificate of `push_cert_file`. */
  apns_certificate: nullable(
    output({ bundle_id: Type.String(), expires: Timestamp, sandbox: Type.Boolean() }),
  ),
  /** Used instead of the certificate when there is one. */
  apns_key: nullable(
    output({
      key_id: Type.String(),
      team_id: Type.String(),
      bundle_id: Type.String(),
      sandbox: Type.Boolean(),
    }),
  ),
  fcm_service_account: nullable(output({ project_id: Type.String(), client_email: Type.String() })),
});
export type PushProviders = Static<typeof PushProviders>;

export const readPushProviders = operation({
  ...ours,
  name: 'readPushProviders',
  method: 'GET',
  path: '/v3/notifications/providers/',
  response: output({ providers: PushProviders }),
  summary: 'Read which push providers are set up; secrets are not shown',
});

export const setPushProviders = operation({
  ...ours,
  name: 'setPushProviders',
  method: 'PUT',
  path: '/v3/notifications/providers/',
  recentSignIn: 'always',
  /** Fields that are left out stay; null removes one. */
  body: Type.Object({
    apns_key: Type.Optional(nullable(ApnsKey)),
    fcm_service_account: Type.Optional(nullable(ServiceAccount)),
  }),
  response: output({ providers: PushProviders }),
  summary: 'Store a token key of Apple’s, or a service account of Google’s',
});
export type PushProvidersChange = Static<typeof setPushProviders.body>;

export const notificationOperations = [
  sendApplicationMessage,
  sendUpdateNotice,
  sendGroupMessage,
  listNotifications,
  readPushProviders,
  setPushProviders,
] as const;
