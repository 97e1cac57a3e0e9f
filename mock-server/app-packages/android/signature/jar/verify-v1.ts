import { createHash } from 'node:crypto';
import { documentBytes } from '../../../limits.ts';
import type { GuardedZip } from '../../../zip/guarded-zip.ts';
import type { ZipEntry } from '../../../zip/zip-entry.ts';
import type { Certificate } from '../certificate.ts';
import { BrokenSignature } from '../problems.ts';
import { type ExpectedDigest, expectedDigests } from './digests.ts';
import { type JarSection, readSections } from './sections.ts';
import { checkSignatureBlock } from './signature-block.ts';

export const manifestName = 'META-INF/MANIFEST.MF';
const blockName = /^META-INF\/.*\.(RSA|DSA|EC)$/;
const maxSigners = 10;

/** Ids of the schemes from v2 on, as signature files and v2 blocks name them. */
type NewerScheme = 2 | 3;

interface Manifest {
  bytes: Buffer;
  main: JarSection | null;
  /** By the entry's name. */
  sections: ReadonlyMap<string, JarSection>;
}

interface JarSigner {
  certificate: Certificate;
  /** Names of the entries that this signer signed. */
  names: ReadonlySet<string>;
}

/** Whether an archive contains any file of a JAR signature. */
export const hasV1 = (zip: GuardedZip): boolean => zip.names().some((name) => blockName.test(name));

/**
 * The signers of a JAR signature (scheme v1), checked as devices do: signature blocks, signature files, manifest, and
 * the digest of every entry outside META-INF. `newer` names the schemes from v2 on that the package has. Error:
 * BrokenSignature.
 */
export async function checkV1(
  zip: GuardedZip,
  minSdk: number,
  newer: ReadonlySet<NewerScheme>,
): Promise<Certificate[]> {
  const manifest = await readManifest(zip);
  const found: JarSigner[] = [];
  for (const { block, file } of signatureFiles(zip)) {
    const bytes = await readDocument(zip, file);
    const certificate = checkSignatureBlock(
      await readDocument(zip, block, documentBytes.signatureBlock),
      bytes,
      minSdk,
    );
    const names = checkSignatureFile(bytes, manifest, minSdk, newer, file);
    if (names !== null) found.push({ certificate, names });
  }
  if (found.length === 0) throw new BrokenSignature('malformed');
  await checkEntries(zip, manifest, found, minSdk);
  return found.map(({ certificate }) => certificate);
}

/** Each signature block with its signature file. */
function signatureFiles(zip: GuardedZip): { block: string; file: string }[] {
  const pairs = zip
    .names()
    .filter((name) => blockName.test(name))
    .map((block) => ({ block, file: block.replace(/\.[A-Z]+$/, '.SF') }))
    .filter(({ file }) => zip.has(file));
  if (pairs.length > maxSigners) throw new BrokenSignature('too_many_signers');
  return pairs;
}

async function readDocument(
  zip: GuardedZip,
  name: string,
  maxBytes: number = documentBytes.signature,
): Promise<Buffer> {
  const bytes = await zip.read(name, maxBytes);
  if (bytes === null) throw new BrokenSignature('malformed', { entry: name });
  return bytes;
}

async function readManifest(zip: GuardedZip): Promise<Manifest> {
  const bytes = await readDocument(zip, manifestName);
  const sections = new Map<string, JarSection>();
  let main: JarSection | null = null;
  for (const section of readSections(bytes)) {
    if (main === null) {
      main = section;
      continue;
    }
    const name = section.attributes.get('name');
    const isSound = name !== undefined && !sections.has(name) && zip.has(name);
    if (!isSound) throw new BrokenSignature('malformed', { entry: name ?? manifestName });
    sections.set(name, section);
  }
  return { bytes, main, sections };
}

/** The entries that a signature file names; null when devices ignore it. */
function checkSignatureFile(
  bytes: Buffer,
  manifest: Manifest,
  minSdk: number,
  newer: ReadonlySet<NewerScheme>,
  file: string,
): Set<string> | null {
  const [main, ...sections] = readSections(bytes);
  if (main?.attributes.get('signature-version') === undefined) return null;
  assertNotStripped(main, newer);
  const bySigntool = main.attributes.get('created-by')?.includes('signtool') ?? false;
  const whole = expectedDigests(main, bySigntool ? '-Digest' : '-Digest-Manifest', minSdk);
  const manifestHolds = whole.length > 0 && allMatch(whole, manifest.bytes);
  const mainDigests = bySigntool ? [] : expectedDigests(main, '-Digest-Manifest-Main-Attributes', minSdk);
  if (!allMatch(mainDigests, bytesOf(manifest, manifest.main))) changed(file);
  const names = new Set<string>();
  for (const section of sections) {
    const name = section.attributes.get('name');
    if (name === undefined || names.has(name)) return null;
    names.add(name);
    if (manifestHolds) continue;
    const described = manifest.sections.get(name);
    if (described === undefined) return null;
    const digests = expectedDigests(section, '-Digest', minSdk);
    const covered = bytesOf(manifest, described);
    const shown = bySigntool ? withoutBlankLine(covered) : covered;
    if (digests.length === 0 || !allMatch(digests, shown)) changed(name);
  }
  return names;
}

/** Refuses a signature file that names a scheme which the package does not have, as Android 7 and later do. */
function assertNotStripped(main: JarSection, newer: ReadonlySet<NewerScheme>): void {
  const named = (main.attributes.get('x-android-apk-signed') ?? '').split(',').map((id) => id.trim());
  const missing = ([2, 3] as const).some((id) => named.includes(String(id)) && !newer.has(id));
  if (missing) throw new BrokenSignature('scheme_removed');
}

function changed(entry: string): never {
  throw new BrokenSignature('content_changed', { entry });
}

const bytesOf = ({ bytes }: Manifest, section: JarSection | null): Buffer =>
  section === null ? Buffer.alloc(0) : bytes.subarray(section.start, section.end);

const withoutBlankLine = (bytes: Buffer): Buffer =>
  bytes.subarray(-2).equals(Buffer.from('\n\n')) ? bytes.subarray(0, -1) : bytes;

const allMatch = (digests: readonly ExpectedDigest[], bytes: Buffer): boolean =>
  digests.every(({ hash, value }) => createHash(hash).update(bytes).digest().equals(value));

/** Compares every entry outside META-INF, in the order of the file, with its digests; all must have the same signers. */
async function checkEntries(
  zip: GuardedZip,
  { sections }: Manifest,
  signers: readonly JarSigner[],
  minSdk: number,
): Promise<void> {
  const entries = [...zip.entries.values()]
    .filter(({ name }) => !name.startsWith('META-INF/') && !name.endsWith('/'))
    .sort((a, b) => a.offset - b.offset);
  let signedBy: string | null = null;
  for (const entry of entries) {
    const section = sections.get(entry.name);
    const digests = section === undefined ? [] : expectedDigests(section, '-Digest', minSdk);
    const by = signers.map(({ names }) => (names.has(entry.name) ? 1 : 0)).join('');
    signedBy ??= by;
    if (digests.length === 0 || by !== signedBy || !by.includes('1')) {
      throw new BrokenSignature('not_covered', { entry: entry.name });
    }
    await checkEntry(zip, entry, digests);
  }
  if (signedBy === null) throw new BrokenSignature('malformed');
}

async function checkEntry(
  zip: GuardedZip,
  entry: ZipEntry,
  digests: readonly ExpectedDigest[],
): Promise<void> {
  const running = digests.map(({ hash, value }) => ({ hash: createHash(hash), value }));
  for await (const chunk of zip.chunks(entry)) {
    for (const { hash } of running) hash.update(chunk);
  }
  const same = running.every(({ hash, value }) => hash.digest().equals(value));
  if (!same) changed(entry.name);
}
