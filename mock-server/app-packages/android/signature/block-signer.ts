import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  type ContentDigest,
  decidingSignatures,
  type SignatureAlgorithm,
  signatureAlgorithms,
  verifies,
} from './algorithms.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import type { Fields } from './fields.ts';
import { BrokenSignature } from './problems.ts';

/**
 * More signers than the platform's own tools accept are refused, and so are longer lists within them, because each
 * element costs work.
 */
export const maxSigners = 10;
const maxSignatures = 32;
const maxCertificates = 16;
const maxAttributes = 32;

/** The content that a signer of scheme v2 or v3 has signed, after its signatures were found valid. */
export interface SignedContent {
  certificate: Certificate;
  /** The digests that devices compare with those of the contents. */
  digests: ReadonlyMap<ContentDigest, Buffer>;
  /** The additional attributes by id. */
  attributes: ReadonlyMap<number, Fields>;
}

interface SignerParts {
  signedData: Fields;
  signatures: Fields;
  publicKey: Buffer;
}

/** A record of a signature or of a digest: the algorithm's id and the bytes. */
interface Listed {
  id: number;
  bytes: Buffer;
}

/**
 * Checks a signer of scheme v2 or v3 (source.android.com, "APK Signature Scheme v2", Verification): the signatures over
 * the signed data, the certificate's key, the lists of algorithms. `readRange` reads the fields that v3 has between
 * certificates and attributes. The caller compares the digests. Error: BrokenSignature.
 */
export function checkSigner(
  { signedData, signatures, publicKey }: SignerParts,
  minSdk: number,
  readRange: (signedData: Fields) => void = () => undefined,
): SignedContent {
  const listed = signatures.list(maxSignatures, readListed);
  const deciding = decidingSignatures(withAlgorithms(listed), minSdk);
  if (deciding === null) throw new BrokenSignature('unsupported_algorithm');
  const key = readKey(publicKey);
  for (const { algorithm, bytes } of deciding) {
    if (!verifies(algorithm, key, signedData.all, bytes)) throw new BrokenSignature('signature_mismatch');
  }
  const digests = signedData.part().list(maxSignatures, readListed);
  const certificates = signedData.part().list(maxCertificates, (one) => readCertificate(one.all));
  const certificate = certificates[0];
  if (certificate === undefined || !sameIds(listed, digests)) throw new BrokenSignature('malformed');
  if (!certificate.x509.publicKey.equals(key)) throw new BrokenSignature('certificate_mismatch');
  readRange(signedData);
  const attributes = signedData.part().list(maxAttributes, (one) => [one.u32(), one.rest()] as const);
  return { certificate, digests: decidingDigests(deciding, digests), attributes: new Map(attributes) };
}

const readListed = (one: Fields): Listed => ({ id: one.u32(), bytes: one.bytes() });

/** Those with known algorithms. */
function withAlgorithms(listed: readonly Listed[]): { algorithm: SignatureAlgorithm; bytes: Buffer }[] {
  return listed.flatMap(({ id, bytes }) => {
    const algorithm = signatureAlgorithms.get(id);
    return algorithm === undefined ? [] : [{ algorithm, bytes }];
  });
}

function readKey(bytes: Buffer): KeyObject {
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
  } catch (error) {
    throw new BrokenSignature('malformed', { cause: error });
  }
}

const sameIds = (a: readonly Listed[], b: readonly Listed[]): boolean =>
  a.length === b.length && a.every(({ id }, at) => id === b[at]?.id);

function decidingDigests(
  deciding: readonly { algorithm: SignatureAlgorithm }[],
  digests: readonly Listed[],
): Map<ContentDigest, Buffer> {
  const found = deciding.map(({ algorithm }) => {
    const digest = digests.find(({ id }) => id === algorithm.id);
    if (digest === undefined) throw new BrokenSignature('malformed');
    return [algorithm.contentDigest, digest.bytes] as const;
  });
  return new Map(found);
}
