import { createHash, X509Certificate } from 'node:crypto';
import { derObjectId } from '../../formats/asn1/write-der.ts';
import { magic } from './blobs.ts';
import { blob, u32 } from './write-blobs.ts';

/** Operations of a requirement (requirement.h of the system's sources). */
const operation = { identifier: 2, anchorHash: 4, and: 6, field: 11, generic: 14, appleAnchor: 15 };
const match = { exists: 0, equal: 1 };
const expression = 1;
const designated = 3;
/** Certificates of the chain: the signer's own, and the one that issued it. */
const [leaf, issuer] = [0, 1];
/** Marks the authority with which Apple issues developers' certificates. */
const developerAuthority = '1.2.840.113635.100.6.2.1';

/**
 * The designated requirement, by which later versions are recognized as the same app: with this identifier, and signed
 * by a certificate of this name that Apple issued; or, where somebody else issued it, by exactly this certificate.
 */
export function designatedRequirement(identifier: string, certificate: Buffer): Buffer {
  const x509 = new X509Certificate(certificate);
  const signedBy = /^O=Apple Inc\.$/m.test(x509.issuer)
    ? [
        u32(operation.and, operation.appleAnchor, operation.and),
        u32(operation.field, leaf),
        data(Buffer.from('subject.CN')),
        u32(match.equal),
        data(Buffer.from(commonName(x509))),
        u32(operation.generic, issuer),
        data(derObjectId(developerAuthority).subarray(2)),
        u32(match.exists),
      ]
    : [u32(operation.anchorHash, leaf), data(createHash('sha1').update(certificate).digest())];
  const named = [u32(operation.identifier), data(Buffer.from(identifier))];
  const requirement = blob(magic.requirement, u32(expression, operation.and), ...named, ...signedBy);
  return blob(magic.requirements, u32(1, designated, 20), requirement);
}

const commonName = ({ subject }: X509Certificate): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? '';

/** A length and bytes, padded to a multiple of four. */
const data = (bytes: Buffer): Buffer =>
  Buffer.concat([u32(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
