import { pbkdf2Sync } from 'node:crypto';
import forge from 'node-forge';
import { PackageError } from '../package-error.ts';

/**
 * Most iterations that one file may require in all its parts together, which take some seconds. Real files require
 * 2,048 to 100,000.
 */
const maxIterations = 2_000_000;

/** The purposes of keys that are derived with PKCS #12's own function; RFC 7292, appendix B.3. */
const purposes = { key: 1, iv: 2, mac: 3 } as const;
export type Purpose = keyof typeof purposes;

export type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512';
const digests = {
  sha1: forge.md.sha1,
  sha256: forge.md.sha256,
  sha384: forge.md.sha384,
  sha512: forge.md.sha512,
};

/** How a key is derived from the password. */
export interface Derivation {
  hash: HashName;
  salt: Buffer;
  iterations: number;
  bytes: number;
}

/** Derives keys for one file, and counts the work before doing it. */
export class KeyDerivation {
  #left = maxIterations;
  readonly #password: string | null;

  /** `password`: null for none at all, which PKCS #12 distinguishes from the empty one. */
  constructor(password: string | null) {
    this.#password = password;
  }

  /** Derives by PKCS #12's own function, for older files. Error: `credentials_too_many_iterations`. */
  pkcs12(purpose: Purpose, { hash, salt, iterations, bytes }: Derivation): Buffer {
    this.#spend(iterations * Math.ceil(bytes / 20));
    const derived = forge.pkcs12.generateKey(
      this.#password,
      forge.util.createBuffer(salt.toString('binary')),
      purposes[purpose],
      iterations,
      bytes,
      digests[hash].create(),
    );
    return Buffer.from(derived.getBytes(), 'binary');
  }

  /** Derives by PBKDF2 (RFC 8018), for newer files. Error: `credentials_too_many_iterations`. */
  pbkdf2({ hash, salt, iterations, bytes }: Derivation): Buffer {
    this.#spend(iterations);
    return pbkdf2Sync(this.#password ?? '', salt, iterations, bytes, hash);
  }

  #spend(iterations: number): void {
    if (iterations < 1 || !Number.isSafeInteger(iterations)) throw new PackageError('credentials_not_pkcs12');
    this.#left -= iterations;
    if (this.#left < 0) throw new PackageError('credentials_too_many_iterations');
  }
}
