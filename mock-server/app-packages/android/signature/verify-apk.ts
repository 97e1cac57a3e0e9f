import { PackageError } from '../../package-error.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import type { ContentDigest } from './algorithms.ts';
import type { SignedContent } from './block-signer.ts';
import { type Certificate, describeCertificate, sameCertificate } from './certificate.ts';
import { contentDigests } from './content-digests.ts';
import { checkV1, hasV1 } from './jar/verify-v1.ts';
import { BrokenSignature } from './problems.ts';
import type { ApkSignature, SignatureProblem, SignatureScheme } from './signature-info.ts';
import { type ApkSections, blockIds, findSections } from './signing-block.ts';
import { checkV2 } from './verify-v2.ts';
import { checkV3, checkV31, type V3Signer } from './verify-v3.ts';

/** The parts of a manifest that decide how devices check the signature. */
export interface SignatureNeeds {
  minSdk: number;
  targetSdk: number | null;
  /** `targetSandboxVersion`, 1 when absent. */
  sandboxVersion: number;
}

/** API levels from which devices look for v2 and v3 first, and need no older scheme when they find one. */
const androidN = 24;
const androidP = 28;
/** From this target on, devices refuse packages that only have scheme v1. */
const targetNeedingV2 = 30;

/**
 * Checks a package's signature as all devices from `minSdk` on do, with the rules of the platform's own `apksigner verify`.
 * The file is read in chunks. Errors: PackageError for an archive that is refused.
 */
export async function verifyApk(zip: GuardedZip, needs: SignatureNeeds): Promise<ApkSignature> {
  const checks = new SchemeChecks();
  const sections = await checks.run(null, async () => await findSections(zip));
  const found = sections === null ? new Set<2 | 3>() : schemesInBlock(sections);
  const signers = sections === null ? noSigners : await checkBlocks(checks, zip, sections, needs, found);
  const v1 = await checkJar(checks, zip, needs, found);
  checks.runNow(null, () => assertSameSigner(v1, signers));
  checks.runNow(null, () => assertNewEnough(needs, found, [...signers.v2, ...signers.v3], v1));
  return answer(checks.problems, { v1, ...signers });
}

interface BlockSigners {
  v2: SignedContent[];
  v3: V3Signer[];
  v31: V3Signer[];
}

const noSigners: BlockSigners = { v2: [], v3: [], v31: [] };

/** Runs checks one after another and collects their problems. */
class SchemeChecks {
  readonly problems: SignatureProblem[] = [];

  /** The result of the check; null when it found the signature broken. */
  async run<T>(scheme: SignatureScheme | null, check: () => Promise<T>): Promise<T | null> {
    try {
      return await check();
    } catch (error) {
      return this.#note(scheme, error);
    }
  }

  runNow<T>(scheme: SignatureScheme | null, check: () => T): T | null {
    try {
      return check();
    } catch (error) {
      return this.#note(scheme, error);
    }
  }

  add(scheme: SignatureScheme | null, { code, entry, message }: BrokenSignature): void {
    this.problems.push({ code, scheme, entry, message });
  }

  #note(scheme: SignatureScheme | null, error: unknown): null {
    const unreadable = error instanceof PackageError && error.code === 'malformed_signature';
    const broken = unreadable ? new BrokenSignature('malformed', { cause: error }) : error;
    if (!(broken instanceof BrokenSignature)) throw broken;
    this.add(scheme, broken);
    return null;
  }
}

function schemesInBlock({ pairs }: ApkSections): Set<2 | 3> {
  const found = new Set<2 | 3>();
  if (pairs.has(blockIds.v2)) found.add(2);
  if (pairs.has(blockIds.v3)) found.add(3);
  return found;
}

/** Checks the schemes of the signing block: first the signatures, then the contents, for all schemes in one reading. */
async function checkBlocks(
  checks: SchemeChecks,
  zip: GuardedZip,
  sections: ApkSections,
  { minSdk }: SignatureNeeds,
  found: ReadonlySet<2 | 3>,
): Promise<BlockSigners> {
  const { pairs } = sections;
  const [v2Block, v3Block, v31Block] = [blockIds.v2, blockIds.v3, blockIds.v31].map((id) => pairs.get(id));
  const v3 =
    v3Block &&
    checks.runNow('v3', () => checkV3(v3Block, Math.max(minSdk, androidP), v31Block !== undefined));
  const v31 = v31Block && checks.runNow('v3.1', () => checkV31(v31Block, v3 ?? []));
  const needsV2 = minSdk < androidP || v3Block === undefined;
  const v2 = needsV2 && v2Block && checks.runNow('v2', () => checkV2(v2Block, minSdk, found.has(3)));
  const signers = { v2: v2 || [], v3: v3 || [], v31: v31 || [] };
  const wanted = Object.values(signers).flatMap((all) => all.flatMap(({ digests }) => [...digests.keys()]));
  if (wanted.length === 0 || checks.problems.length > 0) return signers;
  const actual = await checks.run(null, async () => await contentDigests(zip, sections, new Set(wanted)));
  if (actual === null) return noSigners;
  const unchanged = (scheme: SignatureScheme, all: readonly SignedContent[]) =>
    checks.runNow(scheme, () => assertUnchanged(all, actual)) !== null;
  return {
    v2: unchanged('v2', signers.v2) ? signers.v2 : [],
    v3: unchanged('v3', signers.v3) ? signers.v3 : [],
    v31: unchanged('v3.1', signers.v31) ? signers.v31 : [],
  };
}

function assertUnchanged(
  signers: readonly SignedContent[],
  actual: ReadonlyMap<ContentDigest, Buffer>,
): boolean {
  const same = signers.every(({ digests }) =>
    [...digests].every(([kind, expected]) => actual.get(kind)?.equals(expected) ?? false),
  );
  if (!same) throw new BrokenSignature('content_changed');
  return true;
}

/** The signers by scheme v1, where devices check it; it is skipped when something is already broken. */
async function checkJar(
  checks: SchemeChecks,
  zip: GuardedZip,
  { minSdk }: SignatureNeeds,
  found: ReadonlySet<2 | 3>,
): Promise<Certificate[]> {
  const looked = found.size === 0 || minSdk < androidN;
  if (!looked || checks.problems.length > 0) return [];
  if (hasV1(zip)) return (await checks.run('v1', async () => await checkV1(zip, minSdk, found))) ?? [];
  if (found.size > 0) checks.add('v1', new BrokenSignature('v1_missing'));
  return [];
}

/**
 * Refuses schemes with different signers; the signer of an older scheme may be the oldest of the newer one's lineage.
 */
function assertSameSigner(v1: readonly Certificate[], { v2, v3 }: BlockSigners): void {
  const byV2 = v2.map(({ certificate }) => certificate);
  if (v1.length > 0 && byV2.length > 0 && !(covers(v1, byV2) && covers(byV2, v1))) {
    throw new BrokenSignature('signers_differ');
  }
  const older = v1.length > 0 ? v1 : byV2;
  const newest = v3.at(-1);
  if (newest === undefined || older.length === 0) return;
  if (older.length > 1) throw new BrokenSignature('signers_differ');
  if (newest.lineage.length === 0 && v3.length > 1) throw new BrokenSignature('too_many_signers');
  const first = newest.lineage[0]?.certificate ?? newest.certificate;
  if (!covers([first], older)) throw new BrokenSignature('signers_differ');
}

/** Whether each of `some` is among `all`. */
const covers = (all: readonly Certificate[], some: readonly Certificate[]): boolean =>
  some.every((one) => all.some((other) => sameCertificate(one, other)));

/** Refuses a package with only scheme v1 where its manifest requires more. */
function assertNewEnough(
  { targetSdk, sandboxVersion }: SignatureNeeds,
  found: ReadonlySet<2 | 3>,
  newer: readonly SignedContent[],
  v1: readonly Certificate[],
): void {
  const needed = sandboxVersion > 1 || (targetSdk ?? 0) >= targetNeedingV2;
  if (needed && v1.length > 0 && found.size === 0 && newer.length === 0)
    throw new BrokenSignature('v2_missing');
}

function answer(
  problems: SignatureProblem[],
  { v1, v2, v3, v31 }: BlockSigners & { v1: Certificate[] },
): ApkSignature {
  const byScheme: [SignatureScheme, readonly Certificate[]][] = [
    ['v1', v1],
    ['v2', certificatesOf(v2)],
    ['v3', certificatesOf(v3)],
    ['v3.1', certificatesOf(v31)],
  ];
  const holding = byScheme.filter(([, certificates]) => certificates.length > 0);
  const newest = (v31.length > 0 ? v31 : v3).at(-1);
  const signers = newest === undefined ? (holding.at(-1)?.[1] ?? []) : [newest.certificate];
  return {
    verified: holding.length > 0 && problems.length === 0,
    schemes: holding.map(([scheme]) => scheme),
    signers: signers.map(describeCertificate),
    lineage: (newest?.lineage ?? []).map(({ certificate, capabilities }) => ({
      ...describeCertificate(certificate),
      capabilities,
    })),
    problems,
  };
}

const certificatesOf = (signers: readonly SignedContent[]): Certificate[] =>
  signers.map(({ certificate }) => certificate);
