import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

/** Bytes of a data key. */
export const keyLength = 32;
const nonceLength = 24;

/** What was sealed can't be opened: with another key, in another place, or changed since. */
export class SealBrokenError extends Error {}

/** Seals values with XChaCha20-Poly1305: at once, since a transaction of IndexedDB ends while a promise is awaited. */
export class Seal {
  readonly #key: Uint8Array;

  /** `key`: `keyLength` bytes. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** A random nonce and the sealed value, which is plain data; it opens only at the same `place`. */
  close(place: string, value: unknown): Uint8Array {
    const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
    const text = new TextEncoder().encode(JSON.stringify(value));
    const sealed = xchacha20poly1305(this.#key, nonce, new TextEncoder().encode(place)).encrypt(text);
    const bytes = new Uint8Array(nonceLength + sealed.length);
    bytes.set(nonce);
    bytes.set(sealed, nonceLength);
    return bytes;
  }

  /** The value that was sealed at this place. Throws a `SealBrokenError`. */
  open(place: string, bytes: Uint8Array): unknown {
    try {
      const nonce = bytes.subarray(0, nonceLength);
      const cipher = xchacha20poly1305(this.#key, nonce, new TextEncoder().encode(place));
      return JSON.parse(new TextDecoder().decode(cipher.decrypt(bytes.subarray(nonceLength))));
    } catch (cause) {
      throw new SealBrokenError(place, { cause });
    }
  }
}
