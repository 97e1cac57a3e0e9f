import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DerValue } from '../formats/asn1/der.ts';
import { PackageError } from '../package-error.ts';
import { deriveByPbkdf2, hmacs } from './decrypt.ts';
import { algorithmOf, fieldsOf, numberOf, octetsOf } from './der-fields.ts';
import type { HashName, KeyDerivation } from './derivation.ts';

const hashes: Readonly<Record<string, { name: HashName; bytes: number }>> = {
  '1.3.14.3.2.26': { name: 'sha1', bytes: 20 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', bytes: 32 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', bytes: 48 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', bytes: 64 },
};
/** RFC 9579: the authentication code uses a key of PBKDF2. */
const pbmac1 = '1.2.840.113549.1.5.14';
const pbmac1Bytes = 32;

/**
 * Whether the authentication code over the contents (RFC 7292, MacData) was made with this password. Errors:
 * `credentials_unknown_protection`, `credentials_too_many_iterations`.
 */
export function macFits(macData: DerValue, content: Buffer, keys: KeyDerivation): boolean {
  const [digestInfo, salt, iterations] = fieldsOf(macData);
  const [algorithm, expected] = fieldsOf(digestInfo);
  const { id, parameters } = algorithmOf(algorithm);
  const code = octetsOf(expected);
  if (id === pbmac1) {
    const [derivation, scheme] = fieldsOf(parameters);
    const hash = hmacs[algorithmOf(scheme).id];
    if (hash === undefined) throw new PackageError('credentials_unknown_protection');
    return same(createHmac(hash, deriveByPbkdf2(derivation, pbmac1Bytes, keys)), content, code);
  }
  const hash = hashes[id];
  if (hash === undefined) throw new PackageError('credentials_unknown_protection');
  const key = keys.pkcs12('mac', {
    hash: hash.name,
    salt: octetsOf(salt),
    iterations: iterations === undefined ? 1 : numberOf(iterations),
    bytes: hash.bytes,
  });
  return same(createHmac(hash.name, key), content, code);
}

function same(hmac: ReturnType<typeof createHmac>, content: Buffer, expected: Buffer): boolean {
  const made = hmac.update(content).digest();
  return made.length === expected.length && timingSafeEqual(made, expected);
}
