import type { ByteView } from '../../formats/byte-view.ts';
import { checkSigner, maxSigners, type SignedContent } from './block-signer.ts';
import { sameCertificate } from './certificate.ts';
import { Fields } from './fields.ts';
import { continues, type LineageNode, readLineage } from './lineage.ts';
import { BrokenSignature } from './problems.ts';

export const proofOfRotation = 0x3ba06f8c;
/** In v3: the first API level at which v3.1 is used, so that nobody can strip it. */
const rotationMinSdk = 0x559f8b02;
const maxSdk = 0x7fffffff;

/** A signer of scheme v3 and the API levels that it is for. */
export interface V3Signer extends SignedContent {
  minSdk: number;
  maxSdk: number;
  /** Oldest first, with the signer itself last; empty when its key was never replaced. */
  lineage: LineageNode[];
}

/**
 * The signers of a v3 block by API level, with valid signatures, for all systems from `minSdk` on; contents are not
 * compared yet. With v3.1 beside it they may end where that begins. Error: BrokenSignature.
 */
export function checkV3(block: ByteView, minSdk: number, hasV31: boolean): V3Signer[] {
  const signers = readSigners(block);
  const rotation = rotationLevel(signers);
  if (rotation !== null && !hasV31) throw new BrokenSignature('scheme_removed');
  checkRanges(signers, minSdk, rotation === null ? maxSdk : rotation - 1);
  return signers;
}

/**
 * The signers of a v3.1 block, which the v3 signers must announce from its first API level on. Error: BrokenSignature.
 */
export function checkV31(block: ByteView, v3: readonly V3Signer[]): V3Signer[] {
  const signers = readSigners(block);
  const rotation = rotationLevel(v3);
  if (rotation === null || rotation !== signers[0]?.minSdk) throw new BrokenSignature('malformed');
  checkRanges(signers, rotation, maxSdk);
  const [before, after] = [v3.at(-1)?.lineage ?? [], signers.at(-1)?.lineage ?? []];
  if (!continues(after, before)) throw new BrokenSignature('lineage_broken');
  return signers;
}

/** The signers of a v3 or v3.1 block by API level, with valid signatures. Error: BrokenSignature. */
export function readSigners(block: ByteView): V3Signer[] {
  const signers = new Fields(block).part().list(maxSigners, readSigner);
  if (signers.length === 0) throw new BrokenSignature('malformed');
  return signers.toSorted((a, b) => a.minSdk - b.minSdk);
}

function readSigner(signer: Fields): V3Signer {
  const signedData = signer.part();
  const range = { minSdk: signer.u32(), maxSdk: signer.u32() };
  if (range.minSdk > range.maxSdk || range.maxSdk > maxSdk) throw new BrokenSignature('malformed');
  const parts = { signedData, signatures: signer.part(), publicKey: signer.bytes() };
  const content = checkSigner(parts, range.minSdk, (data) => {
    const agrees = data.u32() === range.minSdk && data.u32() === range.maxSdk;
    if (!agrees) throw new BrokenSignature('malformed');
  });
  return { ...content, ...range, lineage: lineageOf(content) };
}

function lineageOf({ attributes, certificate }: SignedContent): LineageNode[] {
  const attribute = attributes.get(proofOfRotation);
  if (attribute === undefined) return [];
  const lineage = readLineage(attribute);
  const newest = lineage.at(-1);
  if (newest === undefined || !sameCertificate(newest.certificate, certificate)) {
    throw new BrokenSignature('lineage_broken');
  }
  return lineage;
}

/** Checks that signers follow each other without gap or overlap between two API levels, and that lineages only grow. */
function checkRanges(signers: readonly V3Signer[], from: number, to: number): void {
  const gap = signers.some(({ minSdk }, at) => at > 0 && minSdk !== (signers[at - 1]?.maxSdk ?? 0) + 1);
  const [first, last] = [signers[0], signers.at(-1)];
  if (gap || first === undefined || last === undefined || first.minSdk > from || last.maxSdk < to) {
    throw new BrokenSignature('system_versions_uncovered');
  }
  const lineages = signers.map(({ lineage }) => lineage).filter((lineage) => lineage.length > 0);
  const breaks = lineages.some((lineage, at) => at > 0 && !continues(lineage, lineages[at - 1] ?? []));
  if (breaks) throw new BrokenSignature('lineage_broken');
}

/** The API level from which v3.1 is used, as the v3 signers say; null when they name none. */
function rotationLevel(signers: readonly V3Signer[]): number | null {
  const levels = signers.map(({ attributes }) => attributes.get(rotationMinSdk)?.peekU32());
  return levels.find((level) => level !== undefined) ?? null;
}
