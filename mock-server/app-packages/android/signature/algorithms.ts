import { constants, type KeyObject, verify } from 'node:crypto';

/** How the contents of a package are digested: in chunks of 1 MiB, or as a tree of hashes of 4 KiB blocks (fs-verity). */
export type ContentDigest = 'chunked-sha256' | 'chunked-sha512' | 'verity-sha256';

export interface SignatureAlgorithm {
  id: number;
  keyType: 'rsa' | 'ec' | 'dsa';
  hash: 'sha256' | 'sha512';
  /** RSA-PSS, with a salt as long as the hash. */
  pss: boolean;
  contentDigest: ContentDigest;
  /** The first API level that supports it. */
  since: 24 | 28;
}

type Row = [
  id: number,
  keyType: SignatureAlgorithm['keyType'],
  hash: SignatureAlgorithm['hash'],
  contentDigest: ContentDigest,
  pss?: true,
];

/** source.android.com, "APK Signature Scheme v2", Signature Algorithm IDs; those of fs-verity are in "v3". */
const rows: readonly Row[] = [
  [0x0101, 'rsa', 'sha256', 'chunked-sha256', true],
  [0x0102, 'rsa', 'sha512', 'chunked-sha512', true],
  [0x0103, 'rsa', 'sha256', 'chunked-sha256'],
  [0x0104, 'rsa', 'sha512', 'chunked-sha512'],
  [0x0201, 'ec', 'sha256', 'chunked-sha256'],
  [0x0202, 'ec', 'sha512', 'chunked-sha512'],
  [0x0301, 'dsa', 'sha256', 'chunked-sha256'],
  [0x0421, 'rsa', 'sha256', 'verity-sha256'],
  [0x0423, 'ec', 'sha256', 'verity-sha256'],
  [0x0425, 'dsa', 'sha256', 'verity-sha256'],
];

export const signatureAlgorithms: ReadonlyMap<number, SignatureAlgorithm> = new Map(
  rows.map(([id, keyType, hash, contentDigest, pss = false]) => {
    const since = contentDigest === 'verity-sha256' ? 28 : 24;
    return [id, { id, keyType, hash, pss, contentDigest, since }];
  }),
);

const strength: Readonly<Record<ContentDigest, number>> = {
  'chunked-sha256': 1,
  'verity-sha256': 2,
  'chunked-sha512': 3,
};

/**
 * The signatures that devices check: the one with the strongest digest among the algorithms of Android 7, and the same
 * for those of Android 9. Null when devices of `minSdk` would find none.
 */
export function decidingSignatures<T extends { algorithm: SignatureAlgorithm }>(
  signatures: readonly T[],
  minSdk: number,
): T[] | null {
  const strongest = (since: number) =>
    signatures
      .filter(({ algorithm }) => algorithm.since === since)
      .reduce<T | null>((best, one) => (best === null || isStronger(one, best) ? one : best), null);
  const [early, late] = [strongest(24), strongest(28)];
  if (early === null && (late === null || minSdk < 28)) return null;
  return [early, late].filter((signature) => signature !== null);
}

function isStronger(a: { algorithm: SignatureAlgorithm }, b: { algorithm: SignatureAlgorithm }): boolean {
  return strength[a.algorithm.contentDigest] > strength[b.algorithm.contentDigest];
}

/** Whether `signature` over `data` was made with `key`; also false when the key is of another kind. */
export function verifies(
  algorithm: SignatureAlgorithm,
  key: KeyObject,
  data: Buffer,
  signature: Buffer,
): boolean {
  if (key.asymmetricKeyType !== algorithm.keyType) return false;
  const padding = algorithm.pss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {};
  try {
    return verify(algorithm.hash, data, { key, ...padding }, signature);
  } catch {
    return false;
  }
}
