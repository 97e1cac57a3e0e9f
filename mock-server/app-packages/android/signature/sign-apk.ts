import { open } from 'node:fs/promises';
import { PackageError } from '../../package-error.ts';
import { ArchiveWriter } from '../../zip/archive-writer.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { refuseLinks } from '../../zip/links.ts';
import { withZip } from '../../zip/open-zip.ts';
import type { ZipEntry } from '../../zip/zip-entry.ts';
import { mustBeStored } from '../install-rules.ts';
import { apkManifest, bundleManifest, readManifest } from '../read-apk.ts';
import { writeAligned } from './align-zip.ts';
import { contentDigests } from './content-digests.ts';
import { isSignatureFile, type JarFile, signJar } from './jar/sign-jar.ts';
import { BrokenSignature } from './problems.ts';
import { type ApkSections, blockIds, findSections } from './signing-block.ts';
import { blockAlgorithm, type SigningKey } from './signing-key.ts';
import { proofOfRotation, readSigners } from './verify-v3.ts';
import { signingBlock } from './write-block.ts';

/** What a new signature could not preserve of the old one; each a stable code. */
export type SigningNote = 'rotation_dropped' | 'source_stamp_dropped';

export interface PreparedApk {
  /** The schemes of the new signature, oldest first. */
  schemes: string[];
  notes: SigningNote[];
}

/** What to make of a package. */
export interface Preparation {
  /** Files to add; those of the same name are replaced. */
  additions: readonly JarFile[];
  /** The key for signing; null: the package stays without a signature. */
  signing: SigningKey | null;
}

/** API levels from which devices need no v1, and no v2. */
const androidN = 24;
const androidP = 28;

/** Signs an Android package: `prepareApk` without additions. */
export const signApk = (source: string, target: string, signing: SigningKey): Promise<PreparedApk> =>
  prepareApk(source, target, { additions: [], signing });

/**
 * Makes a new Android package: stores what devices do not take compressed, aligns it, removes the old signature, adds files, and writes it to `target`; signed with
 * the schemes v1 (only where devices before Android 7 need it), v2 and v3. Both files are streamed. A proof of rotation
 * is preserved when it ends with this key and no device needs a scheme that only the oldest key may sign. Errors:
 * PackageError for a file that is not a package that can be signed, or not with this key.
 */
export async function prepareApk(
  source: string,
  target: string,
  { additions, signing }: Preparation,
): Promise<PreparedApk> {
  if (signing === null) {
    await withZip(source, async (zip) => {
      refuseOthers(zip);
      await writePlain(zip, target, additions, () => Promise.resolve([]));
    });
    return { schemes: [], notes: [] };
  }
  const algorithm = blockAlgorithm(signing);
  const { minSdk, proof, notes } = await withZip(source, async (zip) => {
    const retained = await carriedOn(zip, signing);
    await writePlain(zip, target, additions, (entries) =>
      retained.minSdk < androidN
        ? signJar(zip, { entries, additions }, signing, retained.minSdk)
        : Promise.resolve([]),
    );
    return retained;
  });
  const withV2 = proof === null;
  await withZip(target, async (zip) => {
    const sections = await findSections(zip);
    if (sections === null) throw new PackageError('malformed_zip');
    const digests = await contentDigests(zip, sections, new Set([algorithm.contentDigest]));
    const digest = digests.get(algorithm.contentDigest) ?? Buffer.alloc(0);
    const block = signingBlock({ signing, algorithm, digest, withV2, proofOfRotation: proof });
    await insertBlock(zip, target, sections, block);
  });
  return { schemes: [...(minSdk < androidN ? ['v1'] : []), ...(withV2 ? ['v2'] : []), 'v3'], notes };
}

/** Writes the aligned archive without a signing block, with the files of scheme v1. */
async function writePlain(
  zip: GuardedZip,
  target: string,
  additions: readonly JarFile[],
  signJarOf: (entries: readonly ZipEntry[]) => Promise<JarFile[]>,
): Promise<void> {
  const replaced = new Set(additions.map(({ name }) => name));
  const entries = [...zip.entries.values()]
    .filter(({ name }) => !isSignatureFile(name) && !replaced.has(name))
    .sort((a, b) => a.offset - b.offset);
  const added = [...additions, ...(await signJarOf(entries))];
  const unpacked = mustBeStored(zip, await readManifest(zip));
  const file = await open(target, 'w');
  try {
    await writeAligned(new ArchiveWriter(file), zip, entries, added, unpacked);
  } finally {
    await file.close();
  }
}

function refuseOthers(zip: GuardedZip): void {
  refuseLinks(zip);
  if (!zip.has(apkManifest)) {
    throw new PackageError(zip.has(bundleManifest) ? 'aab_not_supported' : 'no_manifest');
  }
}

/** What decides how a package is signed, and what the new signature preserves of the old one. */
async function carriedOn(zip: GuardedZip, signing: SigningKey) {
  refuseOthers(zip);
  const { minSdk } = (await readManifest(zip)).signatureNeeds();
  const sections = await findSections(zip);
  const pairs: ApkSections['pairs'] = sections?.pairs ?? new Map();
  const rotation = rotationOf(pairs, signing);
  const proof = minSdk >= androidP && rotation?.ofThisKey === true ? rotation.proof : null;
  const notes: SigningNote[] = [];
  if (rotation !== null && proof === null) notes.push('rotation_dropped');
  const stamped = pairs.has(blockIds.sourceStamp) || pairs.has(blockIds.sourceStampOld);
  if (stamped) notes.push('source_stamp_dropped');
  return { minSdk, proof, notes };
}

/** The proof of rotation of a package whose v3 signature can be read; null when it has none. */
function rotationOf(pairs: ApkSections['pairs'], { certificates }: SigningKey) {
  const block = pairs.get(blockIds.v31) ?? pairs.get(blockIds.v3);
  if (block === undefined) return null;
  try {
    const newest = readSigners(block).at(-1);
    const proof = newest?.attributes.get(proofOfRotation);
    if (newest === undefined || proof === undefined) return null;
    return { proof: proof.all, ofThisKey: newest.certificate.bytes.equals(certificates[0]) };
  } catch (error) {
    const unreadable = error instanceof BrokenSignature || error instanceof PackageError;
    if (unreadable) return null;
    throw error;
  }
}

/** Puts the block between the entries and the directory of an archive that has none. */
async function insertBlock(
  zip: GuardedZip,
  target: string,
  { directory, end, endRecord }: ApkSections,
  block: Buffer,
): Promise<void> {
  const records = await zip.raw(directory, end);
  const moved = Buffer.from(endRecord);
  moved.writeUInt32LE(directory + block.length, 16);
  const file = await open(target, 'r+');
  try {
    await file.write(Buffer.concat([block, records, moved]), 0, undefined, directory);
  } finally {
    await file.close();
  }
}
