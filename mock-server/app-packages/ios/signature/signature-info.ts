import { type Static, Type } from 'typebox';
import { SignerCertificate } from '../../android/signature/signature-info.ts';
import { codeProblemCodes } from './problems.ts';

/** Why a code signature is not valid. `code` is stable; `entry` names the file inside the package that is at fault. */
const CodeProblem = Type.Object({
  code: Type.Enum(codeProblemCodes),
  entry: Type.Union([Type.Null(), Type.String()]),
  message: Type.String(),
});
export type CodeProblem = Static<typeof CodeProblem>;

/** The result of checking the code signature of an iOS package. */
export const IpaSignature = Type.Object({
  /**
   * Whether the signature of every part is valid, and the profiles allow its certificate. Whether Apple issued it is
   * left to devices.
   */
  verified: Type.Boolean(),
  /** The certificate that signed the app itself. */
  signer: Type.Union([Type.Null(), SignerCertificate]),
  /** Why it is not verified; also empty when no certificate has signed anything. */
  problems: Type.Array(CodeProblem),
});
export type IpaSignature = Static<typeof IpaSignature>;
