import { PackageProblem } from '../../package-error.ts';

/** What each problem of a signature says to the person who uploaded the package: what is wrong, and what to do. */
const sentences = {
  malformed: 'The signature cannot be read.',
  signature_mismatch: 'The signature does not fit its certificate.',
  content_changed: 'The package was changed after it was signed.',
  not_covered: 'The package holds a file that its signature does not cover.',
  scheme_removed: 'The package says that it has a newer signature, but that signature was removed.',
  unsupported_algorithm:
    'The signature uses an algorithm that devices do not know on every system version the app is for.',
  certificate_mismatch: 'The certificate does not belong to the key that signed.',
  certificate_not_for_signing: 'The certificate is not meant for signing.',
  signers_differ: 'The signature schemes were made by different signers.',
  too_many_signers: 'There are more signers than devices accept.',
  lineage_broken: 'The proof that the signing key was replaced is not valid.',
  system_versions_uncovered: 'The signature is not valid on every system version the app is for.',
  v1_missing: 'Devices before Android 7 need a signature of scheme v1, which is missing.',
  v2_missing: 'The app needs a signature of scheme v2 or newer, which is missing.',
} as const;

export type SignatureProblemCode = keyof typeof sentences;
export const signatureProblemCodes = Object.keys(sentences) as SignatureProblemCode[];

/** Ends the checking of one signature scheme. */
export class BrokenSignature extends PackageProblem<SignatureProblemCode> {
  constructor(code: SignatureProblemCode, options: { entry?: string; cause?: unknown } = {}) {
    super(code, sentences[code], options.entry ?? null, options.cause);
    this.name = 'BrokenSignature';
  }
}
