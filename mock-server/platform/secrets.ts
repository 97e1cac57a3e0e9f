import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../settings/environment.ts';
import { ShortHmac } from './hmac.ts';
import { makeKeyFile, parseKeys, watchKeys } from './key-file.ts';

const nonceLength = 12;
const tagLength = 16;
/** Characters of the id of a key, which precedes the dot in an encrypted text. */
const idLength = 8;

/** One of the service's secrets, with the keys that are derived from it, one for each purpose. */
class Master {
  readonly id: string;
  readonly #bytes: Buffer;
  /** Derived once and kept. */
  readonly #keys = new Map<string, KeyObject>();
  readonly #signers = new Map<string, ShortHmac>();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.id = createHash('sha256')
      .update('appshelf key id')
      .update(bytes)
      .digest('base64url')
      .slice(0, idLength);
  }

  key(purpose: string): KeyObject {
    const known = this.#keys.get(purpose);
    if (known !== undefined) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#bytes, 'appshelf', purpose, 32)));
    this.#keys.set(purpose, key);
    return key;
  }

  /** The signature of a text as base64url. */
  sign(purpose: string, text: string): string {
    const known = this.#signers.get(purpose);
    if (known !== undefined) return known.sign(text);
    const signer = new ShortHmac(this.key(purpose).export());
    this.#signers.set(purpose, signer);
    return signer.sign(text);
  }
}

/**
 * Encrypts and signs with keys that are derived from the service's secret, one for each purpose. There may be several
 * secrets: new texts use the first, and the others are still needed for texts that were made with them.
 */
export class Secrets {
  readonly #read: () => readonly Buffer[];
  readonly #masters = new Map<Buffer, Master>();

  /** `read` returns the secrets (32 bytes each), the current one first; it is called at each use. */
  constructor(read: Buffer | (() => readonly Buffer[])) {
    const fixed = Buffer.isBuffer(read) ? [read] : null;
    this.#read = fixed === null && !Buffer.isBuffer(read) ? read : () => fixed ?? [];
  }

  /** AES-256-GCM; the result is the id of the secret, a dot, and base64url of nonce, text and tag. */
  encrypt(purpose: string, text: string): string {
    const master = this.#current();
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', master.key(purpose), nonce);
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return `${master.id}.${Buffer.concat(parts).toString('base64url')}`;
  }

  /**
   * Error: when the text was altered, or encrypted with a secret that is missing. A text without an id is tried with
   * each secret.
   */
  decrypt(purpose: string, sealed: string): string {
    const [id, text] = sealed.includes('.') ? (sealed.split('.', 2) as [string, string]) : [null, sealed];
    const masters = this.#all().filter((master) => id === null || master.id === id);
    let failure: unknown = new Error('It was encrypted with a secret key that is not known.');
    for (const master of masters) {
      try {
        return decryptWith(master.key(purpose), Buffer.from(text, 'base64url'));
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /** The text encrypted with the current secret; unchanged where it already is. */
  renew(purpose: string, sealed: string): string {
    if (this.isNewest(sealed)) return sealed;
    return this.encrypt(purpose, this.decrypt(purpose, sealed));
  }

  /**
   * 32 bytes that only this service knows, for a purpose. They are derived from the oldest secret, so that a rotation
   * does not change them.
   */
  derived(purpose: string): Buffer {
    return (this.#all().at(-1) ?? this.#current()).key(`derived ${purpose}`).export();
  }

  /** HMAC-SHA-256, base64url. */
  sign(purpose: string, text: string): string {
    return this.#current().sign(purpose, text);
  }

  /** Whether `signature` is ours for `text`, made with any of the secrets; compared in constant time. */
  verify(purpose: string, text: string, signature: string): boolean {
    return this.#all().some((master) => isSignedBy(master, purpose, text, signature));
  }

  /** The id of the current secret; it reveals nothing about the secret itself. */
  get currentId(): string {
    return this.#current().id;
  }

  /** The ids of all secrets, the current one first. */
  get ids(): string[] {
    return this.#all().map(({ id }) => id);
  }

  /** Whether a text says that it was encrypted with the current secret. */
  isNewest(sealed: string): boolean {
    return sealed.startsWith(`${this.#current().id}.`);
  }

  #all(): Master[] {
    return this.#read().map((bytes) => this.#masterOf(bytes));
  }

  #current(): Master {
    const [bytes] = this.#read();
    if (bytes === undefined) throw new Error('There is no secret key.');
    return this.#masterOf(bytes);
  }

  #masterOf(bytes: Buffer): Master {
    const known = this.#masters.get(bytes);
    if (known !== undefined) return known;
    const master = new Master(bytes);
    this.#masters.set(bytes, master);
    return master;
  }
}

function isSignedBy(master: Master, purpose: string, text: string, signature: string): boolean {
  const values = Buffer.from(signature);
  const expected = Buffer.from(master.sign(purpose, text));
  return expected.length === values.length && timingSafeEqual(expected, values);
}

function decryptWith(key: KeyObject, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
}

/** The file of the secrets where the configuration names none; created at the first start. */
export const getKeyFilePath = (dataDir: string): string => join(dataDir, 'secret.key');

/** Where the secrets are: in the configuration (base64), in a file that it names, or in the data directory. */
export interface SecretSource {
  secretKey: string | null;
  secretKeyFile: string | null;
  dataDir: string;
}

/**
 * Opens the secrets. The file in the data directory is created when it is needed and missing, but not beside data that was sealed
 * with another key (`isFilled`). Error: ConfigError in that case.
 */
export async function openSecrets(
  { secretKey, secretKeyFile, dataDir }: SecretSource,
  isFilled: boolean,
): Promise<Secrets> {
  if (secretKey !== null) {
    const keys = parseKeys(secretKey);
    return new Secrets(() => keys);
  }
  const path = secretKeyFile ?? getKeyFilePath(dataDir);
  if (secretKeyFile === null && isFilled && !existsSync(path)) throw missingKeyError(path);
  if (secretKeyFile === null) await makeKeyFile(path);
  const read = watchKeys(path);
  read();
  return new Secrets(read);
}

const missingKeyError = (path: string) =>
  new ConfigError(
    `${path} is missing, and the database was used with it: without it, signing credentials and other secrets can't be read. Put it back from a backup, or name it in SECRET_KEY_FILE.`,
  );
