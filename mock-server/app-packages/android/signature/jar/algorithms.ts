import { type KeyObject, verify } from 'node:crypto';

export type JarHash = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';

const hashes: Readonly<Record<string, JarHash>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

type Signing = { keyType: 'rsa' | 'dsa' | 'ec'; since: Partial<Record<JarHash, number>> };

/**
 * Signature algorithms by object identifier, with the digests they can be used with, and for each the API level from
 * which all newer devices accept the pair. The levels are those of the platform's own tool (apksig, OidConstants).
 */
const signings: Readonly<Record<string, Signing>> = {
  '1.2.840.113549.1.1.1': {
    keyType: 'rsa',
    since: { md5: 0, sha1: 0, sha224: 21, sha256: 18, sha384: 18, sha512: 18 },
  },
  '1.2.840.113549.1.1.4': { keyType: 'rsa', since: { md5: 21 } },
  '1.2.840.113549.1.1.5': { keyType: 'rsa', since: { sha1: 0 } },
  '1.2.840.113549.1.1.14': { keyType: 'rsa', since: { sha224: 21 } },
  '1.2.840.113549.1.1.11': { keyType: 'rsa', since: { sha256: 18 } },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', since: { sha384: 21 } },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', since: { sha512: 21 } },
  '1.2.840.10040.4.1': { keyType: 'dsa', since: { sha1: 0, sha224: 22, sha256: 22 } },
  '1.2.840.10040.4.3': { keyType: 'dsa', since: { sha1: 9 } },
  '2.16.840.1.101.3.4.3.1': { keyType: 'dsa', since: { sha224: 21 } },
  '2.16.840.1.101.3.4.3.2': { keyType: 'dsa', since: { sha256: 21 } },
  '1.2.840.10045.2.1': {
    keyType: 'ec',
    since: { sha1: 18, sha224: 21, sha256: 18, sha384: 18, sha512: 18 },
  },
  '1.2.840.10045.4.1': { keyType: 'ec', since: { sha1: 18 } },
  '1.2.840.10045.4.3.1': { keyType: 'ec', since: { sha224: 21 } },
  '1.2.840.10045.4.3.2': { keyType: 'ec', since: { sha256: 21 } },
  '1.2.840.10045.4.3.3': { keyType: 'ec', since: { sha384: 21 } },
  '1.2.840.10045.4.3.4': { keyType: 'ec', since: { sha512: 21 } },
};

export interface JarAlgorithm {
  hash: JarHash;
  keyType: Signing['keyType'];
}

/**
 * The algorithm that two object identifiers stand for; null when some device from `minSdk` on does not support the
 * pair.
 */
export function jarAlgorithm(digestId: string, signatureId: string, minSdk: number): JarAlgorithm | null {
  const hash = hashes[digestId];
  const signing = signings[signatureId];
  const since = hash === undefined ? undefined : signing?.since[hash];
  if (hash === undefined || signing === undefined || since === undefined || since > minSdk) return null;
  return { hash, keyType: signing.keyType };
}

/** Whether `signature` over `data` was made with `key`; also false when the key is of another kind. */
export function jarVerifies(
  { hash, keyType }: JarAlgorithm,
  key: KeyObject,
  data: Buffer,
  signature: Buffer,
): boolean {
  if (key.asymmetricKeyType !== keyType) return false;
  try {
    return verify(hash, data, key, signature);
  } catch {
    return false;
  }
}
