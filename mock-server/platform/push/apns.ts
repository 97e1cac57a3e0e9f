import { createPrivateKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PermanentFailure } from '../jobs/kind.ts';
import type { ExchangeResult } from '../outgoing/http2.ts';
import { signToken } from './jwt.ts';
import {
  fitMessage,
  type Outcome,
  type Push,
  type PushChannel,
  type PushConnection,
  retryAfter,
} from './push.ts';

/**
 * The sender for Apple's push service: a certificate with its key, or a token key; `bundleId` is that of the App
 * Catalog.
 */
export type ApnsSender = { bundleId: string } & (
  | { certificate: string; key: string }
  | { keyId: string; teamId: string; key: string }
);

/** Apple accepts a token for an hour, and expects no new one within 20 minutes. */
const tokenTime = 40 * 60_000;

/** Tokens that are still good, by their key. */
export type ApnsTokens = LRUCache<string, string>;

export const openApnsTokens = (): ApnsTokens => new LRUCache({ max: 1000, ttl: tokenTime });

function getToken(
  tokens: ApnsTokens,
  { keyId, teamId, key }: { keyId: string; teamId: string; key: string },
): string {
  const name = `${teamId} ${keyId} ${key}`;
  const token =
    tokens.get(name) ??
    signToken(createPrivateKey(key), { kid: keyId }, { iss: teamId, iat: Math.floor(Date.now() / 1000) });
  // Setting it again would extend its time.
  if (!tokens.has(name)) tokens.set(name, token);
  return token;
}

/** Connects to Apple's push service to send a text to devices. Error: OutgoingError. */
export async function openApns(
  { outgoing, timeout }: PushConnection,
  tokens: ApnsTokens,
  address: string,
  sender: ApnsSender,
  push: Push,
): Promise<PushChannel> {
  const connection = await outgoing.openHttp2(address, {
    timeout,
    ...('certificate' in sender && { identity: { cert: sender.certificate, key: sender.key } }),
  });
  // The same for all devices, so it is written once.
  const content = fitMessage(push.body, (text) => ({
    aps: { alert: { title: push.title, body: text }, sound: 'default' },
    notification: push.id,
    link: push.link,
  }));
  const body = Buffer.from(content);
  const headers = {
    'apns-topic': sender.bundleId,
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-expiration': String(Math.floor(push.expires / 1000)),
    'apns-collapse-id': push.id,
    ...('keyId' in sender && { authorization: `bearer ${getToken(tokens, sender)}` }),
  };
  return {
    get atOnce() {
      return connection.atOnce;
    },
    isAlive: () => connection.isAlive(),
    send: async (token) =>
      toOutcome(await connection.post(`/3/device/${encodeURIComponent(token)}`, headers, body)),
    close: () => connection.close(),
  };
}

/** Reasons of 400 and 403 that concern the sender and not one device, each with what to do. */
const senderProblems: Readonly<Record<string, string>> = {
  BadCertificate: 'Apple refuses the push certificate. Store a new one.',
  BadCertificateEnvironment: 'The push certificate is for the other environment, development or production.',
  ExpiredProviderToken: 'Apple says that our token is too old. Check the clock of this server.',
  Forbidden: 'Apple does not let this certificate or key send.',
  InvalidProviderToken: 'Apple does not know the token key. Check its key_id and team_id.',
  MissingProviderToken: 'Apple wants a certificate or token key, and got none.',
  BadTopic: 'Apple does not know the bundle identifier that the certificate or key was stored with.',
  MissingTopic: 'The certificate is for several topics. Store a token key with bundle_id.',
  TopicDisallowed: 'The certificate or key may not send to this bundle identifier.',
};

function toOutcome(exchanged: ExchangeResult): Outcome {
  if (exchanged.kind === 'unsent') return { kind: 'again', wait: null };
  if (exchanged.kind === 'unknown') return { kind: 'unknown' };
  const { status, header, body } = exchanged;
  if (status === 200) return { kind: 'sent' };
  const { reason, timestamp } = read(body);
  if (status === 410) return { kind: 'ended', moment: timestamp };
  const problem = status === 400 || status === 403 ? senderProblems[reason] : undefined;
  if (problem !== undefined) throw new PermanentFailure(problem);
  const isNewer = status === 429 || status >= 500;
  return isNewer ? { kind: 'again', wait: retryAfter(header('retry-after')) } : { kind: 'failed' };
}

function read(body: string): { reason: string; timestamp: number | null } {
  try {
    const { reason, timestamp } = JSON.parse(body) as { reason?: unknown; timestamp?: unknown };
    return { reason: String(reason), timestamp: typeof timestamp === 'number' ? timestamp : null };
  } catch {
    return { reason: '', timestamp: null };
  }
}
