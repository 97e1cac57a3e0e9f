import { createHash } from 'node:crypto';
import { derTag } from '../../formats/asn1/der.ts';
import { cmsAttribute, sha256Id, signedMessage } from '../../formats/asn1/write-cms.ts';
import { der, derSequence } from '../../formats/asn1/write-der.ts';
import { writeXmlPlist } from '../../formats/plist/write-xml-plist.ts';
import { cdHashAttributes, cdHashBytes } from './blobs.ts';
import type { SigningIdentity } from './signing-identity.ts';

/** A message that signs a code directory, which is stored beside it, and also names it in two attributes of Apple's. */
export function signDirectory(directory: Buffer, identity: SigningIdentity, now: Date): Buffer {
  const digest = createHash('sha256').update(directory).digest();
  const hashes = new Map([['cdhashes', [digest.subarray(0, cdHashBytes)]]]);
  const attributes = [
    cmsAttribute(cdHashAttributes.plist, der(derTag.octetString, Buffer.from(writeXmlPlist(hashes)))),
    cmsAttribute(cdHashAttributes.der, derSequence(sha256Id, der(derTag.octetString, digest))),
  ];
  const { privateKey: key, certificates } = identity;
  return signedMessage({ key, certificates }, { content: directory, isCarried: false, attributes }, now);
}
