import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import type { Budget } from '../../budget.ts';
import { PackageError, type PackageErrorCode } from '../../package-error.ts';
import { readSignedData, signerCertificate } from './cms.ts';
import { type DerValue, derChild, derChildren, derTag, objectId, readDer } from './der.ts';

/** The signer of a CMS message with a valid signature, and what else was signed. */
export interface CmsSigner {
  certificate: X509Certificate;
  /** The values of the signed attributes by object identifier; empty when only the content was signed. */
  attributes: ReadonlyMap<string, readonly DerValue[]>;
}

const messageDigestId = '1.2.840.113549.1.9.4';
const hashes: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);
const maxSignedBytes = 64 * 1024;
const keyKinds: ReadonlySet<string | undefined> = new Set(['rsa', 'ec']);

/**
 * The first signer of a CMS message (RFC 5652, SignedData) over `detached`, or over the content that the message
 * contains; null when its signature is not valid. RSA (PKCS #1) and ECDSA with SHA-1 or SHA-2. The issuer of the
 * certificate is not checked. Error: PackageError `code` for anything but such a message.
 */
export function verifyCms(
  bytes: Buffer,
  detached: Buffer | null,
  code: PackageErrorCode,
  budget?: Budget,
): CmsSigner | null {
  const signedData = readSignedData(bytes, code, budget);
  const content = detached ?? signedData.content;
  const signer = firstSigner(bytes, code, budget);
  const certificate = signerCertificate(signedData, code, budget);
  if (content === null || signer === null || certificate === null) return null;
  return checkSigner(signer, content, readCertificate(certificate, code));
}

function firstSigner(bytes: Buffer, code: PackageErrorCode, budget?: Budget): DerValue | null {
  const signedData = derChild(
    derChild(readDer(bytes, code, budget), 1, derTag.context(0)),
    0,
    derTag.sequence,
  );
  const signers = derChildren(signedData).at(-1);
  return signers?.tag === derTag.set ? (derChildren(signers)[0] ?? null) : null;
}

/** SignerInfo { version, id, digest, [0] signed attributes, algorithm, signature }. */
function checkSigner(signer: DerValue, content: Buffer, certificate: X509Certificate): CmsSigner | null {
  const parts = derChildren(signer);
  const [, , digestId, next, ...rest] = parts;
  const hash = digestId && hashes.get(objectId(derChild(digestId, 0, derTag.objectId)));
  const signed = next?.tag === derTag.context(0) ? next : null;
  const signature = signed === null ? rest[0] : rest[1];
  if (hash === undefined || signature?.tag !== derTag.octetString) return null;
  const attributes = signed === null ? new Map<string, DerValue[]>() : readAttributes(signed);
  if (signed !== null && !hasDigest(attributes, createHash(hash).update(content).digest())) return null;
  const data = signed === null ? content : asSet(signed);
  const holds = verifies(hash, data, certificate.publicKey, signature.content.bytes);
  return holds ? { certificate, attributes } : null;
}

function readAttributes(signed: DerValue): Map<string, DerValue[]> {
  if (signed.whole.length > maxSignedBytes) signed.content.fail();
  const attributes = new Map<string, DerValue[]>();
  for (const attribute of derChildren(signed)) {
    const name = objectId(derChild(attribute, 0, derTag.objectId));
    if (attributes.has(name)) signed.content.fail();
    attributes.set(name, derChildren(derChild(attribute, 1, derTag.set)));
  }
  return attributes;
}

function hasDigest(attributes: ReadonlyMap<string, readonly DerValue[]>, digest: Buffer): boolean {
  const values = attributes.get(messageDigestId) ?? [];
  return values.length === 1 && values[0]?.content.bytes.equals(digest) === true;
}

/**
 * Signed attributes are signed with the tag of a set, not with the tag that they have in the message (RFC 5652, 5.4).
 */
function asSet({ whole }: DerValue): Buffer {
  const set = Buffer.from(whole);
  set[0] = derTag.set;
  return set;
}

function verifies(hash: string, data: Buffer, key: KeyObject, signature: Buffer): boolean {
  if (!keyKinds.has(key.asymmetricKeyType)) return false;
  try {
    return verify(hash, data, key, signature);
  } catch {
    // The signature does not even have the form of one for this key.
    return false;
  }
}

function readCertificate(bytes: Buffer, code: PackageErrorCode): X509Certificate {
  try {
    const certificate = new X509Certificate(bytes);
    // Read here, so that an unknown kind of key is not mistaken for an internal fault.
    void certificate.publicKey;
    return certificate;
  } catch (error) {
    throw new PackageError(code, { cause: error });
  }
}
