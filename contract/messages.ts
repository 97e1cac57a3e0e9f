import { type Static, Type } from 'typebox';
import { DeviceHeaders } from './catalog.ts';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { writeHeaders } from './common/writes.ts';

/** The kinds of messages in the catalog. */
export const messageKinds = [
  'application_message',
  'update_notice',
  'deadline_notice',
  'group_message',
  'review_reply',
] as const;

/** Something that was sent to a person. */
export const Message = output({
  id: Id,
  kind: Type.Enum(messageKinds),
  /** The application's or the group's name. */
  title: Type.String(),
  text: Type.String(),
  /** The number of the version, of a notice of an update or of a deadline. */
  version: nullable(Type.String()),
  /** The application that it is about; null for a message to a group. */
  application: nullable(Id),
  created: Timestamp,
  is_read: Type.Boolean(),
});
export type Message = Static<typeof Message>;

/** Most messages in the list; older ones are not shown. */
export const maxMessages = 200;

const shared = {
  area: 'notifications',
  context: 'user_and_device',
  within: ['self'],
  source: 'ours: what was sent is in the catalog too, so that nobody depends on a push',
} as const;

export const listMessages = operation({
  ...shared,
  name: 'listMessages',
  method: 'GET',
  path: '/v3/messages/',
  headers: DeviceHeaders,
  response: output({ messages: Type.Array(Message) }),
  summary: `List what was sent to the caller, newest first, at most ${maxMessages}`,
});

export const readMessages = operation({
  ...shared,
  name: 'readMessages',
  recorded: false,
  method: 'PUT',
  path: '/v3/messages/read/',
  headers: Type.Object({ ...DeviceHeaders.properties, ...writeHeaders }),
  body: Type.Object({ messages: Type.Array(Id, { maxItems: maxMessages * 5 }) }),
  response: output({ read: Type.Boolean() }),
  summary: 'Note that the caller has read messages, on every device',
});

/** Maximum length in characters as people count them (see `maxMessageLength`). */
export const maxReplyLength = 1_000;

export const replyToReview = operation({
  area: 'notifications',
  context: 'publisher',
  within: ['own_applications'],
  name: 'replyToReview',
  method: 'POST',
  path: '/v3/applications/:application/reviews/:review/reply/',
  params: Type.Object({ application: PathIdentifier, review: PathIdentifier }),
  body: Type.Object({
    message: Type.String({
      maxLength: maxReplyLength * 40,
      description: `At most ${maxReplyLength} characters, counted as people do`,
    }),
  }),
  response: output({ reply_sent: Type.Boolean() }),
  source: 'ours: a reply to a review, which only its author sees, among their messages',
  summary: 'Reply to whoever wrote a review',
});

export const messageOperations = [listMessages, readMessages, replyToReview] as const;
