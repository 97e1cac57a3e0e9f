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

/** A service account of Google's: the sender for Firebase Cloud Messaging. */
export interface FcmSender {
  projectId: string;
  clientEmail: string;
  privateKey: string;
}

export interface FcmAddresses {
  fcm: string;
  googleToken: string;
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
/** The name of Google's token service in requests for a token, whatever address is used. */
const audience = 'https://oauth2.googleapis.com/token';
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const hour = 3600;
/** An access token is not used in its last minute. */
const expiryMarginMs = 60_000;

/** Access tokens that are still good, by their sender. */
export type FcmTokens = LRUCache<string, string>;

export const openFcmTokens = (): FcmTokens => new LRUCache({ max: 1000, ttl: hour * 1000 });

const getCacheKey = ({ clientEmail, privateKey }: FcmSender): string => `${clientEmail} ${privateKey}`;

/** An access token (RFC 7523). Errors: OutgoingError; `PermanentFailure` when Google does not know the service account. */
async function getAccessToken(
  { outgoing, timeout }: PushConnection,
  accessTokens: FcmTokens,
  address: string,
  sender: FcmSender,
): Promise<string> {
  const known = accessTokens.get(getCacheKey(sender));
  if (known !== undefined) return known;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: sender.clientEmail, scope, aud: audience, iat: now, exp: now + hour };
  const assertion = signToken(createPrivateKey(sender.privateKey), {}, claims);
  const answer = await outgoing.post(new URL('token', address).href, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ grant_type: grant, assertion }).toString(),
    limit: 64 * 1024,
    signal: AbortSignal.timeout(timeout),
  });
  if (answer.status >= 500 || answer.status === 429) throw new Error(`Google answered ${answer.status}.`);
  const { access_token: token, expires_in: seconds } = readObject(answer.body.toString('utf8'));
  if (answer.status !== 200 || typeof token !== 'string') {
    throw new PermanentFailure('Google does not know the service account. Make a new key and store it.');
  }
  const ttl = Number(seconds) * 1000 - expiryMarginMs;
  if (ttl > 0) accessTokens.set(getCacheKey(sender), token, { ttl });
  return token;
}

/** Connects to Firebase Cloud Messaging (HTTP v1) to send a text to devices. Errors: OutgoingError, `PermanentFailure`. */
export async function openFcm(
  reach: PushConnection,
  tokens: FcmTokens,
  addresses: FcmAddresses,
  sender: FcmSender,
  push: Push,
): Promise<PushChannel> {
  const access = await getAccessToken(reach, tokens, addresses.googleToken, sender);
  const connection = await reach.outgoing.openHttp2(addresses.fcm, { timeout: reach.timeout });
  const path = `/v1/projects/${encodeURIComponent(sender.projectId)}/messages:send`;
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  const seconds = Math.max(0, Math.floor((push.expires - Date.now()) / 1000));
  // Written once: only the token of the device differs.
  const [head = '', tail = ''] = fitMessage(push.body, (text) => ({
    message: {
      token: placeholder,
      notification: { title: push.title, body: text },
      data: { notification: push.id, link: push.link },
      android: {
        priority: 'HIGH',
        ttl: `${seconds}s`,
        collapse_key: push.id,
        notification: { tag: push.id },
      },
    },
  })).split(JSON.stringify(placeholder));
  const send = async (token: string) => {
    const outcome = toOutcome(await connection.post(path, headers, `${head}${JSON.stringify(token)}${tail}`));
    if (outcome !== 'unauthorized') return outcome;
    // Google ended the access token early: the next connection requests another.
    tokens.delete(getCacheKey(sender));
    return { kind: 'again', wait: null } as const;
  };
  return {
    get atOnce() {
      return connection.atOnce;
    },
    isAlive: () => connection.isAlive(),
    send,
    close: () => connection.close(),
  };
}

/** As long as tokens are, so that the text is shortened for their length too. */
const placeholder = '\u0001'.repeat(50);

/** After Google has reported a used-up quota: a minute where its answer names no time. */
const quotaWait = 60_000;

function toOutcome(exchanged: ExchangeResult): Outcome | 'unauthorized' {
  if (exchanged.kind === 'unsent') return { kind: 'again', wait: null };
  if (exchanged.kind === 'unknown') return { kind: 'unknown' };
  const { status, header, body } = exchanged;
  if (status === 200) return { kind: 'sent' };
  if (status === 401) return 'unauthorized';
  if (status === 429) return { kind: 'again', wait: retryAfter(header('retry-after')) ?? quotaWait };
  if (status >= 500) return { kind: 'again', wait: retryAfter(header('retry-after')) };
  const code = getErrorCode(body);
  if (code === 'UNREGISTERED') return { kind: 'ended', moment: null };
  if (status === 403 && code !== 'SENDER_ID_MISMATCH') {
    throw new PermanentFailure('Google does not let the service account send. Give it the role for it.');
  }
  return { kind: 'failed' };
}

/** The code of an error in the answer's details, as FCM names it. */
function getErrorCode(body: string): string {
  const { error } = readObject(body) as { error?: { details?: unknown } };
  const details = Array.isArray(error?.details) ? (error.details as { errorCode?: unknown }[]) : [];
  const codes = details.map((detail) => detail.errorCode);
  return codes.find((code) => typeof code === 'string') ?? '';
}

function readObject(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}
