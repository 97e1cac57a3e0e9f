import type { Budget } from '../../budget.ts';
import type { PackageErrorCode } from '../../package-error.ts';
import { type DerValue, derChild, derChildren, derTag, readDer } from './der.ts';

/** The parts of a CMS message (RFC 5652, SignedData) that are needed from packages. Nothing is verified here. */
export interface SignedData {
  /** The signed content, when the message contains it. */
  content: Buffer | null;
  /** Certificates in DER, as they come. */
  certificates: Buffer[];
  /** The first signer's issuer and serial number, as one piece of DER, for finding its certificate. */
  signerId: Buffer | null;
}

/** Reads ContentInfo { contentType, [0] SignedData { version, digests, encapsulated, [0] certificates, …, signers } }. */
export function readSignedData(bytes: Buffer, code: PackageErrorCode, budget?: Budget): SignedData {
  const wrapper = derChild(readDer(bytes, code, budget), 1, derTag.context(0));
  const signedData = derChild(wrapper, 0, derTag.sequence);
  const fields = derChildren(signedData);
  const certificates = fields.find(({ tag }) => tag === derTag.context(0));
  const signers = fields.findLast(({ tag }) => tag === derTag.set);
  return {
    content: contentOf(derChild(signedData, 2, derTag.sequence)),
    certificates: certificates === undefined ? [] : derChildren(certificates).map(({ whole }) => whole),
    signerId: signers === undefined ? null : signerIdOf(signers),
  };
}

function contentOf(encapsulated: DerValue): Buffer | null {
  const wrapper = derChildren(encapsulated)[1];
  return wrapper === undefined ? null : derChild(wrapper, 0, derTag.octetString).content.bytes;
}

function signerIdOf(signers: DerValue): Buffer | null {
  const signer = derChildren(signers)[0];
  const id = signer === undefined ? undefined : derChildren(signer)[1];
  return id?.tag === derTag.sequence ? id.content.bytes : null;
}

/** The first signer's certificate, found by its issuer and serial number; otherwise the first certificate. */
export function signerCertificate(
  signedData: SignedData,
  code: PackageErrorCode,
  budget?: Budget,
): Buffer | null {
  const { certificates, signerId } = signedData;
  const isSigner = (certificate: Buffer) =>
    signerId?.equals(issuerAndSerial(certificate, code, budget)) ?? false;
  return certificates.find(isSigner) ?? certificates[0] ?? null;
}

/**
 * A certificate's issuer and serial number, as one piece of DER. TBSCertificate { [0] version, serial, algorithm,
 * issuer, … } (RFC 5280); the version may be absent.
 */
export function issuerAndSerial(certificate: Buffer, code: PackageErrorCode, budget?: Budget): Buffer {
  const fields = derChildren(derChild(readDer(certificate, code, budget), 0, derTag.sequence));
  const [serial, , issuer] = fields[0]?.tag === derTag.context(0) ? fields.slice(1) : fields;
  return Buffer.concat([issuer?.whole ?? Buffer.alloc(0), serial?.whole ?? Buffer.alloc(0)]);
}
