import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { OutgoingError } from '../outgoing/outgoing-error.ts';
import type { SilentServers } from '../outgoing/silence.ts';
import { signToken } from './jwt.ts';
import {
  fitMessage,
  type Outcome,
  type Push,
  type PushChannel,
  type PushConnection,
  retryAfter,
} from './push.ts';

/** The keys of a browser's subscription, as base64url (RFC 8291, section 2). */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}

/** The key by which push services recognize this service (RFC 8292). */
export interface VapidKey {
  key: KeyObject;
  /** Uncompressed point, base64url: what browsers subscribe with. */
  publicKey: string;
}

const curve = 'prime256v1';

/** The key pair of a private scalar of 32 bytes. */
export function loadVapidKey(secret: Buffer): VapidKey {
  const pair = createECDH(curve);
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: secret.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return { key: createPrivateKey({ key: jwk, format: 'jwk' }), publicKey: point.toString('base64url') };
}

const recordSize = 4096;
/** Marks the last, and here the only, record of a message (RFC 8188, section 2). */
const lastRecord = Buffer.from([2]);

/** Values that only the test vector of RFC 8291 chooses; otherwise they are random. */
interface Chosen {
  salt: Buffer;
  pair: ECDH;
}

function chooseKeys(): Chosen {
  const pair = createECDH(curve);
  pair.generateKeys();
  return { salt: randomBytes(16), pair };
}

/** Encrypts a text for a browser (RFC 8291, `aes128gcm`). Error: when the keys are not valid. */
export function encryptMessage(text: string, keys: SubscriptionKeys, { salt, pair } = chooseKeys()): Buffer {
  const theirs = Buffer.from(keys.p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const auth = Buffer.from(keys.auth, 'base64url');
  const material = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32));
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${what}\0`, bytes));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([ours.length]),
    ours,
    cipher.update(text, 'utf8'),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Bytes of a record besides the text: header, mark, tag. */
const overhead = 16 + 4 + 1 + 65 + 1 + 16;
/** Requests at a time: each uses a connection. */
const concurrency = 20;
const tokenSeconds = 12 * 3600;
/** Most bytes of an answer, whose content is not used. */
const limit = 64 * 1024;

/** What to send to one browser. */
export interface BrowserPush {
  keys: SubscriptionKeys;
  title: string;
  body: string;
  kind: string;
}

/**
 * Sends to the push services of browsers (RFC 8030); services that were recently silent get a pause. The content for a
 * browser is looked up when it is sent, by the address of its subscription; null when the subscription no longer
 * exists. A text that is sent again replaces the one that still waits at the push service (`topic`, section 5.4), and
 * the one that the browser shows. `subject` names the sender (RFC 8292, section 2.1).
 */
export function openWebPush(
  { outgoing, timeout, silence }: PushConnection & { silence: SilentServers },
  { key, publicKey }: VapidKey,
  subject: string,
  push: Push,
  find: (endpoint: string) => Promise<BrowserPush | null>,
): PushChannel {
  const ttl = Math.max(0, Math.floor((push.expires - Date.now()) / 1000));
  const exp = Math.floor(Date.now() / 1000) + tokenSeconds;
  const headersFor = (endpoint: string) => {
    const token = signToken(key, {}, { aud: new URL(endpoint).origin, exp, sub: subject });
    return {
      authorization: `vapid t=${token}, k=${publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttl),
      topic: push.id,
      urgency: 'normal',
    };
  };
  const send = async (endpoint: string): Promise<Outcome> => {
    const found = await find(endpoint);
    if (found === null || !endpoint.startsWith('https://')) return { kind: 'failed' };
    const server = new URL(endpoint).origin;
    const pause = silence.getPause(server);
    if (pause !== null) return { kind: 'left', wait: pause };
    const text = fitMessage(
      found.body,
      (body) => ({ id: push.id, kind: found.kind, title: found.title, body, link: push.link }),
      recordSize - overhead,
    );
    const began = Date.now();
    try {
      const { status, header } = await outgoing.post(endpoint, {
        purpose: 'web_push',
        headers: headersFor(endpoint),
        body: encryptMessage(text, found.keys),
        limit,
        signal: AbortSignal.timeout(timeout),
      });
      silence.recordAnswer(server);
      return toOutcome(status, header('retry-after'));
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.reason === 'address_refused') return { kind: 'failed' };
      const wait = silence.recordSilence(server, began);
      return error.isUnsent ? { kind: 'again', wait } : { kind: 'unknown' };
    }
  };
  return { atOnce: concurrency, isAlive: () => Promise.resolve(true), send, close: () => undefined };
}

function toOutcome(status: number, pause: string | null): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'ended', moment: null };
  if (status === 429 || status >= 500) return { kind: 'again', wait: retryAfter(pause) };
  return { kind: 'failed' };
}
