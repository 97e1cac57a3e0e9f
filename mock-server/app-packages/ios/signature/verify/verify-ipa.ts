import type { X509Certificate } from 'node:crypto';
import { describeCertificate } from '../../../android/signature/certificate.ts';
import type { Budget } from '../../../budget.ts';
import { documentBytes } from '../../../limits.ts';
import { PackageError, type PackageErrorCode } from '../../../package-error.ts';
import type { GuardedZip } from '../../../zip/guarded-zip.ts';
import { isSymbolicLink } from '../../../zip/zip-entry.ts';
import { type CodeBundle, codeBundles, isLooseLibrary, isProgramBundle } from '../../code-bundles.ts';
import {
  allowsCertificate,
  isForBundle,
  type ProvisioningProfile,
  readProvisioningProfile,
} from '../../profiles/provisioning-profile.ts';
import { BrokenCode } from '../problems.ts';
import type { CodeProblem, IpaSignature } from '../signature-info.ts';
import { type VerifiedCode, verifyCode } from './verify-code.ts';
import { SealCheck } from './verify-seal.ts';

/** Errors that mean that an executable or its signature is broken; all others refuse the whole package. */
const brokenParts: ReadonlySet<PackageErrorCode> = new Set([
  'malformed_signature',
  'malformed_executable',
  'load_commands_outside',
  'too_many_load_commands',
  'overlapping_segments',
  'misplaced_signature',
  'truncated_executable',
]);

/**
 * Verifies the signatures of the app at `appPath` and of all code in it: first the signatures, and when these are
 * valid, every file that their seals name. Whether Apple issued the certificate is left to devices. Errors:
 * PackageError for a package that is refused.
 */
export async function verifyIpa(zip: GuardedZip, appPath: string): Promise<IpaSignature> {
  const bundles = await codeBundles(zip, appPath);
  const check = new IpaCheck(zip, bundles);
  try {
    await check.run();
  } catch (error) {
    const problem = asProblem(error);
    const isUnsigned = problem.entry === bundles.at(-1)?.executable && unsigned.has(problem.code);
    return { verified: false, signer: check.signer(), problems: isUnsigned ? [] : [problem] };
  }
  return { verified: true, signer: check.signer(), problems: [] };
}

/** Problems of the app itself that linkers leave, which are no broken signature. */
const unsigned: ReadonlySet<string> = new Set(['not_signed', 'ad_hoc']);

function asProblem(error: unknown): CodeProblem {
  if (error instanceof BrokenCode) return { code: error.code, entry: error.entry, message: error.message };
  const isBroken = error instanceof PackageError && brokenParts.has(error.code);
  if (!isBroken) throw error;
  return { code: 'malformed', entry: error.entry, message: error.message };
}

class IpaCheck {
  readonly #zip: GuardedZip;
  /** The app itself first, because it says most. */
  readonly #bundles: readonly CodeBundle[];
  readonly #verified = new Map<string, VerifiedCode>();

  constructor(zip: GuardedZip, bundles: readonly CodeBundle[]) {
    this.#zip = zip;
    this.#bundles = bundles.toReversed();
  }

  /** The signer of the app itself; null when its signature is not valid. */
  signer(): IpaSignature['signer'] {
    const code = this.#verified.get(this.#bundles[0]?.executable ?? '');
    return code === undefined
      ? null
      : describeCertificate({ bytes: code.certificate.raw, x509: code.certificate });
  }

  async run(): Promise<void> {
    const seals = new Map<CodeBundle, Buffer>();
    for (const bundle of this.#bundles) seals.set(bundle, await this.#checkBundle(bundle));
    await this.#checkLibraries();
    const teams = new Set([...this.#verified.values()].map(({ team }) => team));
    if (teams.size > 1) throw new BrokenCode('teams_differ', this.#bundles[0]?.path ?? '');
    const files = new SealCheck(this.#zip);
    for (const [{ path, executable }, seal] of seals) {
      await files.check(seal, path, executable, (name) => this.#hashesAt(name));
    }
  }

  /** Verifies the code of a bundle, and returns its seal. */
  async #checkBundle(bundle: CodeBundle): Promise<Buffer> {
    const read = (name: string, max: number) => this.#zip.read(bundle.path + name, max);
    const infoPlist = (await read('Info.plist', documentBytes.plist)) ?? Buffer.alloc(0);
    const codeResources = await read('_CodeSignature/CodeResources', documentBytes.signature);
    const code = await verifyCode(this.#zip, bundle.executable, { infoPlist, codeResources });
    this.#verified.set(bundle.executable, code);
    const profile = await read('embedded.mobileprovision', documentBytes.profile);
    if (isProgramBundle(bundle) && profile !== null) this.#checkProfile(bundle, profile, code.certificate);
    if (codeResources === null) throw new BrokenCode('claims_changed', bundle.path);
    return codeResources;
  }

  #checkProfile({ path, bundleId }: CodeBundle, bytes: Buffer, certificate: X509Certificate): void {
    const entry = `${path}embedded.mobileprovision`;
    const profile = readableProfile(bytes, entry, this.#zip.budget);
    if (!allowsCertificate(profile, certificate.raw)) throw new BrokenCode('not_in_profile', entry);
    if (!isForBundle(profile, bundleId)) throw new BrokenCode('profile_of_other_app', entry);
  }

  /** Checks libraries without a bundle of their own. */
  async #checkLibraries(): Promise<void> {
    const appPath = this.#bundles[0]?.path ?? '';
    for (const [name, entry] of this.#zip.entries) {
      const skipped = !name.startsWith(appPath) || this.#verified.has(name) || isSymbolicLink(entry);
      if (skipped || !(await isLooseLibrary(this.#zip, name))) continue;
      this.#verified.set(name, await verifyCode(this.#zip, name, null));
    }
  }

  /** The hashes of the code at a path: a library, or the executable of a bundle there. */
  #hashesAt(name: string): readonly Buffer[] {
    const bundle = this.#bundles.find(({ path }) => path === `${name}/`);
    return this.#verified.get(bundle?.executable ?? name)?.cdHashes ?? [];
  }
}

function readableProfile(bytes: Buffer, entry: string, budget: Budget): ProvisioningProfile {
  try {
    return readProvisioningProfile(bytes, budget);
  } catch (error) {
    if (error instanceof PackageError) throw new BrokenCode('broken_profile', entry, { cause: error });
    throw error;
  }
}
