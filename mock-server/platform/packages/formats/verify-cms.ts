import { createHash, verify, X509Certificate } from 'node:crypto';
import type { Budget } from '../budget.ts';
import type { PackageErrorCode } from '../package-error.ts';
import { readSignedData, signerCertificate } from './cms.ts';
import { type DerValue, derChild, derChildren, derTag, readDer } from './der.ts';
import { objectId } from './object-id.ts';

const hashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const messageDigest = '1.2.840.113549.1.9.4';

/**
 * Whether the first signature of a CMS message (RFC 5652) holds over the content that it carries, by the certificate that it
 * carries. Who issued that certificate is not asked. Error: PackageError with `code` for what is no such message.
 */
export function cmsVerifies(bytes: Buffer, code: PackageErrorCode, budget?: Budget): boolean {
  const message = readSignedData(bytes, code, budget);
  const certificate = signerCertificate(message, code, budget);
  if (message.content === null || certificate === null) return false;
  const signedData = derChild(
    derChild(readDer(bytes, code, budget), 1, derTag.context(0)),
    0,
    derTag.sequence,
  );
  const signers = derChildren(signedData).findLast(({ tag }) => tag === derTag.set);
  const [signer] = signers === undefined ? [] : derChildren(signers);
  return signer !== undefined && signerVerifies(signer, message.content, certificate);
}

/** SignerInfo { version, id, digest, [0] signed attributes, algorithm, signature }. */
function signerVerifies(signer: DerValue, content: Buffer, certificate: Buffer): boolean {
  const parts = derChildren(signer);
  const attributes = parts.find(({ tag }, index) => index > 1 && tag === derTag.context(0));
  const digestId = parts.slice(2).find(({ tag }) => tag === derTag.sequence);
  const signature = parts.find(({ tag }) => tag === derTag.octetString);
  const hash = digestId && hashes[objectId(derChild(digestId, 0, derTag.objectId))];
  if (hash === undefined || signature === undefined) return false;
  const signed = attributes === undefined ? content : signedAttributes(attributes, content, hash);
  if (signed === null) return false;
  try {
    const { publicKey } = new X509Certificate(certificate);
    return verify(hash, signed, publicKey, signature.content.bytes);
  } catch {
    return false;
  }
}

/** The attributes as they are signed, with the tag of a set; null when they are not those of this content. */
function signedAttributes(attributes: DerValue, content: Buffer, hash: string): Buffer | null {
  const digest = derChildren(attributes)
    .map((attribute) => derChildren(attribute))
    .find(([id]) => id !== undefined && objectId(id) === messageDigest)?.[1];
  const expected = digest && derChild(digest, 0, derTag.octetString).content.bytes;
  if (!expected?.equals(createHash(hash).update(content).digest())) return null;
  return Buffer.concat([Buffer.from([derTag.set]), attributes.whole.subarray(1)]);
}
