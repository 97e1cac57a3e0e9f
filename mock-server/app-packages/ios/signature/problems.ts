import { PackageProblem } from '../../package-error.ts';

/** What each problem of a code signature says to the person who uploaded the package. */
const sentences = {
  malformed: 'The code signature cannot be read.',
  not_signed: 'A part of the app is not signed.',
  ad_hoc: 'A part of the app is signed without a certificate.',
  signature_mismatch: 'The code signature does not fit its certificate.',
  code_changed: 'An executable was changed after it was signed.',
  claims_changed: 'What the app says of itself was changed after it was signed.',
  file_changed: 'A file of the app was changed after it was signed.',
  file_missing: 'A file of the app was removed after it was signed.',
  not_covered: 'The app holds a file that its signature does not cover.',
  teams_differ: 'Parts of the app are signed by different teams.',
  broken_profile: 'The signature of a provisioning profile is not valid.',
  not_in_profile: 'A provisioning profile does not allow the certificate of the signature.',
  profile_of_other_app: 'A provisioning profile is for another app.',
} as const;

export type CodeProblemCode = keyof typeof sentences;
export const codeProblemCodes = Object.keys(sentences) as CodeProblemCode[];

/** Ends the checking of one part of an app. */
export class BrokenCode extends PackageProblem<CodeProblemCode, string> {
  constructor(code: CodeProblemCode, entry: string, options: { message?: string; cause?: unknown } = {}) {
    super(code, options.message ?? sentences[code], entry, options.cause);
    this.name = 'BrokenCode';
  }
}
