import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

/** Bytes of a data key. */
export const keyLength = 32;
const nonceLength = 24;

/** Sealed bytes can't be opened: another key, another place, or they were changed. */
export class SealBrokenError extends Error {}

/**
 * Seals values with XChaCha20-Poly1305, synchronously, because a transaction of IndexedDB ends while a promise is
 * awaited.
 */
export class Seal {
  readonly #key: Uint8Array;

  /** `key`: `keyLength` bytes. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /**
   * Returns a random nonce and the sealed value, which must be plain data; it can be opened only for the same `place`.
   */
  close(place: string, value: unknown): Uint8Array {
    const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
    const text = new TextEncoder().encode(JSON.stringify(value));
    const sealed = xchacha20poly1305(this.#key, nonce, new TextEncoder().encode(place)).encrypt(text);
    const bytes = new Uint8Array(nonceLength + sealed.length);
    bytes.set(nonce);
    bytes.set(sealed, nonceLength);
    return bytes;
  }

  /** The value that was sealed for this place. Throws a `SealBrokenError`. */
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
