import { createHash } from 'node:crypto';
import {
  type DerValue,
  derChild,
  derChildren,
  derTag,
  objectId,
  readDer,
} from '../../../formats/asn1/der.ts';
import { type Certificate, readCertificate } from '../certificate.ts';
import { BrokenSignature } from '../problems.ts';
import { type JarAlgorithm, jarAlgorithm, jarVerifies } from './algorithms.ts';
import { certificateOf } from './certificate-of-signer.ts';
import { maySign } from './certificate-use.ts';

const signedDataId = '1.2.840.113549.1.7.2';
const contentTypeId = '1.2.840.113549.1.9.3';
const messageDigestId = '1.2.840.113549.1.9.4';
/** From Android 7 on, any of the signers may be the valid one; before, only the first is checked. */
const anySigner = 24;
/** Signed attributes are supported from Android 4.4 on. */
const signedAttributes = 19;
const maxSigners = 10;
const maxCertificates = 16;

/**
 * The signer's certificate of a JAR signature block (`META-INF/*.RSA`, a PKCS #7 message, RFC 5652) over its signature
 * file. Error: BrokenSignature when none of the signers that devices from `minSdk` on check is valid.
 */
export function checkSignatureBlock(block: Buffer, signatureFile: Buffer, minSdk: number): Certificate {
  const contentInfo = readDer(block, 'malformed_signature');
  if (objectId(derChild(contentInfo, 0, derTag.objectId)) !== signedDataId) contentInfo.content.fail();
  const signedData = derChild(derChild(contentInfo, 1, derTag.context(0)), 0, derTag.sequence);
  const fields = derChildren(signedData);
  const contentType = objectId(derChild(derChild(signedData, 2, derTag.sequence), 0, derTag.objectId));
  const last = fields.at(-1);
  const signers = last?.tag === derTag.set ? derChildren(last) : signedData.content.fail();
  if (signers.length === 0 || signers.length > maxSigners) throw new BrokenSignature('malformed');
  const certificates = readCertificates(fields.find(({ tag }) => tag === derTag.context(0)));
  const holding = (minSdk < anySigner ? signers.slice(0, 1) : signers)
    .map((signer) => checkSigner(signer, { certificates, contentType, signatureFile, minSdk }))
    .find((certificate) => certificate !== null);
  if (holding === undefined) throw new BrokenSignature('signature_mismatch');
  return holding;
}

interface Signed {
  certificates: readonly Certificate[];
  contentType: string;
  signatureFile: Buffer;
  minSdk: number;
}

/**
 * The certificate of a valid SignerInfo { version, issuerAndSerial, digest, [0] signed attributes, algorithm, signature
 * }; null when it is not valid, so that the others are tried. Error: BrokenSignature when devices would give up.
 */
function checkSigner(signer: DerValue, signed: Signed): Certificate | null {
  const parts = derChildren(signer);
  const attributes = parts.find(({ tag }) => tag === derTag.context(0));
  const [, id, digestId, signatureId, signature] = parts.filter(({ tag }) => tag < derTag.context(0));
  if (id === undefined || digestId === undefined || signature === undefined) signer.content.fail();
  const algorithm = jarAlgorithm(algorithmId(digestId), algorithmId(signatureId), signed.minSdk);
  if (algorithm === null) throw new BrokenSignature('unsupported_algorithm');
  const certificate = certificateOf(id, signed.certificates);
  if (certificate === undefined) throw new BrokenSignature('certificate_mismatch');
  if (!maySign(certificate)) throw new BrokenSignature('certificate_not_for_signing');
  const data = attributes === undefined ? signed.signatureFile : attributesFor(attributes, algorithm, signed);
  const holds =
    data !== null && jarVerifies(algorithm, certificate.x509.publicKey, data, signature.content.bytes);
  return holds ? certificate : null;
}

/**
 * The signed bytes when there are signed attributes (RFC 5652, 5.4); null when they do not belong to this signature
 * file.
 */
function attributesFor(attributes: DerValue, { hash }: JarAlgorithm, signed: Signed): Buffer | null {
  if (signed.minSdk < signedAttributes) throw new BrokenSignature('unsupported_algorithm');
  const values = new Map<string, DerValue>();
  for (const attribute of derChildren(attributes)) {
    const name = objectId(derChild(attribute, 0, derTag.objectId));
    if (values.has(name)) attributes.content.fail();
    values.set(name, derChild(attribute, 1, derTag.set));
  }
  const type = singleValue(values.get(contentTypeId), derTag.objectId);
  const digest = singleValue(values.get(messageDigestId), derTag.octetString);
  if (objectId(type) !== signed.contentType) return null;
  if (!digest.content.bytes.equals(createHash(hash).update(signed.signatureFile).digest())) return null;
  const asSet = Buffer.from(attributes.whole);
  asSet[0] = derTag.set;
  return asSet;
}

function singleValue(set: DerValue | undefined, tag: number): DerValue {
  if (set === undefined) throw new BrokenSignature('malformed');
  return derChildren(set).length === 1 ? derChild(set, 0, tag) : set.content.fail();
}

/** AlgorithmIdentifier { id, parameters }. */
function algorithmId(value: DerValue | undefined): string {
  if (value === undefined) throw new BrokenSignature('malformed');
  return objectId(derChild(value, 0, derTag.objectId));
}

function readCertificates(set: DerValue | undefined): Certificate[] {
  const values = set === undefined ? [] : derChildren(set);
  if (values.length > maxCertificates) throw new BrokenSignature('malformed');
  return values.map(({ whole }) => readCertificate(whole));
}
