import { createHash, type KeyObject, sign } from 'node:crypto';
import { issuerAndSerial } from './cms.ts';
import { derTag } from './der.ts';
import {
  der,
  derContext,
  derInteger,
  derNull,
  derObjectId,
  derSequence,
  derSet,
  derUtcTime,
} from './write-der.ts';

/** The signer: a key, RSA or an elliptic curve, and its certificate in DER, followed by those of its issuers. */
export interface CmsSigner {
  key: KeyObject;
  certificates: readonly Buffer[];
}

export interface CmsContent {
  /** The content to sign. */
  content: Buffer;
  /** Whether the message contains it; otherwise it is stored elsewhere. */
  isCarried: boolean;
  /** Attributes besides kind, time and digest of the content, made by `cmsAttribute`. */
  attributes?: readonly Buffer[];
}

/** The algorithm identifier of SHA-256. */
export const sha256Id = derObjectId('2.16.840.1.101.3.4.2.1');
const dataId = derObjectId('1.2.840.113549.1.7.1');
const signedDataId = derObjectId('1.2.840.113549.1.7.2');
const algorithms = {
  rsa: derSequence(derObjectId('1.2.840.113549.1.1.1'), derNull()),
  ec: derSequence(derObjectId('1.2.840.10045.4.3.2')),
};

/**
 * A message (CMS, RFC 5652, SignedData) that signs content with SHA-256 and contains the certificates of its signer.
 */
export function signedMessage(
  { key, certificates }: CmsSigner,
  { content, isCarried, attributes = [] }: CmsContent,
  moment: Date,
): Buffer {
  const [certificate = Buffer.alloc(0)] = certificates;
  const digest = createHash('sha256').update(content).digest();
  const signed = [
    cmsAttribute('1.2.840.113549.1.9.3', dataId),
    cmsAttribute('1.2.840.113549.1.9.5', derUtcTime(moment)),
    cmsAttribute('1.2.840.113549.1.9.4', der(derTag.octetString, digest)),
    ...attributes,
    // In the order that DER requires for a set.
  ].sort((a, b) => Buffer.compare(a, b));
  const signer = derSequence(
    derInteger(1),
    derSequence(issuerAndSerial(certificate, 'malformed_signature')),
    derSequence(sha256Id),
    derContext(0, ...signed),
    key.asymmetricKeyType === 'ec' ? algorithms.ec : algorithms.rsa,
    // The attributes are signed as a set, though they are sent under another tag.
    der(derTag.octetString, sign('sha256', derSet(...signed), key)),
  );
  const carried = isCarried ? [derContext(0, der(derTag.octetString, content))] : [];
  const signedData = derSequence(
    derInteger(1),
    derSet(derSequence(sha256Id)),
    derSequence(dataId, ...carried),
    derContext(0, ...certificates),
    derSet(signer),
  );
  return derSequence(signedDataId, derContext(0, signedData));
}

/** A signed attribute with one value. */
export const cmsAttribute = (id: string, value: Buffer): Buffer =>
  derSequence(derObjectId(id), derSet(value));
