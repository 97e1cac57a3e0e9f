import { type Static, Type } from 'typebox';
import { signatureProblemCodes } from './problems.ts';

export const signatureSchemes = ['v1', 'v2', 'v3', 'v3.1'] as const;
const Scheme = Type.Enum(signatureSchemes);
export type SignatureScheme = Static<typeof Scheme>;

/** Why a signature is not valid. `code` is stable; `entry` names the file inside the package that is at fault. */
const SignatureProblem = Type.Object({
  code: Type.Enum(signatureProblemCodes),
  /** The scheme at fault; null when the problem concerns all schemes together. */
  scheme: Type.Union([Type.Null(), Scheme]),
  entry: Type.Union([Type.Null(), Type.String()]),
  message: Type.String(),
});
export type SignatureProblem = Static<typeof SignatureProblem>;

const certificateFields = {
  /** SHA-256 of the certificate (DER), lower-case hexadecimal. */
  sha256: Type.String(),
  /** The distinguished name on one line. */
  subject: Type.String(),
  /** UTC, ISO 8601. Android ignores these dates when it installs. */
  validFrom: Type.String(),
  validTo: Type.String(),
};
export const SignerCertificate = Type.Object(certificateFields);
export type SignerCertificate = Static<typeof SignerCertificate>;

/** The result of checking the signature of an Android package. */
export const ApkSignature = Type.Object({
  /** Whether every device that the package is for accepts its signature. */
  verified: Type.Boolean(),
  /** The valid schemes that devices check, oldest first. */
  schemes: Type.Array(Scheme),
  /** By the newest valid scheme; several signers sign together. */
  signers: Type.Array(SignerCertificate),
  /**
   * The replaced keys of the signer, oldest first, and the signer last; empty when its key was never replaced.
   * `capabilities` are the bits of what each may still do ("APK Signature Scheme v3", Proof-of-rotation attribute).
   */
  lineage: Type.Array(Type.Object({ ...certificateFields, capabilities: Type.Integer() })),
  /** Why it is not verified; also empty when there is no signature at all. */
  problems: Type.Array(SignatureProblem),
});
export type ApkSignature = Static<typeof ApkSignature>;
