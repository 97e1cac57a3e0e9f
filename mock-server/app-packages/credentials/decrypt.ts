import { createDecipheriv } from 'node:crypto';
import forge from 'node-forge';
import { type DerValue, derTag } from '../formats/asn1/der.ts';
import { PackageError } from '../package-error.ts';
import { algorithmOf, fieldsOf, numberOf, octetsOf } from './der-fields.ts';
import type { HashName, KeyDerivation } from './derivation.ts';

type Cipher = { name: 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc'; bytes: number };

/** RFC 8018, PBES2: its ciphers, and the hashes of PBKDF2. */
const pbes2 = '1.2.840.113549.1.5.13';
export const pbkdf2 = '1.2.840.113549.1.5.12';
const ciphers: Readonly<Record<string, Cipher>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', bytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', bytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', bytes: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', bytes: 24 },
};
export const hmacs: Readonly<Record<string, HashName>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

/** RFC 7292, appendix C: the older algorithms. OpenSSL 3 no longer has RC2; forge does. */
const legacy: Readonly<Record<string, { kind: '3des' | 'rc2'; bytes: number }>> = {
  '1.2.840.113549.1.12.1.3': { kind: '3des', bytes: 24 },
  '1.2.840.113549.1.12.1.4': { kind: '3des', bytes: 16 },
  '1.2.840.113549.1.12.1.5': { kind: 'rc2', bytes: 16 },
  '1.2.840.113549.1.12.1.6': { kind: 'rc2', bytes: 5 },
};
const blockBytes = 8;

/**
 * Decrypts content that is protected by a password; null when the password is wrong, as far as the padding shows.
 * Errors: `credentials_unknown_protection`, `credentials_too_many_iterations`.
 */
export function decrypt(protection: DerValue | undefined, bytes: Buffer, keys: KeyDerivation): Buffer | null {
  const { id, parameters } = algorithmOf(protection);
  if (id === pbes2) return decryptPbes2(parameters, bytes, keys);
  const old = legacy[id];
  if (old === undefined) throw new PackageError('credentials_unknown_protection');
  const [salt, iterations] = fieldsOf(parameters);
  const how = { hash: 'sha1', salt: octetsOf(salt), iterations: numberOf(iterations) } as const;
  const key = keys.pkcs12('key', { ...how, bytes: old.bytes });
  const iv = keys.pkcs12('iv', { ...how, bytes: blockBytes });
  if (old.kind === 'rc2') return decryptRc2(key, iv, bytes);
  const three = old.bytes === 16 ? Buffer.concat([key, key.subarray(0, 8)]) : key;
  return decipher('des-ede3-cbc', three, iv, bytes);
}

function decryptPbes2(parameters: DerValue | undefined, bytes: Buffer, keys: KeyDerivation): Buffer | null {
  const [derivation, encryption] = fieldsOf(parameters);
  const cipher = algorithmOf(encryption);
  const known = ciphers[cipher.id];
  if (known === undefined) throw new PackageError('credentials_unknown_protection');
  const key = deriveByPbkdf2(derivation, known.bytes, keys);
  return decipher(known.name, key, octetsOf(cipher.parameters), bytes);
}

/** A key of PBKDF2 (RFC 8018, appendix A.2) from its AlgorithmIdentifier. */
export function deriveByPbkdf2(derivation: DerValue | undefined, bytes: number, keys: KeyDerivation): Buffer {
  const { id, parameters } = algorithmOf(derivation);
  if (id !== pbkdf2) throw new PackageError('credentials_unknown_protection');
  const [salt, iterations, ...optional] = fieldsOf(parameters);
  const prf = optional.find(({ tag }) => tag === derTag.sequence);
  const hash = prf === undefined ? 'sha1' : hmacs[algorithmOf(prf).id];
  if (hash === undefined) throw new PackageError('credentials_unknown_protection');
  return keys.pbkdf2({ hash, salt: octetsOf(salt), iterations: numberOf(iterations), bytes });
}

function decipher(name: Cipher['name'], key: Buffer, iv: Buffer, bytes: Buffer): Buffer | null {
  try {
    const cipher = createDecipheriv(name, key, iv);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  } catch {
    return null;
  }
}

function decryptRc2(key: Buffer, iv: Buffer, bytes: Buffer): Buffer | null {
  const cipher = forge.rc2.createDecryptionCipher(
    forge.util.createBuffer(key.toString('binary')),
    key.length * 8,
  );
  cipher.start(iv.toString('binary'));
  cipher.update(forge.util.createBuffer(bytes.toString('binary')));
  return cipher.finish() ? Buffer.from(cipher.output.getBytes(), 'binary') : null;
}
