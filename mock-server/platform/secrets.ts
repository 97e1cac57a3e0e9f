import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const nonceLength = 12;
const tagLength = 16;

/** Encrypts and signs with keys that are derived from the service's secret, one for each purpose. */
export class Secrets {
  readonly #master: Buffer;
  /** Derived once and kept as key objects, which are five times as fast: a list signs a link for each of its entries. */
  readonly #keys = new Map<string, KeyObject>();

  constructor(master: Buffer) {
    this.#master = master;
  }

  /** AES-256-GCM; the result is base64url of nonce, text and tag. */
  encrypt(purpose: string, text: string): string {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose), nonce);
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    );
  }

  /** Error: when the text was altered or encrypted with another key. */
  decrypt(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key(purpose), bytes.subarray(0, nonceLength));
    decipher.setAuthTag(bytes.subarray(-tagLength));
    return (
      decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
    );
  }

  /** 32 bytes that only this secret gives for a purpose. */
  derived(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, 'appshelf', `derived ${purpose}`, 32));
  }

  /** HMAC-SHA-256, base64url. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url');
  }

  /** Whether `signature` is ours for `text`, compared in constant time. */
  verify(purpose: string, text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(purpose, text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  #key(purpose: string): KeyObject {
    const known = this.#keys.get(purpose);
    if (known !== undefined) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#master, 'appshelf', purpose, 32)));
    this.#keys.set(purpose, key);
    return key;
  }
}

/** The secret from the configuration (base64), or the one in the data directory, made there when missing with mode 600. */
export async function openSecrets(configured: string | null, dataDir: string): Promise<Secrets> {
  if (configured !== null) return new Secrets(Buffer.from(configured, 'base64'));
  const path = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await makeKeyOnce(path);
  return new Secrets(Buffer.from(await readFile(path, 'utf8'), 'base64'));
}

/** Writes the key to a temporary file and links it to `path` if that is free, so that processes that start together agree. */
async function makeKeyOnce(path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
}
