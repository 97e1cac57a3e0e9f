import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { PackageError } from '../../package-error.ts';
import { type SignatureAlgorithm, signatureAlgorithms } from './algorithms.ts';

/** The key and certificates for signing a package. */
export interface SigningKey {
  key: KeyObject;
  /** In DER; the certificate of the key first, then those of its issuers. */
  certificates: readonly [Buffer, ...Buffer[]];
}

/**
 * Limits for RSA keys: Android's own tests use none beyond these, and the time for a signature grows with the cube of
 * the size.
 */
const rsaBits = { least: 1024, most: 16_384 };
/** RSA keys above this size and curves above this one are signed with SHA-512, as Android's own tool does. */
const sha256Bits = { rsa: 3072, ec: 256 };

/** The algorithm of the schemes from v2 on for this key. Errors: PackageError for keys that devices do not support. */
export function blockAlgorithm({ key, certificates }: SigningKey): SignatureAlgorithm {
  const kind = kindOf(key);
  const publicKey = createPublicKey(key);
  if (!new X509Certificate(certificates[0]).publicKey.equals(publicKey)) {
    throw new PackageError('signing_key_mismatch');
  }
  const strong = bitsOf(publicKey) > sha256Bits[kind];
  const id = kind === 'rsa' ? (strong ? 0x0104 : 0x0103) : strong ? 0x0202 : 0x0201;
  const algorithm = signatureAlgorithms.get(id);
  if (algorithm === undefined) throw new PackageError('signing_key_unsupported');
  return algorithm;
}

/**
 * Whether the key is RSA or an elliptic curve, of a size that devices support; other keys are not accepted for new
 * signatures.
 */
export function kindOf(key: KeyObject): 'rsa' | 'ec' {
  const { asymmetricKeyType: kind } = key;
  if (kind === 'ec' && bitsOf(key) > 0) return kind;
  if (kind === 'rsa' && bitsOf(key) >= rsaBits.least && bitsOf(key) <= rsaBits.most) return kind;
  throw new PackageError('signing_key_unsupported');
}

const curveBits: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 };

function bitsOf({ asymmetricKeyDetails }: KeyObject): number {
  const bits = asymmetricKeyDetails?.modulusLength ?? curveBits[asymmetricKeyDetails?.namedCurve ?? ''];
  if (bits === undefined) throw new PackageError('signing_key_unsupported');
  return bits;
}
