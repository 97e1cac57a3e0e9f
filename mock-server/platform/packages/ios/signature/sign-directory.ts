import { createHash, sign } from 'node:crypto';
import { issuerAndSerial } from '../../formats/cms.ts';
import { derTag } from '../../formats/der.ts';
import {
  der,
  derContext,
  derInteger,
  derNull,
  derObjectId,
  derSequence,
  derSet,
  derUtcTime,
} from '../../formats/write-der.ts';
import { writeXmlPlist } from '../../formats/write-xml-plist.ts';
import { cdHashAttributes, cdHashBytes } from './blobs.ts';
import type { SigningIdentity } from './signing-identity.ts';

const sha256Id = derObjectId('2.16.840.1.101.3.4.2.1');
const dataId = derObjectId('1.2.840.113549.1.7.1');
const algorithms = {
  rsa: derSequence(derObjectId('1.2.840.113549.1.1.1'), derNull()),
  ec: derSequence(derObjectId('1.2.840.10045.4.3.2')),
};

/** A CMS message (RFC 5652) that signs a code directory and has the certificates of the signer. */
export function signDirectory(directory: Buffer, identity: SigningIdentity, now: Date): Buffer {
  const { privateKey, certificates } = identity;
  const [certificate = Buffer.alloc(0)] = certificates;
  const attributes = signedAttributes(directory, now);
  const signer = derSequence(
    derInteger(1),
    derSequence(issuerAndSerial(certificate, 'malformed_signature')),
    derSequence(sha256Id),
    derContext(0, ...attributes),
    privateKey.asymmetricKeyType === 'ec' ? algorithms.ec : algorithms.rsa,
    der(derTag.octetString, sign('sha256', derSet(...attributes), privateKey)),
  );
  const signedData = derSequence(
    derInteger(1),
    derSet(derSequence(sha256Id)),
    derSequence(dataId),
    derContext(0, ...certificates),
    derSet(signer),
  );
  return derSequence(derObjectId('1.2.840.113549.1.7.2'), derContext(0, signedData));
}

/** In the order that DER asks of a set. */
function signedAttributes(directory: Buffer, now: Date): Buffer[] {
  const digest = createHash('sha256').update(directory).digest();
  const hashes = new Map([['cdhashes', [digest.subarray(0, cdHashBytes)]]]);
  return [
    attribute('1.2.840.113549.1.9.3', dataId),
    attribute('1.2.840.113549.1.9.5', derUtcTime(now)),
    attribute('1.2.840.113549.1.9.4', der(derTag.octetString, digest)),
    attribute(cdHashAttributes.plist, der(derTag.octetString, Buffer.from(writeXmlPlist(hashes)))),
    attribute(cdHashAttributes.der, derSequence(sha256Id, der(derTag.octetString, digest))),
  ].sort((a, b) => Buffer.compare(a, b));
}

const attribute = (id: string, value: Buffer): Buffer => derSequence(derObjectId(id), derSet(value));
