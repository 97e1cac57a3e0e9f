import { type Static, Type } from 'typebox';
import { SignerCertificate } from '../../android/signature/signature-info.ts';
import { codeProblemCodes } from './problems.ts';

/** Why a code signature does not hold. `code` is stable; `entry` names the file inside the package that is at fault. */
const CodeProblem = Type.Object({
  code: Type.Enum(codeProblemCodes),
  entry: Type.Union([Type.Null(), Type.String()]),
  message: Type.String(),
});
export type CodeProblem = Static<typeof CodeProblem>;

/** What is true of the code signature of an iOS package. */
export const IpaSignature = Type.Object({
  /** The signature of every part holds, and the profiles allow its certificate. Whether Apple issued it is for devices to say. */
  verified: Type.Boolean(),
  /** By whose certificate the app itself is signed. */
  signer: Type.Union([Type.Null(), SignerCertificate]),
  /** Why it is not verified; empty too when there is no signature by a certificate at all. */
  problems: Type.Array(CodeProblem),
});
export type IpaSignature = Static<typeof IpaSignature>;
