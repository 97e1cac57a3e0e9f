import { createHash, sign } from 'node:crypto';
import { kindOf, type SigningKey } from '../android/signature/signing-key.ts';
import { issuerAndSerial } from '../formats/cms.ts';
import { derTag } from '../formats/der.ts';
import {
  der,
  derContext,
  derInteger,
  derNull,
  derObjectId,
  derSequence,
  derSet,
  derUtcTime,
} from '../formats/write-der.ts';

const ids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;
const signatureIds = { rsa: '1.2.840.113549.1.1.11', ec: '1.2.840.10045.4.3.2' } as const;

/** A configuration profile inside a signed message (CMS, RFC 5652, SignedData). Error: PackageError for a key of another kind. */
export function signProfile(profile: Buffer, { key, certificates }: SigningKey, moment: Date): Buffer {
  const kind = kindOf(key);
  const attributes = [
    attribute(ids.contentType, derObjectId(ids.data)),
    attribute(ids.signingTime, derUtcTime(moment)),
    attribute(ids.messageDigest, der(derTag.octetString, createHash('sha256').update(profile).digest())),
  ].sort((a, b) => Buffer.compare(a, b));
  const digestId = derSequence(derObjectId(ids.sha256), derNull());
  const signer = derSequence(
    derInteger(1),
    derSequence(issuerAndSerial(certificates[0], 'malformed_signature')),
    digestId,
    derContext(0, ...attributes),
    derSequence(derObjectId(signatureIds[kind]), ...(kind === 'rsa' ? [derNull()] : [])),
    // What is signed are the attributes as a set, though they are sent under another tag.
    der(derTag.octetString, sign('sha256', derSet(...attributes), key)),
  );
  const signedData = derSequence(
    derInteger(1),
    derSet(digestId),
    derSequence(derObjectId(ids.data), derContext(0, der(derTag.octetString, profile))),
    derContext(0, ...certificates),
    derSet(signer),
  );
  return derSequence(derObjectId(ids.signedData), derContext(0, signedData));
}

const attribute = (id: string, value: Buffer): Buffer => derSequence(derObjectId(id), derSet(value));
