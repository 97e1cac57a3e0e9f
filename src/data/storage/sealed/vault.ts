import { keyLength } from './seal.ts';

/** OWASP Password Storage Cheat Sheet, PBKDF2 with HMAC-SHA-256. */
const rounds = 600_000;

type Bytes = Uint8Array<ArrayBuffer>;

/** One way to the data key of an account. A passkey would be another kind beside this one. */
export interface Opener {
  kind: 'password';
  salt: Bytes;
  rounds: number;
  nonce: Bytes;
  /** The data key, encrypted with AES-GCM under the key that PBKDF2 derives from the password. */
  wrapped: Bytes;
}

/** The person of an account: readable while everything else of it is locked. */
export interface Person {
  userId: string;
  name: string;
  organization: string;
}

/** The readable part of an account, outside of its database. */
export interface Vault {
  person: Person;
  openers: readonly Opener[];
  /** Whether its records are sealed with the data key. */
  sealed: boolean;
  /** Milliseconds for which the data key stays after the password was given. */
  lasts: number;
  /** How many writes wait in it for the network. */
  waiting: number;
  /** Wrong passwords since the last right one, without the service, and when the next may be tried. */
  wrong: { count: number; notBefore: number };
}

/** The data key of an account that is open. Moments are milliseconds since 1970. */
export interface OpenKey {
  key: Bytes;
  /** When it is deleted; null while the person stays signed in. */
  until: number | null;
  /** The latest moment at which it was seen. */
  seen: number;
}

/** A new data key. */
export const createKey = (): Bytes => crypto.getRandomValues(new Uint8Array(keyLength));

/** Wraps a data key with a password. */
export async function wrapKey(key: Bytes, password: string): Promise<Opener> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const wrapping = await deriveWrappingKey(password, salt, rounds);
  const wrapped = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, key);
  return { kind: 'password', salt, rounds, nonce, wrapped: new Uint8Array(wrapped) };
}

/** The data key; null when the password opens none of the openers. */
export async function unwrapKey(openers: readonly Opener[], password: string): Promise<Bytes | null> {
  for (const opener of openers) {
    const wrapping = await deriveWrappingKey(password, opener.salt, opener.rounds);
    const cipher = { name: 'AES-GCM', iv: opener.nonce };
    const key = await crypto.subtle.decrypt(cipher, wrapping, opener.wrapped).catch(() => null);
    if (key !== null) return new Uint8Array(key);
  }
  return null;
}

async function deriveWrappingKey(password: string, salt: Bytes, iterations: number): Promise<CryptoKey> {
  const { subtle } = crypto;
  const material = await subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}
