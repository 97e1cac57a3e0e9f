import { type Static, Type } from 'typebox';
import { DeviceHeaders } from './catalog.ts';
import { nullable, output } from './common/fields.ts';
import { languages } from './common/languages.ts';
import { operation } from './common/operation.ts';

/** The kinds of push messages that a person wants on a device while the catalog is closed. */
export const PushKinds = output({
  /** Messages to groups, and about applications. */
  messages: Type.Boolean(),
  /** New versions of what was installed. */
  updates: Type.Boolean(),
  /** Replies to reviews. */
  replies: Type.Boolean(),
});
export type PushKinds = Static<typeof PushKinds>;

const Base64Url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}={0,2}$`, examples: ['B'.repeat(length)] });
};

const shared = {
  area: 'notifications',
  context: 'user_and_device',
  within: ['self'],
  headers: DeviceHeaders,
  source: 'ours: push messages for catalogs in a browser (RFC 8030, 8291, 8292)',
} as const;

export const readWebPush = operation({
  ...shared,
  name: 'readWebPush',
  method: 'GET',
  path: '/v3/messages/push/',
  beforeTerms: true,
  response: output({
    /** The key that a browser subscribes with: an uncompressed point of P-256, base64url. */
    public_key: Type.String(),
    /** What this device notifies the caller of; null when it does not. */
    kinds: nullable(PushKinds),
  }),
  summary: 'Read which kinds of push messages the caller gets on this device',
});

export const setWebPush = operation({
  ...shared,
  name: 'setWebPush',
  recorded: false,
  method: 'PUT',
  path: '/v3/messages/push/',
  body: Type.Object({
    /** The address of the browser's push service. */
    endpoint: Type.String({
      maxLength: 2000,
      pattern: '^https://[^\\s]+$',
      examples: ['https://push.example.org/subscription'],
    }),
    p256dh: Base64Url(65),
    auth: Base64Url(16),
    /** The language of the push messages: English unless it is German. */
    language: Type.Enum(languages),
    kinds: PushKinds,
  }),
  response: output({ kinds: PushKinds }),
  summary: 'Send the caller push messages on this device, by its browser’s push service',
});

export const endWebPush = operation({
  ...shared,
  name: 'endWebPush',
  recorded: false,
  method: 'DELETE',
  path: '/v3/messages/push/',
  beforeTerms: true,
  response: output({ ended: Type.Boolean() }),
  summary: 'Send the caller no more push messages on this device',
});

export const webPushOperations = [readWebPush, setWebPush, endWebPush] as const;
